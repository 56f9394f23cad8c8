// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import WebClient
import Wire

/// A page whose session is open, and what it asked since.
struct WelcomedPage {
  static let now = LocalTime(microseconds: 1_000_000)

  var page: WebSession

  /// A page whose server's time is `time`, which only the welcome says unless pings are answered.
  init(at time: ServerTime = .zero, answersPings: Bool = true) {
    page = WebSession(
      key: [UInt8](repeating: 7, count: 32), name: "Ana", server: nil, now: Self.now)
    page.opened(1, now: Self.now)
    receive(
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [1], serverTime: time, clockEpoch: 1, challenge: [],
          serverVersion: "t")))
    for message in sent() where answersPings {
      guard case .ping(let ping) = message else { continue }
      receive(.pong(Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: 1)))
    }
  }

  mutating func receive(_ message: ServerMessage) {
    page.received(1, WireEncoding.json.encode(message), now: Self.now)
  }

  /// What the page is to do.
  mutating func outputs() -> [WebOutput] {
    var outputs: [WebOutput] = []
    while let output = page.nextOutput() { outputs.append(output) }
    return outputs
  }

  /// The messages that the page sends; its other outputs are dropped.
  mutating func sent() -> [ClientMessage] {
    outputs().compactMap { output in
      guard case .send(_, let bytes) = output else { return nil }
      return try? WireEncoding.json.decodeClientMessage(bytes)
    }
  }

  func text(_ which: WebText) -> String { page.text(which) }

  /// The fields of a text's lines.
  func fields(_ text: WebText) -> [[String]] {
    page.text(text).split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
  }
}
