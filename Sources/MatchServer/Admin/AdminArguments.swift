// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Protocol

/// Which server a host asks, and how its answer is printed.
struct AdminArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The server's admin socket (its --admin-socket).", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp("The server's data folder (its --data).", valueName: "folder"))
  var data: String?

  @Flag(help: "Print the server's answer, one JSON object a line.")
  var json = false

  func validate() throws {
    guard socket == nil || data == nil else {
      throw ValidationError("Give either --socket or --data, not both.")
    }
    guard socket != "" else { throw ValidationError("--socket names no path.") }
    guard data != "" else { throw ValidationError("--data names no folder.") }
  }

  /// Asks the server and prints its answer, line by line.
  ///
  /// - Throws: `AdminProblem` if it cannot be asked, or refuses.
  func ask(_ call: AdminMessage, _ say: (String) -> Void) throws {
    let client = try AdminClient(path: AdminPath.resolved(socket: socket, data: data))
    var lines: [AdminReply] = []
    let done = try client.ask(call) { line, bytes in
      if json {
        say(String(decoding: bytes, as: UTF8.self).printableJSON)
      } else if let backup = line.backup {
        say(TextTable.line(backup))
      } else {
        lines.append(line)
      }
    }
    guard !json else { return }
    for line in TextTable.lines(lines) { say(line) }
    // A table of status says all itself.
    if lines.allSatisfy({ $0.status == nil }) { say(done.says.printable(limit: 2000)) }
  }
}

/// One thing a host asks of a server that runs.
protocol AdminAction: ParsableCommand {
  /// Which server.
  var server: AdminArguments { get }

  /// What is asked.
  func call() -> AdminMessage
}

extension AdminAction {
  func run() throws { try server.ask(call()) { print($0) } }

  /// Refuses at once what no server would do.
  func validate() throws {
    do throws(AdminRefusal) {
      _ = try call().request()
    } catch {
      throw ValidationError(error.description)
    }
  }
}
