// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// Which link a session speaks over, and by which tokens it may come back.
struct SessionTable: Sendable {
  private struct Line: Sendable {
    var link: LinkID?
    /// Hashes of the newest token and of the one it came back by, which stays good until the
    /// newest is used: the answer that brought the newest may have been lost.
    var tokenHashes: [[UInt8]] = []
  }

  /// The links over which sessions wait for their welcome.
  var greetings: [SessionID: LinkID] = [:]
  private var lines: [SessionID: Line] = [:]
  private var tokens: [[UInt8]: SessionID] = [:]

  func link(of session: SessionID) -> LinkID? { lines[session]?.link }

  func session(of tokenHash: [UInt8]) -> SessionID? { tokens[tokenHash] }

  /// Links a session, or with no link only knows it; it comes back by these tokens and no others.
  mutating func attach(_ session: SessionID, to link: LinkID?, tokenHashes: [[UInt8]]) {
    forget(session)
    lines[session] = Line(link: link, tokenHashes: tokenHashes)
    for hash in tokenHashes { tokens[hash] = session }
  }

  mutating func detach(_ session: SessionID) {
    lines[session]?.link = nil
  }

  mutating func forget(_ session: SessionID) {
    for hash in lines.removeValue(forKey: session)?.tokenHashes ?? [] { tokens[hash] = nil }
  }
}
