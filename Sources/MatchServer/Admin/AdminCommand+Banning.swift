// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

extension AdminCommand {
  /// Whom a ban means.
  struct Target: ParsableArguments {
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
      guard (key == nil) != (address == nil) else {
        throw ValidationError("Give either --key or --address.")
      }
    }

    func call(_ action: String) -> AdminCall {
      var call = AdminCall(action)
      (call.key, call.address) = (key, address)
      return call
    }
  }

  struct BanSomebody: AdminAction {
    static let configuration = CommandConfiguration(
      commandName: "ban", abstract: "Let somebody in no more; whoever is meant is sent away.",
      discussion: "A key is known once it is proven: guests are banned by their address.")
    @OptionGroup var target: Target
    @Option(
      name: .customLong("for"),
      help: ArgumentHelp(
        "For so long: 45s, 10m, 2h, 7d, 2w. Without it until it is lifted.",
        valueName: "time"),
      transform: span)
    var length: Int64?
    @Option(help: ArgumentHelp("Why; whoever it keeps out is told.", valueName: "text"))
    var reason: String?
    @OptionGroup var server: AdminArguments

    func call() -> AdminCall {
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
    func call() -> AdminCall { target.call("unban") }
  }
}
