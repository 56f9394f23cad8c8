// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// Maps sessions to connections and resume tokens.
///
/// | State | Entry | Connection | Tokens | Next |
/// |---|---|---|---|---|
/// | greeting | `greetings` | - | - | attached, or gone if the journal fails |
/// | attached | `lines` | set | 1 or 2 | detached by a close or takeover, sealed by a kick |
/// | detached | `lines` | nil | 1 or 2 | greeting by a hello, forgotten by the lobby |
/// | sealed | `lines` | nil | none | forgotten by the lobby |
///
/// While it resumes, a session is greeting and detached at once; while it proves a key, greeting
/// and attached.
struct SessionTable: Sendable {
  private struct Line: Sendable {
    var connection: ServerConnectionID?
    /// SHA-256 of the former and the newest token.
    ///
    /// The former stays valid until the newest is used: the welcome that carried it may have been
    /// lost.
    var tokenHashes: [[UInt8]] = []
    /// The proven player of the session.
    var player: String?
  }

  /// Connections whose hello or proof waits for the journal, by session.
  var greetings: [SessionID: ServerConnectionID] = [:]
  private var lines: [SessionID: Line] = [:]
  private var tokens: [[UInt8]: SessionID] = [:]
  /// The newest connection over which each session has said hello.
  private var newest: [SessionID: ServerConnectionID] = [:]
  /// The session over which each proven player was last welcomed.
  private var players: [String: SessionID] = [:]

  /// An upper bound of the number of sessions: one that resumes counts twice until it is welcomed.
  var count: Int { lines.count + greetings.count }

  func connection(of session: SessionID) -> ServerConnectionID? { lines[session]?.connection }

  /// Whether a session is connected, in its handshake, or resumable.
  func isAlive(_ session: SessionID) -> Bool {
    greetings[session] != nil
      || lines[session].map { $0.connection != nil || !$0.tokenHashes.isEmpty } ?? false
  }

  func session(of tokenHash: [UInt8]) -> SessionID? { tokens[tokenHash] }

  /// The hash of the session's newest token.
  func newestTokenHash(of session: SessionID) -> [UInt8]? { lines[session]?.tokenHashes.last }

  /// Another connected session of the same proven player; nil for none.
  func rival(of session: SessionID, as player: String?) -> SessionID? {
    guard let rival = player.flatMap({ players[$0] }), rival != session,
      connection(of: rival) != nil
    else { return nil }
    return rival
  }

  /// Makes this session the only one of a proven player.
  mutating func goesOn(_ player: String?, over session: SessionID) {
    guard let player else { return }
    assert(lines[session] != nil, "A proven player continues over an attached session.")
    lines[session]?.player = player
    players[player] = session
  }

  /// Records a hello; false if the session has said hello over a newer connection.
  ///
  /// Clients open connections one after the other, so a hello over an older one was delayed on its
  /// way; its client has given that connection up, and it must not displace the newer one.
  mutating func greets(_ session: SessionID, over connection: ServerConnectionID) -> Bool {
    if let newest = newest[session], connection < newest { return false }
    newest[session] = connection
    return true
  }

  /// Attaches a session to a connection (nil: restored, not connected), with exactly these resume
  /// tokens.
  mutating func attach(
    _ session: SessionID, to connection: ServerConnectionID?, tokenHashes: [[UInt8]]
  ) {
    precondition(tokenHashes.count <= 2, "A session resumes by two tokens at most.")
    dropTokens(of: session)
    lines[session] = Line(connection: connection, tokenHashes: tokenHashes)
    if let connection { newest[session] = connection }
    for hash in tokenHashes { tokens[hash] = session }
  }

  mutating func detach(_ session: SessionID) {
    lines[session]?.connection = nil
  }

  /// Invalidates a session's tokens and detaches it.
  mutating func seal(_ session: SessionID) {
    for hash in lines[session]?.tokenHashes ?? [] { tokens[hash] = nil }
    lines[session]?.tokenHashes = []
    lines[session]?.connection = nil
  }

  mutating func forget(_ session: SessionID) {
    if let player = lines[session]?.player, players[player] == session { players[player] = nil }
    dropTokens(of: session)
    assert(!players.values.contains(session), "No proven player continues over an ended session.")
    newest[session] = nil
  }

  private mutating func dropTokens(of session: SessionID) {
    for hash in lines.removeValue(forKey: session)?.tokenHashes ?? [] { tokens[hash] = nil }
  }
}
