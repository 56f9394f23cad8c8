// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Whether a server accepts players.
enum Readiness: String, Sendable {
  /// It accepts players.
  case ready
  /// It waits for another server, or restores the journal.
  case starting
  /// It is draining or shutting down.
  case draining
  /// The journal cannot be written, so nothing can be decided.
  case journal

  /// The HTTP response: the reason as a word, or "ok".
  var response: HTTPResponse {
    switch self {
    case .ready: .well
    case .starting, .draining, .journal: HTTPResponse(status: 503, text: "\(rawValue)\n")
    }
  }
}

extension HTTPResponse {
  /// Healthy.
  static let well = HTTPResponse(status: 200, text: "ok\n")
}
