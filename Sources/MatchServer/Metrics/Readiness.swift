// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Whether a server takes anyone in now.
enum Readiness: String, Sendable {
  /// It does.
  case ready
  /// It waits for another server to leave, or reads what is kept.
  case starting
  /// It takes its leave.
  case draining
  /// Nothing can be written to the journal, so nothing can be decided.
  case journal

  /// The answer to whoever asks: the reason as a word, or that all is well.
  var response: HTTPResponse {
    switch self {
    case .ready: .well
    case .starting, .draining, .journal: HTTPResponse(status: 503, text: "\(rawValue)\n")
    }
  }
}

extension HTTPResponse {
  /// All is well.
  static let well = HTTPResponse(status: 200, text: "ok\n")
}
