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

  /// The page about the server's health at a path; nil for any other path.
  func page(at path: String) -> HTTPResponse? {
    let well = HTTPResponse(status: 200, text: "ok\n")
    switch (path, self) {
    // Liveness only: the loop answers this.
    case ("/healthz", _), ("/readyz", .ready): return well
    case ("/readyz", _): return HTTPResponse(status: 503, text: "\(rawValue)\n")
    default: return nil
    }
  }
}
