// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Journal
import Protocol

extension AdminCommand {
  /// The target of a ban.
  struct Target: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "An address, a block of addresses or a player id, as sessions and bans list them.",
        valueName: "who"))
    var who: String?

    @Option(
      help: ArgumentHelp(
        "A player's key, by the full player id that sessions lists.", valueName: "player-id"))
    var key: String?

    @Option(
      help: ArgumentHelp(
        "An address or a block of addresses. A bare IPv6 address means its /64.",
        valueName: "address[/prefix]"))
    var address: String?

    func validate() throws {
      guard [who, key, address].count(where: { $0 != nil }) == 1 else {
        throw ValidationError(
          "Name one target: an address or a player id, with or without --address or --key before "
            + "it.")
      }
      guard let who, !isKey, AddressRange(who) == nil, !AddressRange.isEverything(who) else {
        return
      }
      throw ValidationError(
        "\"\(who.printable(limit: 60))\" is neither an address nor a player id: copy one from the "
          + "Address or Key column of facedown-server admin sessions.")
    }

    /// Whether `who` is a player id; no address consists of letters and digits only.
    private var isKey: Bool { who.map(BanTarget.isPlayerID) ?? false }

    func resolved() throws(AdminRefusal) -> BanTarget {
      try isKey ? BanTarget(key: who, address: nil) : BanTarget(key: key, address: address ?? who)
    }
  }

  struct BanSomebody: AdminAction {
    static let configuration = CommandConfiguration(
      commandName: "ban", abstract: "Ban a player or an address, and disconnect them.",
      discussion: "Guests have no key: ban them by their address.")
    @OptionGroup var target: Target
    @Option(
      name: .customLong("for"),
      help: ArgumentHelp(
        "How long, such as \(SpanText.examples). Default: until it is lifted.",
        valueName: "time"),
      transform: span)
    var length: Duration?
    @Option(help: ArgumentHelp("Reason, shown to whoever is banned.", valueName: "text"))
    var reason: String?
    @OptionGroup var server: AdminArguments

    func request() throws(AdminRefusal) -> AdminRequest {
      .ban(try target.resolved(), lasting: length, reason: reason ?? "")
    }
  }

  struct Unban: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Lift a ban, named as bans lists it.")
    @OptionGroup var target: Target
    @OptionGroup var server: AdminArguments
    func request() throws(AdminRefusal) -> AdminRequest { .unban(try target.resolved()) }
  }
}
