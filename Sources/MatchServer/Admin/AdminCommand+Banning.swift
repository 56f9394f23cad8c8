// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Protocol

extension AdminCommand {
  /// Whom a ban means.
  struct Target: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "An address, a block of addresses or a player's id, as sessions and bans list them.",
        valueName: "who"))
    var who: String?

    @Option(
      help: ArgumentHelp(
        "The key of a player, by the whole id that sessions lists.", valueName: "player-id"))
    var key: String?

    @Option(
      help: ArgumentHelp(
        "An address, or a block of them. An IPv6 address alone means its first 64 bits.",
        valueName: "address[/prefix]"))
    var address: String?

    func validate() throws {
      guard [who, key, address].count(where: { $0 != nil }) == 1 else {
        throw ValidationError(
          "Say once who is meant: by an address or a player's id, with or without --address or "
            + "--key before it.")
      }
      guard let who, !isKey, AddressRange(who) == nil, !AddressRange.isEverything(who) else {
        return
      }
      throw ValidationError(
        "\"\(who.printable(limit: 60))\" is neither an address nor a player's id: take one from the "
          + "columns Address and Key of facedown-server admin sessions.")
    }

    /// Whether `who` is a key: no address is written with letters and digits alone.
    private var isKey: Bool { who.map(BanTarget.isPlayerID) ?? false }

    func call(_ action: String) -> AdminMessage {
      var call = AdminMessage(action)
      (call.key, call.address) = isKey ? (who, nil) : (key, address ?? who)
      return call
    }
  }

  struct BanSomebody: AdminAction {
    static let configuration = CommandConfiguration(
      commandName: "ban", abstract: "Ban a player or an address, and disconnect them.",
      discussion: "A key is known once it is proven: guests are banned by their address.")
    @OptionGroup var target: Target
    @Option(
      name: .customLong("for"),
      help: ArgumentHelp(
        "For so long: \(SpanText.examples). Without it until it is lifted.",
        valueName: "time"),
      transform: span)
    var length: Int64?
    @Option(help: ArgumentHelp("Why; whoever it keeps out is told.", valueName: "text"))
    var reason: String?
    @OptionGroup var server: AdminArguments

    func call() -> AdminMessage {
      var call = target.call("ban")
      (call.seconds, call.reason) = (length, reason)
      return call
    }
  }

  struct Unban: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Lift a ban, named as bans lists it.")
    @OptionGroup var target: Target
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { target.call("unban") }
  }
}
