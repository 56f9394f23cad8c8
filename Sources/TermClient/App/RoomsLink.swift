// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import LibWebSockets
import MatchClient
import Protocol

/// A connection that keeps up with a server's list of rooms; lives on the loop.
final class RoomsLink {
  /// What it tells.
  enum News {
    /// The rooms are these now.
    case rooms([RoomSummary])
    /// The server is not to be reached any more, and why.
    case lost(String)
  }

  private let tell: (News) -> Void
  private var shell: ClientShell<ClientCore>?
  private var isOver = false

  /// A link that is not connected yet.
  ///
  /// - Parameter tell: gets the news, on the loop.
  init(tell: @escaping (News) -> Void) {
    self.tell = tell
  }

  /// Begins to connect.
  func open(_ url: ServerURL, _ login: Login, on loop: EventLoop) {
    let core = ClientCore(
      agent: "facedown/\(clientVersion)", name: login.name, key: RandomBytes.make(32),
      hashing: .openSSL)
    let shell = ClientShell(machine: core, loop: loop, clock: LocalClock()) { [weak self] in
      self?.take($0)
    }
    self.shell = shell
    do throws(ConnectError) {
      try shell.connect(to: url, trust: login.trust)
    } catch {
      lose(error.description)
    }
  }

  /// Ends it; nothing more is told.
  func close() {
    isOver = true
    shell?.close()
  }

  private func take(_ notice: ClientShell<ClientCore>.Notice) {
    switch notice {
    case .failed(let failure): lose(failure.description)
    case .event(.welcomed): shell?.perform(.listRooms(watch: true))
    case .event(.rooms):
      if !isOver { tell(.rooms(shell?.machine.rooms ?? [])) }
    case .event(.refused(_, let refusal)): lose(RefusalSentences().sentence(refusal))
    case .event(.closing(let closing)): lose(closing.reason)
    case .event(.garbled(let problem)):
      lose("The server sent what this program cannot read: \(problem)")
    case .event(.disconnected): lose("The connection to the server was lost.")
    case .event: break
    }
  }

  private func lose(_ reason: String) {
    guard !isOver else { return }
    tell(.lost(reason))
    close()
  }
}
