// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby
import Protocol

/// Which connection speaks for which session: tokens, handshakes and key proofs.
///
/// | State of a connection | Leaves it by |
/// |---|---|
/// | anonymous | hello: greeting; closed if none arrives in time |
/// | greeting | the journal's answer or `journalTimeout`: welcomed, or anonymous and turned away |
/// | welcomed | a proof: proving; takeover, kick or ban: anonymous and closed |
/// | proving | the journal's answer or `journalTimeout`: welcomed; takeover, kick or ban |
///
/// | State of a session | Leaves it by |
/// |---|---|
/// | beginning | its handshake: attached, or forgotten |
/// | attached | the end of its connection, takeover: detached |
/// | detached | a hello with one of its tokens: attached; the lobby forgets it |
/// | sealed | kicked or banned: the lobby forgets it |
struct Sessions: Sendable {
  private enum State: Sendable {
    case anonymous
    case greeting(PendingHandshake)
    case welcomed(SessionID)
    case proving(PendingHandshake)
  }

  private struct Line: Sendable {
    var state = State.anonymous
    /// Journal answers still due for handshakes that timed out; they are ignored.
    var lateAnswers = 0
    var claim = KeyClaim()
  }

  private struct Record: Sendable {
    var connection: ServerConnectionID?
    /// SHA-256 of the former and the newest token.
    ///
    /// The former stays valid until the newest is used: the welcome that carried it may have been
    /// lost.
    var tokenHashes: [[UInt8]] = []
    /// The proven player of the session.
    var player: String?
  }

  private var lines: [ServerConnectionID: Line] = [:]
  private var records: [SessionID: Record] = [:]
  /// Connections whose hello or proof waits for the journal, by session.
  private var handshakes: [SessionID: ServerConnectionID] = [:]
  private var tokens: [[UInt8]: SessionID] = [:]
  /// The newest connection over which each session has said hello.
  private var newest: [SessionID: ServerConnectionID] = [:]
  /// The session over which each proven player was last welcomed.
  private var players: [String: SessionID] = [:]
  /// Connections without a hello yet, oldest first, with their deadlines.
  private var silent: Deque<(connection: ServerConnectionID, deadline: ServerTime)> = []
  /// Connections whose handshake waits for the journal, in order of deadline; includes those
  /// answered meanwhile.
  private var waiting: Deque<(connection: ServerConnectionID, deadline: ServerTime)> = []

  // MARK: Connections

  /// Counts a new connection, which must say hello by `deadline`.
  mutating func opened(_ connection: ServerConnectionID, helloBy deadline: ServerTime) {
    precondition(
      lines[connection] == nil, "Connection \(connection.rawValue) was opened twice.")
    lines[connection] = Line()
    silent.append((connection, deadline))
  }

  /// Removes a connection; its session may resume.
  ///
  /// - Returns: the handshake that ends with it, and the session that was attached to it.
  mutating func closed(
    _ connection: ServerConnectionID
  ) -> (handshake: PendingHandshake?, session: SessionID?) {
    guard let line = lines.removeValue(forKey: connection) else { return (nil, nil) }
    var handshake: PendingHandshake?
    let session: SessionID?
    switch line.state {
    case .anonymous: session = nil
    case .greeting(let pending): (handshake, session) = (pending, nil)
    case .welcomed(let welcomed): session = welcomed
    case .proving(let pending): (handshake, session) = (pending, pending.session)
    }
    if let handshake { handshakes[handshake.session] = nil }
    guard let session, records[session]?.connection == connection else { return (handshake, nil) }
    records[session]?.connection = nil
    return (handshake, session)
  }

  /// The session welcomed over a connection; nil before.
  func session(over connection: ServerConnectionID) -> SessionID? {
    switch lines[connection]?.state {
    case .welcomed(let session): session
    case .proving(let pending): pending.session
    case .anonymous, .greeting, nil: nil
    }
  }

  /// The hello or proof of a connection that waits for the journal; nil for none.
  func handshake(over connection: ServerConnectionID) -> PendingHandshake? {
    switch lines[connection]?.state {
    case .greeting(let pending), .proving(let pending): pending
    case .anonymous, .welcomed, nil: nil
    }
  }

