// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import LibWebSockets
import MatchClient
import Protocol

/// A connection to ask a server things over, without a seat; lives on the loop.
final class QueryConnection {
  /// What it tells.
  enum News {
    /// The server has said something; the client has taken it in.
    case heard(ClientEvent, ClientCore)
    /// The server is not to be reached, or not any more, and why.
    case lost(String)
  }

  private let questions: [ClientCommand]
  private let tell: (News) -> Void
  private var shell: ClientShell<ClientCore>?
  private var isOver = false

  /// A link that is not connected yet.
  ///
  /// - Parameters:
  ///   - questions: what it asks as soon as it is welcome.
  ///   - tell: gets the news, on the loop.
  init(asking questions: [ClientCommand], tell: @escaping (News) -> Void) {
    self.questions = questions
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
    case .event(.welcomed): for question in questions { shell?.perform(question) }
    case .event(.refused(_, let refusal)): lose(RefusalSentences().sentence(refusal))
    case .event(.closing(let closing)): lose(Wording.plain(closing.reason))
    case .event(.garbled(let problem)):
      lose("The server sent a message this program cannot read: \(problem)")
    case .event(.disconnected): lose("The connection to the server was lost.")
    case .event(let event):
      if !isOver, let core = shell?.machine { tell(.heard(event, core)) }
    }
  }

  private func lose(_ reason: String) {
    guard !isOver else { return }
    tell(.lost(reason))
    close()
  }
}
