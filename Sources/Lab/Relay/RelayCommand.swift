// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Glibc
import MatchClient

/// `facedown-lab relay`: a bad line to a server on this machine, for whoever connects through it.
struct RelayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Puts a simulated line before a server on this machine.",
    discussion: """
      Prints one line of JSON with the address to connect to in place of the server's, then serves \
      until it is told to stop, or its standard input ends. Run one for each line: two players, one \
      near and one far, have a relay each.
      """)

  @Argument(
    help: "The server, for example ws://127.0.0.1:7777.", transform: ServerURL.init(_:))
  var server: ServerURL

  @OptionGroup var line: LineArguments

  mutating func validate() throws {
    guard ["127.0.0.1", "localhost"].contains(server.host) else {
      throw ValidationError("A relay leads to a server on this machine: say 127.0.0.1.")
    }
  }

  func run() async throws {
    let relay = try LineRelay(to: server.port, conditions: line.conditions, seed: line.seed)
    var url = server
    url.host = "127.0.0.1"
    url.port = relay.port
    print("{\"event\":\"listening\",\"url\":\"\(url)\"}")
    fflush(nil)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        relay.run { Self.hasInputEnded }
        continuation.resume()
      }
    }
  }

  /// Whether whoever started this has ended, or closed its standard input.
  private static var hasInputEnded: Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &buffer, buffer.count) == 0
  }
}
