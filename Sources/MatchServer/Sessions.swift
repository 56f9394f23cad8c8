// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import Protocol

/// Which connection speaks for which session: handshakes, takeovers and key proofs.
///
/// | State of a connection | Leaves it by |
/// |---|---|
/// | anonymous | hello: fetching, greeting; closed if none arrives in time |
/// | fetching | the journal's answer: greeting; `journalTimeout`: turned away |
/// | greeting | the journal's answer or `journalTimeout`: welcomed, or anonymous and turned away |
/// | welcomed | a proof: proving; a request for a room that is not here: seeking; takeover, kick or ban: anonymous and closed |
/// | proving | the journal's answer or `journalTimeout`: welcomed; takeover, kick or ban |
/// | seeking | the journal's answer or `journalTimeout`: welcomed; takeover, kick or ban |
///
/// | State of a session | Leaves it by |
/// |---|---|
/// | beginning | its handshake: attached, or forgotten |
/// | attached | the end of its connection, takeover: detached |
/// | detached | a hello with one of its tokens: attached; the lobby forgets it; stored: unloaded |
/// | unloaded | a hello with one of its tokens, once it is read from the journal: detached |
/// | sealed | kicked or banned: the lobby forgets it |
struct Sessions: Sendable {
  private var lines: [ServerConnectionID: SessionLine] = [:]
  /// The connection that each session is attached to.
  private var attached: [SessionID: ServerConnectionID?] = [:]
  /// Connections whose hello or proof waits for the journal, by session.
  private var handshakes: [SessionID: ServerConnectionID] = [:]
  /// What the sessions are resumed by.
  var tokens = SessionTokens()
  private var questions = RegistryQuestions()
  /// The newest connection over which each session has said hello.
  private var newest: [SessionID: ServerConnectionID] = [:]
  /// The session over which each proven player was last welcomed.
  private var players = ProvenPlayers()
  private var deadlines = HandshakeDeadlines()

  // MARK: Connections

  /// Counts a new connection, which must say hello by `deadline`.
  mutating func opened(_ connection: ServerConnectionID, helloBy deadline: ServerTime) {
    precondition(
      lines[connection] == nil, "Connection \(connection.rawValue) was opened twice.")
    lines[connection] = SessionLine()
    deadlines.awaitHello(connection, by: deadline)
  }

  /// Removes a connection, with its handshake and the session that was attached to it, which may resume.
  mutating func closed(
    _ connection: ServerConnectionID
  ) -> (handshake: PendingHandshake?, session: SessionID?) {
    guard let line = lines.removeValue(forKey: connection) else { return (nil, nil) }
    questions.drop(line.question)
    if let handshake = line.handshake { handshakes[handshake.session] = nil }
    guard let session = line.session, self.connection(of: session) == connection else {
      return (line.handshake, nil)
    }
    attached[session] = .some(nil)
    return (line.handshake, session)
  }

  /// The session welcomed over a connection; nil before.
  func session(over connection: ServerConnectionID) -> SessionID? { lines[connection]?.session }

  /// Whether a connection waits for the journal.
  func isWaiting(_ connection: ServerConnectionID) -> Bool { lines[connection]?.isWaiting ?? false }

  /// The hello or proof of a connection whose session is being stored; nil for none.
  func handshake(over connection: ServerConnectionID) -> PendingHandshake? {
    lines[connection]?.handshake
  }

  /// Connections with a welcomed session, oldest first; O(n log n).
  var welcomed: [ServerConnectionID] {
    lines.keys.filter { session(over: $0) != nil }.sorted()
  }

  /// Takes the connections that have not said hello in time.
  mutating func takeSilent(now: ServerTime) -> [ServerConnectionID] {
    var overdue: [ServerConnectionID] = []
    while let connection = deadlines.popHello(now: now) {
      if case .anonymous = lines[connection]?.state { overdue.append(connection) }
    }
    return overdue
  }

  /// When a hello or a journal's answer is overdue next; nil for never.
  var nextWake: ServerTime? { deadlines.next }

  // MARK: Handshakes

  /// Whether a session's handshake waits for the journal.
  func isInHandshake(_ session: SessionID) -> Bool { handshakes[session] != nil }

  /// Records a hello; false if the session has said hello over a newer connection.
  ///
  /// Clients open connections one after the other, so a hello over an older one was delayed: its client
  /// has given that up.
  mutating func greets(_ session: SessionID, over connection: ServerConnectionID) -> Bool {
    if let newest = newest[session], connection < newest { return false }
    newest[session] = connection
    return true
  }

