// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Journal
import Protocol
import Wire

/// `facedown-server admin`: administers a running server.
struct AdminCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Administer a server that runs on this machine.",
    discussion: """
      The server answers its own user and root over a Unix socket, by default admin.sock in its \
      data folder, and never over a network. It records every request in audit.log in that folder.
      """,
    subcommands: [
      Status.self, Rooms.self, Sessions.self, Kick.self, Bans.self, BanSomebody.self, Unban.self,
      Announce.self, Drain.self, Reload.self, Nodes.self, Move.self, World.self,
    ])

  struct Status: AdminAction {
    static let configuration = CommandConfiguration(abstract: "Show the server's state.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .status }
  }

  struct Rooms: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List all rooms.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .rooms }
  }

  struct Sessions: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List all connected sessions.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .sessions }
  }

  struct Bans: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List all bans.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .bans }
  }

  struct Reload: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Reload the configuration, as SIGHUP does.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .reload }
  }

  struct Kick: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "End a session and disconnect its player.",
      discussion: "They may come back with a new session: use ban to keep them out.")
    @Argument(help: ArgumentHelp("The session, as sessions lists it.", valueName: "session"))
    var session: String
    @Option(help: ArgumentHelp("Reason, shown to the player.", valueName: "text"))
    var reason: String?
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .kick(session: session, reason: reason ?? "") }
  }

  struct Announce: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Show a message to everyone who is connected.")
    @Argument(help: ArgumentHelp("The message, one line.", valueName: "text"))
    var text: String
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .announce(text) }
  }

  struct Drain: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Start no new matches, and stop the server once the running ones are over.")
    @Option(
      help: ArgumentHelp(
        "Stop after this time at the latest, such as \(SpanText.examples).", valueName: "time"),
      transform: span)
    var within: Duration?
    @Flag(help: "Hand every room over to the world's other nodes, and stop then.")
    var move = false
    @Flag(help: "Stop draining.")
    var cancel = false
    @OptionGroup var server: AdminArguments

    func request() throws(AdminRefusal) -> AdminRequest {
      try .drain(within: within, moves: move, cancels: cancel)
    }
  }

  struct Nodes: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "List the nodes of the world that the server belongs to.")
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .nodes }
  }

  struct World: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the state of the world that the server belongs to, or write it back.",
      subcommands: [Show.self, Refill.self], defaultSubcommand: Show.self)

    struct Show: AdminAction {
      static let configuration = CommandConfiguration(
        abstract: "Show the state of the world, and its streams.")
      @OptionGroup var server: AdminArguments
      func request() -> AdminRequest { .world }
    }

    struct Refill: AdminAction {
      static let configuration = CommandConfiguration(
        abstract: "Write back what the server remembers, after the NATS servers have lost it.",
        discussion: """
          Run it at every node, one right after the other, once the NATS servers run again. What \
          stands in the world and is not older stays, so it can be run again. See docs/fleet.md.
          """)
      @Flag(help: "Only compare the rooms, and write nothing.")
      var dryRun = false
      @OptionGroup var server: AdminArguments
      func request() -> AdminRequest { .refill(isDry: dryRun) }
    }
  }

  struct Move: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Hand a room over to another node of the world; its match goes on there.")
    @Argument(help: ArgumentHelp("The room's code, as rooms lists it.", valueName: "code"))
    var code: String
    @Argument(
      help: ArgumentHelp(
        "The node, as nodes lists it. Default: the one with the fewest rooms.", valueName: "node"))
    var node: String?
    @OptionGroup var server: AdminArguments
    func request() -> AdminRequest { .move(code: code.uppercased(), to: node) }
  }
}

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
    private var isKey: Bool { who.map(KeyProof.isPlayerID) ?? false }

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

/// Parses a length of time.
func span(_ text: String) throws -> Duration {
  do throws(SpanText.Problem) {
    return .seconds(try SpanText.seconds(text))
  } catch {
    throw ValidationError(error.description)
  }
}

/// Options of admin commands: which server to ask, and how to print the answer.
struct AdminArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The server's admin socket (its --admin-socket).", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp("The server's data folder (its --data).", valueName: "folder"))
  var data: String?

  @Flag(help: "Print the server's answer, one JSON object per line.")
  var json = false

  func validate() throws {
    guard socket == nil || data == nil else {
      throw ValidationError("Give either --socket or --data, not both.")
    }
    guard socket != "" else { throw ValidationError("--socket needs a path.") }
    guard data != "" else { throw ValidationError("--data needs the path of a folder.") }
  }

  /// Sends the request and prints the answer line by line.
  ///
  /// - Throws: `CommandProblem` if the server cannot be reached or refuses.
  func ask(_ request: AdminRequest, _ say: (String) -> Void) throws {
    let client = try AdminClient(path: AdminSocketPath.resolved(socket: socket, data: data))
    var answer: AdminAnswer = []
    let sentence = try client.ask(request) { line, bytes in
      if json {
        say(String(decoding: bytes, as: UTF8.self).printableJSON)
      } else if case .backup = line {
        for text in TextTable.lines([line]) { say(text) }
      } else {
        answer.append(line)
      }
    }
    guard !json else { return }
    for line in TextTable.lines(answer) { say(line) }
    // The status table needs no closing sentence.
    if request != .status { say(sentence.printable(limit: 2000)) }
  }
}

/// An admin subcommand.
protocol AdminAction: ParsableCommand {
  /// The server to ask.
  var server: AdminArguments { get }

  /// The request.
  ///
  /// - Throws: `AdminRefusal` if a value is invalid.
  func request() throws(AdminRefusal) -> AdminRequest
}

extension AdminAction {
  func run() throws { try server.ask(request().checked()) { print($0) } }

  /// Rejects invalid requests before connecting.
  func validate() throws {
    do throws(AdminRefusal) {
      _ = try request().checked()
    } catch {
      throw ValidationError(error.description)
    }
  }
}
