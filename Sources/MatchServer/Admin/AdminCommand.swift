// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-server admin`: what whoever runs a server asks it while it runs.
struct AdminCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Ask a server that runs here, or tell it what to do.",
    discussion: """
      It answers over a Unix socket, admin.sock in its data folder unless it was told otherwise, to \
      the user it runs as and to root, and never over a network. Everything it is asked is noted in \
      audit.log in that folder.
      """,
    subcommands: [
      Status.self, Rooms.self, Sessions.self, Kick.self, Bans.self, BanSomebody.self, Unban.self,
      Announce.self, Drain.self, Reload.self,
    ])

  struct Status: AdminAction {
    static let configuration = CommandConfiguration(abstract: "Say how the server is.")
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { AdminMessage("status") }
  }

  struct Rooms: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List all rooms.")
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { AdminMessage("rooms") }
  }

  struct Sessions: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List everybody who is connected.")
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { AdminMessage("sessions") }
  }

  struct Bans: AdminAction {
    static let configuration = CommandConfiguration(abstract: "List all bans.")
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { AdminMessage("bans") }
  }

  struct Reload: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Read again what can change while the server runs, as SIGHUP does.")
    @OptionGroup var server: AdminArguments
    func call() -> AdminMessage { AdminMessage("reload") }
  }

  struct Kick: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Send somebody away.",
      discussion: "They may come back as somebody new: a ban is what keeps people out.")
    @Argument(help: ArgumentHelp("As sessions lists it.", valueName: "session"))
    var session: String
    @Option(help: ArgumentHelp("Why; they are told.", valueName: "text"))
    var reason: String?
    @OptionGroup var server: AdminArguments

    func call() -> AdminMessage {
      var call = AdminMessage("kick")
      (call.session, call.reason) = (session, reason)
      return call
    }
  }

  struct Announce: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Show a text to everybody who is connected.")
    @Argument(help: ArgumentHelp("One line.", valueName: "text"))
    var text: String
    @OptionGroup var server: AdminArguments

    func call() -> AdminMessage {
      var call = AdminMessage("announce")
      call.text = text
      return call
    }
  }

  struct Drain: AdminAction {
    static let configuration = CommandConfiguration(
      abstract: "Begin no more matches, and stop the server once those under way are over.")
    @Option(
      help: ArgumentHelp(
        "Stop after so long whatever runs: \(SpanText.examples).", valueName: "time"),
      transform: span)
    var within: Int64?
    @Flag(help: "Go on as before.")
    var cancel = false
    @OptionGroup var server: AdminArguments

    func call() -> AdminMessage {
      var call = AdminMessage("drain")
      (call.seconds, call.cancel) = (within, cancel ? true : nil)
      return call
    }
  }
}

/// A length of time from the command line, in seconds.
func span(_ text: String) throws -> Int64 {
  do throws(SpanText.Problem) {
    return try SpanText.seconds(text)
  } catch {
    throw ValidationError(error.description)
  }
}
