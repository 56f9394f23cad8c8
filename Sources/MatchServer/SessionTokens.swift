// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Lobby

/// The resume tokens of the sessions in memory, and the revision of each in the registry.
struct SessionTokens: Sendable {
  private struct Known: Sendable {
    /// SHA-256 of the former and the newest token.
    ///
    /// The former stays valid until the newest is used: the welcome that carried it may have been
    /// lost.
    var hashes: [[UInt8]]
    /// The token of a proof that was not stored, or may have been: nobody was sent it, and the next
    /// proof gives it.
    var unsent: [UInt8]?
    /// The revision that the registry had last, as far as this process knows; nil for none.
    ///
    /// A later one stands there if a put of this process landed without saying so.
    var revision: Revision?
  }

  private var known: [SessionID: Known] = [:]
  /// The sessions of tokens that may not name them: those of the sessions a server started with.
  private var unnamed: [[UInt8]: SessionID] = [:]

  /// The sessions that can be resumed.
  var all: [SessionID] {
    known.filter { !$0.value.hashes.isEmpty }.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// The number of sessions.
  var count: Int { known.count }

  /// The session that a token with this hash resumes; nil for none in memory.
  func session(of token: ResumeToken, hash: [UInt8]) -> SessionID? {
    guard let session = token.session else { return unnamed[hash] }
    return hashes(of: session).contains(hash) ? session : nil
  }

  /// The hashes of a session's tokens, the newest last; empty if it cannot be resumed.
  func hashes(of session: SessionID) -> [[UInt8]] { known[session]?.hashes ?? [] }

  /// The revision of a session as this process knows it; nil if the registry has none.
  func revision(of session: SessionID) -> Revision? { known[session]?.revision }

  /// The token that an earlier proof of a session has put without being told that it was stored; nil
  /// for none.
  func unsent(of session: SessionID) -> [UInt8]? { known[session]?.unsent }

  /// A proof's token was sent to nobody, because it may not be stored.
  mutating func keep(unsent token: [UInt8], of session: SessionID) {
    known[session]?.unsent = token
  }

  /// Loads a session as the registry has it; `hasNames` is false if its tokens may not name it.
  mutating func restore(_ session: RegisteredSession, hasNames: Bool) {
    let (id, hashes) = (session.record.id, session.record.tokenHashes)
    precondition(known[id] == nil, "A session is restored once.")
    known[id] = Known(hashes: hashes, revision: session.revision)
    if !hasNames { for hash in hashes { unnamed[hash] = id } }
  }

  /// Replaces a session's tokens.
  mutating func set(_ hashes: [[UInt8]], of session: SessionID) {
    precondition(hashes.count <= 2, "A session resumes by two tokens at most.")
    for hash in self.hashes(of: session) where !hashes.contains(hash) { unnamed[hash] = nil }
    known[session, default: Known(hashes: [])].hashes = hashes
    known[session]?.unsent = nil
  }

  /// Records which revision the registry has.
  mutating func learn(_ revision: Revision?, of session: SessionID) {
    known[session]?.revision = revision
  }

  /// Forgets a session.
  mutating func drop(_ session: SessionID) {
    for hash in known.removeValue(forKey: session)?.hashes ?? [] { unnamed[hash] = nil }
  }
}
