// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Protocol

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
    guard socket != "" else { throw ValidationError("--socket names no path.") }
    guard data != "" else { throw ValidationError("--data names no folder.") }
  }

  /// Sends the request and prints the answer line by line.
  ///
  /// - Throws: `AdminProblem` if the server cannot be reached or refuses.
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