  /// Begins to read the session of a hello: the connection waits for the journal.
  ///
  /// - Returns: the number of the question.
  mutating func fetch(_ fetch: PendingFetch, over connection: ServerConnectionID) -> CorrelationID {
    guard case .anonymous = lines[connection]?.state else {
      preconditionFailure("A connection has one handshake at a time.")
    }
    lines[connection]?.state = .fetching(fetch)
    wait(until: fetch.deadline, over: connection)
    return ask(over: connection)
  }

  /// Ends the reading of a session: the hello and its connection; nil if the answer is not wanted any
  /// more.
  mutating func fetched(
    _ id: CorrelationID
  ) -> (connection: ServerConnectionID, fetch: PendingFetch)? {
    guard case .handshake(let connection) = take(id),
      case .fetching(let fetch) = lines[connection]?.state
    else { return nil }
    lines[connection]?.state = .anonymous
    return (connection, fetch)
  }

  /// Begins a handshake: the connection waits for the journal until `deadline`, that of the reading
  /// before it, if there was one.
  mutating func begin(
    _ handshake: PendingHandshake, over connection: ServerConnectionID, deadline: ServerTime
  ) {
    switch lines[connection]?.state {
    case .anonymous: lines[connection]?.state = .greeting(handshake)
    case .welcomed(let session):
      precondition(
        session == handshake.session && handshake.occasion == .proving,
        "A welcomed connection begins another handshake only to prove its session's key.")
      lines[connection]?.state = .proving(handshake)
    case .fetching, .greeting, .proving, .seeking, nil:
      preconditionFailure("A connection has one handshake at a time.")
    }
    handshakes[handshake.session] = connection
    wait(until: deadline, over: connection)
  }

  private mutating func wait(until deadline: ServerTime, over connection: ServerConnectionID) {
    guard lines[connection]?.deadline != deadline else { return }
    lines[connection]?.deadline = deadline
    deadlines.awaitAnswer(connection, by: deadline)
  }

  /// Holds a message until the handshake is complete; false if too many are held.
  mutating func hold(_ message: HeldMessage, over connection: ServerConnectionID) -> Bool {
    lines[connection]?.hold(message) ?? false
  }

  /// Takes the first held message of a connection that speaks for a session; nil if none is left,
  /// or another handshake has begun.
  mutating func takeHeld(
    over connection: ServerConnectionID, of session: SessionID
  ) -> HeldMessage? {
    lines[connection]?.takeHeld(of: session)
  }

  /// Ends a connection's handshake; nil if it has none.
  mutating func end(over connection: ServerConnectionID) -> PendingHandshake? {
    guard let handshake = handshake(over: connection) else { return nil }
    lines[connection]?.state =
      handshake.occasion == .proving ? .welcomed(handshake.session) : .anonymous
    handshakes[handshake.session] = nil
    stopWaiting(connection)
    return handshake
  }

  /// A request waits for the journal to tell whose the room is that it asks for; what comes behind it
  /// is held.
  mutating func seek(
    _ request: RequestID, over connection: ServerConnectionID, until deadline: ServerTime
  ) {
    guard case .welcomed(let session) = lines[connection]?.state else {
      preconditionFailure("A request for a room comes from a welcomed session.")
    }
    lines[connection]?.state = .seeking(session, request)
    wait(until: deadline, over: connection)
  }

  /// The request waits no longer; false if it does not.
  mutating func endSeeking(_ request: RequestID, over connection: ServerConnectionID) -> Bool {
    guard case .seeking(let session, request) = lines[connection]?.state else { return false }
    lines[connection]?.state = .welcomed(session)
    stopWaiting(connection)
    return true
  }

  /// The request that a connection waits for the journal with; nil for none.
  func seeking(over connection: ServerConnectionID) -> (session: SessionID, request: RequestID)? {
    guard case .seeking(let session, let request) = lines[connection]?.state else { return nil }
    return (session, request)
  }

  /// Takes the connection whose handshake timed out first; nil if none has timed out.
  mutating func takeOverdue(now: ServerTime) -> ServerConnectionID? {
    while let (connection, deadline) = deadlines.popAnswer(now: now) {
      guard let line = lines[connection], line.isWaiting, line.deadline == deadline else {
        continue
      }
      stopWaiting(connection)
      return connection
    }
    return nil
  }

  /// The journal's answer is not wanted any more.
  private mutating func stopWaiting(_ connection: ServerConnectionID) {
    questions.drop(lines[connection]?.question)
    lines[connection]?.question = nil
    lines[connection]?.deadline = nil
  }

