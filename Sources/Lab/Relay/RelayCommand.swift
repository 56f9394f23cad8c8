// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Glibc
import MatchClient

/// `facedown-lab relay`: a simulated link in front of a server on this machine.
struct RelayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Puts a simulated link in front of a server on this machine.",
    discussion: """
      Prints one line of JSON with the address to use instead of the server's, then serves until \
      it is stopped, or its standard input ends. Run one relay for each connection, such as one \
      for a near player and one for a far one.
      """)

  @Argument(
    help: "The server, for example ws://127.0.0.1:7777.", transform: ServerURL.init(_:))
  var server: ServerURL

  @OptionGroup var link: LinkArguments

  mutating func validate() throws {
    guard ["127.0.0.1", "localhost"].contains(server.host) else {
      throw ValidationError("A relay needs a server on this machine: use 127.0.0.1.")
    }
  }

  func run() async throws {
    let relay = try LinkRelay(to: server.port, conditions: link.conditions, seed: link.seed)
    var url = server
    url.host = "127.0.0.1"
    url.port = relay.port
    print("{\"event\":\"listening\",\"url\":\"\(url)\"}")
    fflush(nil)
    await OwnThread.run { relay.run { Self.hasInputEnded } }
  }

  /// Whether the parent process has ended, or closed our standard input.
  private static var hasInputEnded: Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &buffer, buffer.count) == 0
  }
}

/// Options of the simulated link.
struct LinkArguments: ParsableArguments {
  @Option(help: "Round trip of the idle link, in milliseconds.")
  var rtt = 200

  @Option(help: "Packet loss, in per cent.")
  var loss = 2.0

  @Option(help: "Seed of the link's jitter, loss and congestion.")
  var seed: UInt64 = 1

  @Flag(help: "Without the congestion that occurs once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (0...10_000).contains(rtt) else {
      throw ValidationError("--rtt must be from 0 to 10000.")
    }
    guard (0...50).contains(loss) else {
      throw ValidationError("--loss must be from 0 to 50.")
    }
  }

  /// The conditions for the link model.
  var conditions: LinkConditions {
    var conditions = LinkConditions(roundTrip: .milliseconds(rtt), loss: loss / 100)
    conditions.hasCongestion = !noCongestion
    return conditions
  }
}
