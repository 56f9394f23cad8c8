// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Crypto
import Game
import LibWebSockets
import MatchClient
import MatchUI
import Protocol
import SocketClient
import Wire

/// A server, and the name and the trust to connect with.
struct ServerLogin: Hashable, Sendable {
  var url: ServerURL
  var login: Login
}

/// A server's answers to some questions.
struct ServerAnswers: Sendable {
  /// The answers, in order.
  var events: [ClientEvent]
  /// The client's state after them.
  var client: ClientCore
}

/// Why a server gave no answer.
struct QueryFailure: Error, Hashable {
  /// The reason as a sentence.
  var sentence: String
}

/// A connection for questions to a server, without a seat; confined to the loop.
final class QueryConnection {
  /// A notification to its owner.
  enum News {
    /// An event, with the client's state after it.
    case heard(ClientEvent, ClientCore)
    /// The connection failed or was lost, with the reason as a sentence.
    case lost(String)
  }

  private let questions: [ClientCommand]
  private let report: (News) -> Void
  private var shell: SocketClient?
  private var isOver = false

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - questions: what to ask after the handshake.
  ///   - server: the server, and the name and the trust to connect with.
  ///   - loop: the loop.
  ///   - report: receives the notifications, on the loop; the first may come at once.
  init(
    asking questions: [ClientCommand], _ server: ServerLogin, on loop: EventLoop,
    report: @escaping (News) -> Void
  ) {
    self.questions = questions
    self.report = report
    let profile = SocketClient.Profile(
      agent: "facedown/\(clientVersion)", name: server.login.name)
    let shell = SocketClient(profile, loop: loop, clock: LocalClock()) { [weak self] in
      self?.take($0)
    }
    self.shell = shell
    do throws(ConnectError) {
      try shell.connect(to: server.url, trust: server.login.trust)
    } catch {
      lose(error.description)
    }
  }

  /// Closes it; no notifications follow.
  func close() {
    isOver = true
    shell?.close()
  }

  private func take(_ notice: SocketClient.Notice) {
    switch notice {
    case .failed(let failure): lose(failure.description)
    case .event(.welcomed): for question in questions { shell?.perform(question) }
    case .event(.refused(let command, let refusal)):
      lose(RefusalSentences().sentence(refusal, of: command))
    case .event(.closing(let closing)): lose(Wording.plain(closing.reason))
    case .event(.garbled(let problem)):
      lose("The server sent a message this program cannot read: \(problem)")
    case .event(.disconnected): lose("The connection to the server was lost.")
    case .event(let event):
      if !isOver, let core = shell?.core { report(.heard(event, core)) }
    }
  }

  private func lose(_ reason: String) {
    guard !isOver else { return }
    report(.lost(reason))
    close()
  }
}
