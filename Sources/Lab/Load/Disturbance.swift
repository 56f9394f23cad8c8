// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import MatchClient
import Protocol

/// Disruptive peers of a server on threads of their own: spectators that never read, and
/// connections that flood it with WebSocket pings.
final class Disturbance: Sendable {
  /// The effect they had.
  struct Outcome: Hashable, Sendable {
    /// How often the server disconnected silent readers.
    var cutOff = 0
    /// Bytes of pings that the server's kernel accepted.
    var pingBytes = 0
  }

  private struct State {
    var isOver = false
    var outcome = Outcome()
    var peers: [RawClient] = []
  }

  private let silentReaders: Int
  private let pingFloods: Int
  private let state = Locked(State())

  /// Disruptive peers that have not started.
  ///
  /// - Parameters:
  ///   - silentReaders: the number of spectators with a small receive buffer that never read,
  ///     request the whole room twenty times a second, and reconnect when they are disconnected.
  ///   - pingFloods: the number of connections that send pings as fast as the kernel accepts them.
  init(silentReaders: Int, pingFloods: Int) {
    self.silentReaders = silentReaders
    self.pingFloods = pingFloods
  }

  /// Starts them at the server at `url`, in the room with `code`.
  func begin(at url: ServerURL, code: String) {
    if silentReaders > 0 { OwnThread.start { [self] in readNothing(url, code) } }
    for _ in 0..<pingFloods { OwnThread.start { [self] in flood(url) } }
  }

  /// Disconnects all of them.
  func end() -> Outcome {
    state.update { state in
      state.isOver = true
      for peer in state.peers { peer.hangUp() }
    }
    return state.get().outcome
  }

  private func readNothing(_ url: ServerURL, _ code: String) {
    var readers = [RawClient?](repeating: nil, count: silentReaders)
    var request: UInt64 = 0
    while !state.get().isOver {
      request += 1
      let join = RoomRequest.joinRoom(JoinRoom(code: code, role: .spectator))
      for (index, reader) in readers.enumerated() {
        if let reader, reader.say(.request(id: RequestID(request), join)) { continue }
        if let reader { forget(reader) }
        readers[index] = enter(url, receiveBuffer: 2_048)
      }
      usleep(52_000)
    }
  }

  private func forget(_ reader: RawClient) {
    state.update { state in
      state.peers.removeAll { $0 === reader }
      if !state.isOver { state.outcome.cutOff += 1 }
    }
  }

  private func flood(_ url: ServerURL) {
    guard let peer = enter(url, receiveBuffer: nil) else { return }
    let pings = (0..<1_000).flatMap { _ in RawClient.frame(0x9, []) }
    while peer.send(pings) { state.update { $0.outcome.pingBytes += pings.count } }
  }

  private func enter(_ url: ServerURL, receiveBuffer: Int32?) -> RawClient? {
    guard let peer = try? RawClient(to: url, receiveBuffer: receiveBuffer) else { return nil }
    state.update { state in
      if state.isOver { peer.hangUp() } else { state.peers.append(peer) }
    }
    return peer
  }
}
