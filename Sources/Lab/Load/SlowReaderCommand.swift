// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Game
import Glibc
import LibWebSockets
import Protocol

/// `facedown-lab load slow-reader`: one who watches and never reads, beside others who do.
struct SlowReaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow-reader",
    abstract: "Measures how long entries take to readers, beside one who never reads and without.",
    discussion: """
      The one who never reads has a small buffer in the kernel and asks for the whole room again \
      twenty times a second, so that as much as possible waits for it in the server; when it is cut \
      off it comes back.
      """)

  @OptionGroup var turns: RoundArguments

  @Option(help: "How many watch and read.")
  var viewers = 100

  func validate() throws {
    guard (1...10_000).contains(viewers) else {
      throw ValidationError("--viewers is from 1 to 10000.")
    }
  }

  func run() async throws {
    let server = try LoadServer(isEncrypted: false)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let room = WatchedRoom(loop, options: server.options())
    let code = await room.open(viewers: viewers)
    await room.change(10)
    let empty = server.residentBytes
    print("silent_readers,deliveries,p50_ms,p99_ms,grown_bytes,silent_reader_cut_off")
    for round in 0..<turns.rounds * 2 {
      let silent = round % 2 == 0 ? nil : SilentReader(server, code)
      await room.change(turns.entries)
      let delays = await room.delays
      print(
        "\(silent == nil ? 0 : 1),\(delays.count),\(delays.percentile(0.5)),"
          + "\(delays.percentile(0.99)),\(server.residentBytes - empty),\(silent?.end() ?? 0)")
    }
  }
}

/// One who watches and never reads, on a thread of its own.
private final class SilentReader: Sendable {
  private let state = Locked((isOver: false, connections: 0))

  init(_ server: LoadServer, _ code: String) {
    DispatchQueue.global().async { [state] in
      while !state.get().isOver {
        guard let peer = try? RawClient(to: server.url, receiveBuffer: 2_048) else { return }
        state.update { $0.connections += 1 }
        var request: UInt64 = 0
        while !state.get().isOver {
          request += 1
          let join = JoinRoom(id: RequestID(request), code: code, role: .spectator)
          guard peer.say(.joinRoom(join)) else { break }
          usleep(52_000)
        }
      }
    }
  }

  /// Ends it; returns how often it was cut off.
  func end() -> Int {
    state.update { $0.isOver = true }
    return state.get().connections - 1
  }
}
