// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// Which connection a session speaks over, and by which tokens it may come back.
struct SessionTable: Sendable {
  private struct Line: Sendable {
    var connection: ServerConnectionID?
    /// Hashes of the newest token and of the one it came back by, which stays good until the
    /// newest is used: the answer that brought the newest may have been lost.
    var tokenHashes: [[UInt8]] = []
    /// The proven player who goes on over it.
    var player: String?
  }

  /// The connections over which sessions wait for their welcome.
  var greetings: [SessionID: ServerConnectionID] = [:]
  private var lines: [SessionID: Line] = [:]
  private var tokens: [[UInt8]: SessionID] = [:]
  /// The newest connection over which each has said hello.
  private var newest: [SessionID: ServerConnectionID] = [:]
  /// The session over which each proven player was last welcomed.
  private var players: [String: SessionID] = [:]

  /// How many sessions there are at the most: those that come back are counted twice until they are
  /// welcome.
  var count: Int { lines.count + greetings.count }

  func connection(of session: SessionID) -> ServerConnectionID? { lines[session]?.connection }

  /// Whether somebody goes on over a session, or may come back to it.
  func isAlive(_ session: SessionID) -> Bool {
    greetings[session] != nil
      || lines[session].map { $0.connection != nil || !$0.tokenHashes.isEmpty } ?? false
  }

  func session(of tokenHash: [UInt8]) -> SessionID? { tokens[tokenHash] }

  /// The hash of the token a session was given last.
  func newestTokenHash(of session: SessionID) -> [UInt8]? { lines[session]?.tokenHashes.last }

  /// The other session over which a proven player is linked; nil for none.
  func rival(of session: SessionID, as player: String?) -> SessionID? {
    guard let rival = player.flatMap({ players[$0] }), rival != session,
      connection(of: rival) != nil
    else { return nil }
    return rival
  }

  /// A proven player goes on over this session and no other.
  mutating func goesOn(_ player: String?, over session: SessionID) {
    guard let player else { return }
    lines[session]?.player = player
    players[player] = session
  }

  /// Takes note that a session says hello over a connection; false if it has done so over a newer one.
  ///
  /// A client opens one connection after the other. What comes over an older one was said before, held up
  /// on the way, and the client has long given that connection up: it must not cost it the newer one.
  mutating func greets(_ session: SessionID, over connection: ServerConnectionID) -> Bool {
    if let newest = newest[session], connection < newest { return false }
    newest[session] = connection
    return true
  }

  /// Links a session, or with no connection only knows it; it comes back by these tokens and no others.
  mutating func attach(
    _ session: SessionID, to connection: ServerConnectionID?, tokenHashes: [[UInt8]]
  ) {
    dropTokens(of: session)
    lines[session] = Line(connection: connection, tokenHashes: tokenHashes)
    if let connection { newest[session] = connection }
    for hash in tokenHashes { tokens[hash] = session }
  }

  mutating func detach(_ session: SessionID) {
    lines[session]?.connection = nil
  }

  /// Nobody comes back to a session any more.
  mutating func seal(_ session: SessionID) {
    for hash in lines[session]?.tokenHashes ?? [] { tokens[hash] = nil }
    lines[session]?.tokenHashes = []
    lines[session]?.connection = nil
  }

  mutating func forget(_ session: SessionID) {
    if let player = lines[session]?.player, players[player] == session { players[player] = nil }
    dropTokens(of: session)
    newest[session] = nil
  }

  private mutating func dropTokens(of session: SessionID) {
    for hash in lines.removeValue(forKey: session)?.tokenHashes ?? [] { tokens[hash] = nil }
  }
}