  /// Connections with a welcomed session, oldest first; O(n log n).
  var welcomed: [ServerConnectionID] {
    lines.keys.filter { session(over: $0) != nil }.sorted()
  }

  /// Takes the connections that have not said hello in time.
  mutating func takeSilent(now: ServerTime) -> [ServerConnectionID] {
    var overdue: [ServerConnectionID] = []
    while let first = silent.first, first.deadline <= now {
      silent.removeFirst()
      if case .anonymous = lines[first.connection]?.state { overdue.append(first.connection) }
    }
    return overdue
  }

  /// When a hello or a journal's answer is overdue next; nil for never.
  var nextWake: ServerTime? {
    earlier(silent.first?.deadline, waiting.first?.deadline)
  }

  // MARK: Handshakes

  /// Whether a session's handshake waits for the journal.
  func isInHandshake(_ session: SessionID) -> Bool { handshakes[session] != nil }

  /// Records a hello; false if the session has said hello over a newer connection.
  ///
  /// Clients open connections one after the other, so a hello over an older one was delayed on its
  /// way; its client has given that connection up, and it must not displace the newer one.
  mutating func greets(_ session: SessionID, over connection: ServerConnectionID) -> Bool {
    if let newest = newest[session], connection < newest { return false }
    newest[session] = connection
    return true
  }

  /// Begins a handshake: the connection waits for the journal.
  mutating func begin(_ handshake: PendingHandshake, over connection: ServerConnectionID) {
    assert(
      waiting.last.map { $0.deadline <= handshake.deadline } ?? true,
      "Handshakes time out in the order in which they began.")
    switch lines[connection]?.state {
    case .anonymous: lines[connection]?.state = .greeting(handshake)
    case .welcomed(let session):
      precondition(
        session == handshake.session && handshake.occasion == .proving,
        "A welcomed connection begins another handshake only to prove its session's key.")
      lines[connection]?.state = .proving(handshake)
    case .greeting, .proving, nil:
      preconditionFailure("A connection has one handshake at a time.")
    }
    handshakes[handshake.session] = connection
    waiting.append((connection, handshake.deadline))
  }

  /// Holds a message until the handshake is complete; false if too many are held.
  mutating func hold(_ message: PendingHandshake.Held, over connection: ServerConnectionID) -> Bool
  {
    guard let pending = handshake(over: connection),
      pending.held.count < PendingHandshake.heldLimit
    else { return false }
    holdAgain([message], over: connection)
    return true
  }

  /// Holds messages that were held by a former handshake of the connection.
  mutating func holdAgain(
    _ messages: some Sequence<PendingHandshake.Held>, over connection: ServerConnectionID
  ) {
    guard var pending = handshake(over: connection) else {
      preconditionFailure("Messages are held for a handshake.")
    }
    // Without another owner the array grows in place.
    lines[connection]?.state = .anonymous
    pending.held += messages
    lines[connection]?.state = pending.occasion == .proving ? .proving(pending) : .greeting(pending)
  }

  /// Ends the handshake the journal has answered; nil if the answer is late.
  mutating func answered(_ connection: ServerConnectionID) -> PendingHandshake? {
    if let late = lines[connection]?.lateAnswers, late > 0 {
      lines[connection]?.lateAnswers = late - 1
      return nil
    }
    return end(over: connection)
  }

  /// Ends the handshake whose journal timeout passed first; nil if none has timed out.
  mutating func takeOverdue(
    now: ServerTime
  ) -> (connection: ServerConnectionID, handshake: PendingHandshake)? {
    while let (connection, deadline) = waiting.first, deadline <= now {
      waiting.removeFirst()
      guard handshake(over: connection)?.deadline == deadline,
        let handshake = end(over: connection)
      else { continue }
      lines[connection]?.lateAnswers += 1
      return (connection, handshake)
    }
    return nil
  }

