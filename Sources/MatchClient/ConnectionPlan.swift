// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Decides when and where a client dials, which connection it uses, and when it gives up: a pure
/// value.
///
/// A lost connection is redialled at once, then with back-off. A silent connection gets a rival:
/// whichever answers first is kept. The rival answers by completing its handshake, and only then is
/// a hello sent over it: an earlier hello would have taken the session from the other connection.
/// Likewise a move to another node keeps the present connection until the new one is open.
///
/// | State | current | dialling | retryAt |
/// |---|---|---|---|
/// | connecting | nil | set | nil |
/// | connected | set | nil | nil |
/// | moving | set | set, to a node | nil |
/// | silent, with a rival | set | set | nil |
/// | silent, the rival failed | set | nil | set |
/// | backing off | nil | nil | set |
/// | over | nil | nil | nil |
///
/// Beside each of them but the last there may be one standby connection, ahead of a move. A lost
/// connection to a node is redialled there once, and then at home.
package struct ConnectionPlan: Sendable {
  /// How long a standby connection is kept: servers close one without a hello after five seconds.
  static let standbyTime = Duration.seconds(4)

  /// The connection in use, or nil.
  package var current: ConnectionNumber? { line?.number }
  /// Whether it has given up or was closed.
  package private(set) var isOver = false
  private var schedule: RetrySchedule
  private var lastNumber = 0
  private var moves = MoveRules(home: nil)
  /// The connection in use.
  private var line: Line?
  /// The connection being dialled.
  private var dialling: Attempt?
  /// The connection that was opened ahead of a move.
  private var standby: Standby?
  /// When the next attempt begins.
  private var retryAt: LocalTime?
  /// Where the next attempt leads.
  private var next = DialTarget.home
  /// Where the last connection in use led.
  private var lastTarget: DialTarget?
  /// When anything was last received over the current connection.
  private var heardAt: LocalTime?

  private struct Line: Sendable {
    var number: ConnectionNumber
    var target: DialTarget
    /// Whether the server has welcomed the client on it.
    var isWelcome = false
  }

  private struct Attempt: Sendable {
    var number: ConnectionNumber
    var target: DialTarget
    /// Whether it follows a move, so that the current connection does not compete with it.
    var isMove: Bool
  }

  private struct Standby: Sendable {
    var number: ConnectionNumber
    var node: ServerURL
    var until: LocalTime
    var isOpen = false
  }

  /// A plan that has not dialled yet.
  ///
  /// - Parameters:
  ///   - reconnectPolicy: how to reconnect; nil if it does not.
  ///   - seed: seeds the jitter.
  package init(_ reconnectPolicy: ReconnectPolicy?, seed: UInt64) {
    schedule = RetrySchedule(reconnectPolicy, seed: seed)
  }

  /// Whether it follows moves to other nodes.
  package var followsMoves: Bool { moves.home != nil }

  /// Whether a node is being dialled because of a move.
  package var isMoving: Bool { dialling?.isMove == true }

  /// When `tick` is due next; nil for never.
  ///
  /// - Parameter unansweredSince: when the oldest unanswered probe was sent.
  /// - Returns: the time, or nil.
  package func nextWake(unansweredSince: LocalTime?) -> LocalTime? {
    [retryAt, rivalDue(unansweredSince), standby?.until].compactMap { $0 }.min()
  }

  /// Dials for the first time; `home` is the address, nil for a client that follows no moves.
  package mutating func begin(home: ServerURL? = nil) -> [Order] {
    precondition(lastNumber == 0, "A plan begins once.")
    defer { checkInvariants() }
    moves = MoveRules(home: home)
    return [dial()]
  }

  /// A connection is open, its handshake done.
  package mutating func opened(_ number: ConnectionNumber, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    if number == standby?.number {
      standby?.isOpen = true
      return [.measure(number)]
    }
    guard let attempt = dialling, number == attempt.number else {
      return number == current ? [] : [.hangUp(number)]
    }
    dialling = nil
    return adopt(number, attempt.target, at: now) + [.adopt(number)]
  }

  /// A message was received; if it came over the current connection, no rival is needed.
  package mutating func heard(_ number: ConnectionNumber, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    guard !isOver, number == current else { return [] }
    heardAt = now
    guard dialling != nil || retryAt != nil, !isMoving else { return [] }
    schedule.restored()
    return dropAttempt() + [.restored]
  }

  /// The server has welcomed the client on the current connection.
  package mutating func welcomed() {
    assert(current != nil, "A welcome comes over the current connection.")
    line?.isWelcome = true
    schedule.welcomed()
  }

  /// Nothing is left to ask of the server.
  package mutating func settled(at now: LocalTime) { schedule.settled(at: now) }

  /// The server is about to close the current connection.
  ///
  /// - Parameters:
  ///   - wait: when to return; nil if it closes for good.
  ///   - isElsewhere: whether it sends the client home.
  ///   - now: the present time.
  package mutating func dismissed(
    comeBackAfter wait: Duration?, isElsewhere: Bool = false, at now: LocalTime
  ) {
    schedule.dismissed(comeBackAfter: wait)
    guard isElsewhere else { return }
    line?.isWelcome = false
    schedule.wentAstray(at: now)
  }

  /// A connection has ended or failed to open; `mayRetry` is false if retrying is pointless.
  package mutating func ended(
    _ number: ConnectionNumber, mayRetry: Bool = true, at now: LocalTime
  ) -> [Order] {
    defer { checkInvariants() }
    guard !isOver else { return [] }
    if number == standby?.number {
      standby = nil
    } else if let attempt = dialling, number == attempt.number {
      dialling = nil
      next = .home
      if attempt.isMove { return goHome(at: now) }
      // A silent connection may still answer, whatever happened to its rival.
      guard mayRetry || current != nil || attempt.target != .home else { return end() }
      return retry(at: now)
    } else if let line, number == line.number {
      return lose(line, mayRetry: mayRetry, at: now)
    }
    return []
  }

  /// Handles a due retry, a silent connection or the end of a standby connection.
  package mutating func tick(at now: LocalTime, unansweredSince: LocalTime?) -> [Order] {
    defer { checkInvariants() }
    guard !isOver else { return [] }
    let dropped = standby.map { $0.until <= now } == true ? dropStandby() : []
    if let retryAt {
      guard retryAt <= now else { return dropped }
      self.retryAt = nil
      return dropped + [dial()]
    }
    guard let due = rivalDue(unansweredSince), due <= now else { return dropped }
    schedule.fellSilent(at: now)
    next = line?.isWelcome == true ? line?.target ?? .home : .home
    return dropped + [.interrupted(retryAt: now), dial()]
  }

  /// Closes everything now.
  package mutating func close() -> [Order] { isOver ? [] : end() }

  // MARK: Moves

  /// The server has moved the session to the node at `url`; a later move replaces an earlier one.
  package mutating func moved(to url: String, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    guard !isOver, current != nil, followsMoves else { return [] }
    let node: ServerURL
    do throws(MoveProblem) {
      node = try moves.node(at: url)
      if isMoving, dialling?.target == .node(node) { return [] }
      try moves.follow(at: now)
    } catch {
      let problem: [Order] = schedule.isAstray ? [] : [.notFollowed(error)]
      return problem + goHome(at: now)
    }
    let dropped = dropAttempt()
    guard let ready = standby, ready.node == node else {
      return dropped + dropStandby() + [dial(.node(node), isMove: true)]
    }
    standby = nil
    guard ready.isOpen else {
      dialling = Attempt(number: ready.number, target: .node(node), isMove: true)
      return dropped
    }
    return dropped + adopt(ready.number, .node(node), at: now) + [.adoptMeasured(ready.number)]
  }

  /// The server has announced a move to the node at `url`, so a connection there is opened if
  /// nothing speaks against it.
  package mutating func moving(to url: String, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    guard !isOver, line?.isWelcome == true, !isMoving, let node = try? moves.node(at: url),
      standby?.node != node, moves.anticipate(at: now)
    else { return [] }
    let dropped = dropStandby()
    let number = nextNumber()
    standby = Standby(number: number, node: node, until: now + Self.standbyTime)
    return dropped + [.dial(number, .node(node))]
  }

  // MARK: Inside

  /// Puts an open connection in the place of the current one; the caller says how to use it.
  private mutating func adopt(
    _ number: ConnectionNumber, _ target: DialTarget, at now: LocalTime
  ) -> [Order] {
    var orders: [Order] = []
    if let line { orders.append(.hangUp(line.number)) }
    if let lastTarget, lastTarget != target { orders.append(.changeServer) }
    line = Line(number: number, target: target)
    lastTarget = target
    retryAt = nil
    heardAt = now
    schedule.connected()
    return orders
  }

  /// The current connection has ended.
  private mutating func lose(_ lost: Line, mayRetry: Bool, at now: LocalTime) -> [Order] {
    line = nil
    next = lost.isWelcome ? lost.target : .home
    if lost.target != .home, !lost.isWelcome { schedule.wentAstray(at: now) }
    guard mayRetry, !schedule.isFinal else { return end() }
    // A move goes on without the connection that it replaces.
    if isMoving { return [] }
    guard dialling == nil, retryAt == nil else {
      return [.interrupted(retryAt: retryAt ?? now)]
    }
    return retry(at: now)
  }

  /// Goes home in place of a move; the current connection leads nowhere any more.
  private mutating func goHome(at now: LocalTime) -> [Order] {
    next = .home
    schedule.wentAstray(at: now)
    var orders = dropAttempt() + dropStandby()
    if let line { orders.append(.hangUp(line.number)) }
    line = nil
    return orders + retry(at: now)
  }

  private mutating func dropAttempt() -> [Order] {
    var orders: [Order] = []
    if let dialling { orders.append(.hangUp(dialling.number)) }
    dialling = nil
    retryAt = nil
    return orders
  }

  private mutating func dropStandby() -> [Order] {
    var orders: [Order] = []
    if let standby { orders.append(.hangUp(standby.number)) }
    standby = nil
    return orders
  }

  /// When a silent connection gets a rival; nil while it is not silent.
  private func rivalDue(_ unansweredSince: LocalTime?) -> LocalTime? {
    guard let silence = schedule.silence, !isOver, current != nil, dialling == nil, retryAt == nil,
      let unansweredSince
    else { return nil }
    return max(unansweredSince, heardAt ?? unansweredSince) + silence
  }

  private mutating func nextNumber() -> ConnectionNumber {
    lastNumber += 1
    return ConnectionNumber(lastNumber)
  }

  private mutating func dial() -> Order { dial(next, isMove: false) }

  private mutating func dial(_ target: DialTarget, isMove: Bool) -> Order {
    precondition(
      !isOver && dialling == nil && retryAt == nil,
      "One connection is dialled at a time, beside the standby connection.")
    let number = nextNumber()
    dialling = Attempt(number: number, target: target, isMove: isMove)
    return .dial(number, target)
  }

  private mutating func retry(at now: LocalTime) -> [Order] {
    guard let due = schedule.next(after: now) else { return end() }
    retryAt = due
    return [.interrupted(retryAt: due)]
  }

  private mutating func end() -> [Order] {
    let open = [current, dialling?.number, standby?.number].compactMap { $0 }
    isOver = true
    line = nil
    dialling = nil
    standby = nil
    retryAt = nil
    return open.map { .hangUp($0) } + [.giveUp]
  }

  /// Asserts the table of states.
  private func checkInvariants() {
    let numbers = [current, dialling?.number, standby?.number].compactMap { $0 }
    assert(
      numbers.indices.allSatisfy { !numbers[..<$0].contains(numbers[$0]) },
      "A connection is in use, dialled or on standby, never two of them.")
    assert(dialling == nil || retryAt == nil, "Nothing is due while a connection is dialled.")
    assert(
      !isOver || (numbers.isEmpty && retryAt == nil),
      "Once the plan is over, no connection is open and no retry is due.")
    assert(
      isOver || lastNumber == 0 || current != nil || dialling != nil || retryAt != nil,
      "A client without a connection is dialling or has a retry due.")
  }
}
