// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import FacedownTesting
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

  @OptionGroup var line: LinkArguments

  mutating func validate() throws {
    guard ["127.0.0.1", "localhost"].contains(server.host) else {
      throw ValidationError("A relay leads to a server on this machine: say 127.0.0.1.")
    }
  }

  func run() async throws {
    let relay = try LinkRelay(to: server.port, conditions: line.conditions, seed: line.seed)
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

/// What the simulated line is like.
struct LinkArguments: ParsableArguments {
  @Option(help: "The round trip of the empty line, in milliseconds.")
  var rtt = 200

  @Option(help: "How many packets are lost, in per cent.")
  var loss = 2.0

  @Option(help: "Decides everything random about the line.")
  var seed: UInt64 = 1

  @Flag(help: "Leave out the full queues that come once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (0...10_000).contains(rtt) else {
      throw ValidationError("A round trip is 0 to 10000 ms.")
    }
    guard (0...50).contains(loss) else {
      throw ValidationError("A line loses 0 to 50 % of its packets.")
    }
  }

  /// The line as the model takes it.
  var conditions: LinkConditions {
    var conditions = LinkConditions(roundTrip: .milliseconds(rtt), loss: loss / 100)
    conditions.hasCongestion = !noCongestion
    return conditions
  }
}