  private mutating func end(over connection: ServerConnectionID) -> PendingHandshake? {
    guard let handshake = handshake(over: connection) else { return nil }
    lines[connection]?.state =
      handshake.occasion == .proving ? .welcomed(handshake.session) : .anonymous
    handshakes[handshake.session] = nil
    return handshake
  }

  // MARK: Sessions

  /// An upper bound of the number of sessions: one that resumes counts twice until it is welcomed.
  var count: Int { records.count + handshakes.count }

  /// The connection a session is attached to; nil for none.
  func connection(of session: SessionID) -> ServerConnectionID? { records[session]?.connection }

  /// Whether a session is connected, in its handshake, or resumable.
  func isAlive(_ session: SessionID) -> Bool {
    handshakes[session] != nil
      || records[session].map { $0.connection != nil || !$0.tokenHashes.isEmpty } ?? false
  }

  /// The session a token resumes; nil for none.
  func session(of tokenHash: [UInt8]) -> SessionID? { tokens[tokenHash] }

  /// The hash of the session's newest token.
  func newestTokenHash(of session: SessionID) -> [UInt8]? { records[session]?.tokenHashes.last }

  /// Restores a session that is not connected.
  mutating func restore(_ session: SessionID, tokenHashes: [[UInt8]]) {
    precondition(records[session] == nil, "A session is restored once.")
    set(tokenHashes, of: session, connection: nil)
  }

  /// Attaches a session to its connection, with exactly these resume tokens.
  mutating func welcome(
    _ session: SessionID, over connection: ServerConnectionID, tokenHashes: [[UInt8]]
  ) {
    switch lines[connection]?.state {
    case .anonymous:
      precondition(
        records[session]?.connection == nil, "A session is attached to one connection at most.")
      lines[connection]?.state = .welcomed(session)
    case .welcomed(let welcomed):
      precondition(welcomed == session, "A connection is welcomed as one session only.")
    case .greeting, .proving, nil:
      preconditionFailure("A welcome ends the handshake of an open connection.")
    }
    set(tokenHashes, of: session, connection: connection)
    newest[session] = connection
  }

  private mutating func set(
    _ tokenHashes: [[UInt8]], of session: SessionID, connection: ServerConnectionID?
  ) {
    precondition(tokenHashes.count <= 2, "A session resumes by two tokens at most.")
    dropTokens(of: session)
    records[session] = Record(connection: connection, tokenHashes: tokenHashes)
    for hash in tokenHashes { tokens[hash] = session }
  }

  /// Separates a session from the connection it is attached to and from its handshake.
  ///
  /// - Returns: these connections, oldest first; they speak for nobody any more.
  mutating func displace(_ session: SessionID) -> [ServerConnectionID] {
    // A session that is proving a key has one connection for both.
    let former = Set([records[session]?.connection, handshakes[session]].compactMap { $0 })
    for connection in former { lines[connection]?.state = .anonymous }
    handshakes[session] = nil
    records[session]?.connection = nil
    return former.sorted()
  }

  /// Invalidates a session's tokens.
  mutating func seal(_ session: SessionID) {
    precondition(
      records[session]?.connection == nil && handshakes[session] == nil,
      "A session is displaced before it is sealed.")
    for hash in records[session]?.tokenHashes ?? [] { tokens[hash] = nil }
    records[session]?.tokenHashes = []
  }

  /// Forgets a session that is not connected.
  mutating func forget(_ session: SessionID) {
    assert(connection(of: session) == nil, "A connected session is never forgotten.")
    if let player = records[session]?.player, players[player] == session { players[player] = nil }
    dropTokens(of: session)
    newest[session] = nil
  }

  private mutating func dropTokens(of session: SessionID) {
    for hash in records.removeValue(forKey: session)?.tokenHashes ?? [] { tokens[hash] = nil }
  }

  // MARK: Proven players

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
    assert(records[session] != nil, "A proven player continues over an attached session.")
    records[session]?.player = player
    players[player] = session
  }

  /// A connection's claim to a key; without one after it is closed.
  subscript(claimOver connection: ServerConnectionID) -> KeyClaim {
    get { lines[connection]?.claim ?? KeyClaim() }
    set { lines[connection]?.claim = newValue }
  }
}