  /// Numbers a question for a connection's handshake, or its quick match, in place of the one before.
  mutating func ask(over connection: ServerConnectionID, toEnter: Bool = false) -> CorrelationID {
    questions.drop(lines[connection]?.question)
    let id = questions.ask(toEnter ? .entering(connection) : .handshake(connection))
    lines[connection]?.question = id
    return id
  }

  /// Numbers a question for a session to be unloaded, which lost its connection at this time.
  mutating func ask(toDetach session: SessionID, since time: ServerTime) -> CorrelationID {
    questions.ask(.detaching(session, since: time))
  }

  /// Takes a question that is answered; nil if the answer is not wanted any more.
  mutating func take(_ id: CorrelationID) -> RegistryQuestions.Subject? {
    let subject = questions.take(id)
    if let connection = subject?.connection { lines[connection]?.question = nil }
    return subject
  }

  // MARK: Sessions

  /// An upper bound of the number of sessions: one that resumes counts twice until it is welcomed.
  var count: Int { attached.count + handshakes.count }

  /// The connection a session is attached to; nil for none.
  func connection(of session: SessionID) -> ServerConnectionID? { attached[session] ?? nil }

  /// The connections of those sessions that are attached to one, in order.
  func connections(of sessions: [SessionID]) -> [ServerConnectionID] {
    var connections: [ServerConnectionID] = []
    connections.reserveCapacity(sessions.count)
    for session in sessions {
      if let connection = connection(of: session) { connections.append(connection) }
    }
    return connections
  }

  /// Whether a session is connected, in its handshake, or resumable.
  func isAlive(_ session: SessionID) -> Bool {
    handshakes[session] != nil || connection(of: session) != nil
      || !tokens.hashes(of: session).isEmpty
  }

  /// Loads a session that is not connected; `hasNames` is false if its tokens may not name it.
  mutating func restore(_ session: RegisteredSession, hasNames: Bool) {
    tokens.restore(session, hasNames: hasNames)
    attached[session.record.id] = .some(nil)
  }

  /// Attaches a session to its connection, with exactly the resume tokens of these hashes, which the
  /// registry has under `revision`; nil if it may lack them.
  mutating func welcome(
    _ session: SessionID, over connection: ServerConnectionID, tokenHashes: [[UInt8]],
    revision: Revision?
  ) {
    switch lines[connection]?.state {
    case .anonymous:
      precondition(
        self.connection(of: session) == nil, "A session is attached to one connection at most.")
      lines[connection]?.state = .welcomed(session)
    case .welcomed(let welcomed):
      precondition(welcomed == session, "A connection is welcomed as one session only.")
    case .fetching, .greeting, .proving, .seeking, nil:
      preconditionFailure("A welcome ends the handshake of an open connection.")
    }
    tokens.set(tokenHashes, of: session)
    if let revision { tokens.learn(revision, of: session) }
    attached[session] = connection
    newest[session] = connection
  }

  /// Separates a session from the connection it is attached to and from its handshake.
  ///
  /// - Returns: these connections, oldest first; they speak for nobody any more.
  mutating func displace(_ session: SessionID) -> [ServerConnectionID] {
    // A session that is proving a key has one connection for both.
    let former = Set([connection(of: session), handshakes[session]].compactMap { $0 })
    for connection in former {
      lines[connection]?.state = .anonymous
      stopWaiting(connection)
    }
    handshakes[session] = nil
    if attached[session] != nil { attached[session] = .some(nil) }
    return former.sorted()
  }

  /// Invalidates a session's tokens.
  mutating func seal(_ session: SessionID) {
    precondition(
      connection(of: session) == nil && handshakes[session] == nil,
      "A session is displaced before it is sealed.")
    tokens.set([], of: session)
  }

  /// Forgets a session that is not connected.
  mutating func forget(_ session: SessionID) {
    assert(connection(of: session) == nil, "A connected session is never forgotten.")
    players.forget(session)
    tokens.drop(session)
    attached[session] = nil
    newest[session] = nil
  }

  /// Another connected session of the same proven player; nil for none.
  func rival(of session: SessionID, as player: String?) -> SessionID? {
    player.flatMap { players.session(of: $0) }
      .flatMap { $0 != session && connection(of: $0) != nil ? $0 : nil }
  }

  /// Makes this session the only one of a proven player.
  mutating func goesOn(_ player: String?, over session: SessionID) {
    guard let player else { return }
    assert(attached[session] != nil, "A proven player continues over an attached session.")
    players.note(player, over: session)
  }

  /// A connection's claim to a key; without one after it is closed.
  subscript(claimOver connection: ServerConnectionID) -> KeyClaim {
    get { lines[connection]?.claim ?? KeyClaim() }
    set { lines[connection]?.claim = newValue }
  }
}
