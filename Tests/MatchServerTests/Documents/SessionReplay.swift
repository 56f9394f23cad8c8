// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import MatchServer
import Protocol
import Wire

/// A real server core with a fixed key, under a clock that the page advances, and its peers.
///
/// Inputs that arise while another is handled are queued, as in the server's shell.
struct SessionReplay {
  private var server: ServerCore
  private let journal = InMemoryJournal()
  private let inbox = Inbox()
  private var peers: [String: SessionClient] = [:]
  private var names: [ServerConnectionID: String] = [:]
  private var now = ServerTime(microseconds: 1_795_342_200_000_000)
  private var lastConnection: UInt64 = 0
  private var answers: [String] = []
  private var topics = TopicSubscribers()
  /// The code of the room that was entered last.
  private var code: String?

  /// The queued inputs.
  private final class Inbox {
    var inputs: [ServerInput] = []
  }

  init() {
    server = ServerCore(
      key: [UInt8](repeating: 11, count: 32), dealer: .fair(.openSSL), version: "0.1.0")
    server.names = [SessionClient.server]
    journal.onResults = { [inbox] in inbox.inputs.append(.results($0)) }
    journal.onBans = { [inbox] in inbox.inputs.append(.bans($0)) }
  }

  /// Carries out a line.
  ///
  /// - Returns: the line with correct values, followed by the server's answers; nothing for a line
  ///   that is itself an answer.
  mutating func perform(_ line: WorkedSession.Line, as text: String) throws -> [String] {
    answers = []
    var spoken = text
    switch line {
    case .answer: return []
    case .opens(let name):
      lastConnection += 1
      let connection = ServerConnectionID(lastConnection)
      var peer = peers[name] ?? SessionClient(name)
      peer.connection = connection
      peer.isDeaf = false
      peers[name] = peer
      names[connection] = name
      feed(.opened(connection, .json))
    case .hearsNothing(let name):
      _ = try peer(name, text)
      peers[name]?.isDeaf = true
    case .isLost(let name): feed(.closed(try peer(name, text).connection))
    case .says(let name, let json):
      let peer = try peer(name, text)
      let said = peer.saying(Array(json.utf8), code: code)
      spoken = "\(name) > \(String(decoding: said, as: UTF8.self))"
      feed(.received(peer.connection, said, at: now))
    case .passes(let duration): pass(duration)
    case .stops: feed(.leave(.stopping))
    }
    return [spoken] + answers
  }

  private func peer(_ name: String, _ line: String) throws -> SessionClient {
    guard let peer = peers[name] else { throw WorkedSession.Unreadable(line: line) }
    return peer
  }

  private mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = server.nextWake, wake <= end {
      now = max(now, wake)
      feed(.tick)
    }
    now = end
  }

  private mutating func feed(_ input: ServerInput) {
    inbox.inputs.append(input)
    while !inbox.inputs.isEmpty {
      for output in server.handle(inbox.inputs.removeFirst(), now: now) { perform(output) }
    }
  }

  private mutating func perform(_ output: ServerOutput) {
    guard let output = topics.resolve(output) else { return }
    switch output {
    case .send(let bytes, let encoding, let targets):
      let hearers = targets.compactMap { names[$0] }
        .filter { peers[$0]?.isDeaf == false }
      guard !hearers.isEmpty else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      // What is published follows what the players are sent: one line for both.
      if let last = answers.last, last.hasSuffix(" < \(text)") {
        answers[answers.count - 1] =
          last.dropLast(text.count + 3) + " \(hearers.joined(separator: " ")) < \(text)"
      } else {
        answers.append("\(hearers.joined(separator: " ")) < \(text)")
      }
      guard let message = try? encoding.decodeServerMessage(bytes) else { return }
      for hearer in hearers {
        peers[hearer]?.hear(message)
        code = peers[hearer]?.code ?? code
      }
    case .append(let records):
      journal.append(records) { [inbox] in inbox.inputs.append(.journalled($0)) }
    case .register(let records):
      journal.put(records) { [inbox] in inbox.inputs.append(.registered($0)) }
    case .fetch(let session, let id):
      journal.get(session) { [inbox] in inbox.inputs.append(.fetched($0, for: id)) }
    case .query(let query):
      journal.query(query) { [inbox] in inbox.inputs.append(.found($0, for: query)) }
    case .close(let connection, let code, let reason):
      answers.append("\(names[connection] ?? "") < close \(code) \(reason)")
      inbox.inputs.append(.closed(connection))
    case .chase, .suspect, .keep, .admin, .drained: break
    case .world, .damaged: preconditionFailure("The server has no world, and nothing to restore.")
    case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
    }
  }
}
