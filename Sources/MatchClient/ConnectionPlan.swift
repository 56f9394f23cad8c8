// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Identifies one of a client's connections, numbered from 1 in the order of dialling.
package struct ConnectionNumber: Hashable, Sendable {
  /// 1 for the first.
  package let rawValue: Int

  /// Connection number `rawValue`.
  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// Decides when a client dials, which connection it uses, and when it gives up: a pure value.
///
/// A lost connection is redialled at once, then with back-off. A silent connection gets a rival:
/// whichever answers first is kept. The rival answers by completing its handshake, and only then is
/// a hello sent over it: an earlier hello would have taken the session from the other connection.
///
/// | State | current | dialling | retryAt |
/// |---|---|---|---|
/// | connecting | nil | set | nil |
/// | connected | set | nil | nil |
/// | silent, with a rival | set | set | nil |
/// | silent, the rival failed | set | nil | set |
/// | backing off | nil | nil | set |
/// | over | nil | nil | nil |
package struct ConnectionPlan: Sendable {
  /// An action for the caller to perform.
  package enum Order: Hashable, Sendable {
    /// Begin to connect.
    case dial(ConnectionNumber)
    /// Close a connection, open or not, and ignore it from now on.
    case hangUp(ConnectionNumber)
    /// Use this connection from now on, and no other.
    case adopt(ConnectionNumber)
    /// The connection is lost or silent; the next attempt begins at this time, or has begun.
    case interrupted(retryAt: LocalTime)
    /// The silent connection has answered after all.
    case restored
    /// Give up; nothing is dialled any more.
    case giveUp
  }

  /// The connection in use; nil while there is none.
  package private(set) var current: ConnectionNumber?
  /// Whether it has given up or was closed.
  package private(set) var isOver = false
  private let reconnectPolicy: ReconnectPolicy?
  /// The state of the jitter's generator.
  private var dice: UInt64
  private var lastNumber = 0
  /// The connection being dialled.
  private var dialling: ConnectionNumber?
  /// When the next attempt begins.
  private var retryAt: LocalTime?
  /// Since when there has been no working connection.
  private var lostAt: LocalTime?
  /// Failed attempts since then.
  private var failures = 0
  /// When anything was last received over the current connection.
  private var heardAt: LocalTime?
  /// Whether a session was ever open.
  ///
  /// Before that there is nothing to resume, so only a request by the server causes a retry.
  private var hasSession = false
  /// What the server announced before closing the current connection.
  private var farewell: Closing?
  /// Whether the server has asked the client to reconnect since its last welcome.
  private var isAskedBack = false

  private enum Closing: Hashable, Sendable {
    case final
    case comeBack(after: Duration)
  }

  /// A plan that has not dialled yet.
  ///
  /// - Parameters:
  ///   - reconnectPolicy: how to reconnect; nil if it does not.
  ///   - seed: seeds the jitter.
  package init(_ reconnectPolicy: ReconnectPolicy?, seed: UInt64) {
    self.reconnectPolicy = reconnectPolicy
    dice = seed
  }

  /// When `tick` is due next; nil for never.
  ///
  /// - Parameter unansweredSince: when the oldest unanswered probe was sent.
  /// - Returns: the time, or nil.
  package func nextWake(unansweredSince: LocalTime?) -> LocalTime? {
    [retryAt, rivalDue(unansweredSince)].compactMap { $0 }.min()
  }

  /// Dials for the first time.
  package mutating func begin() -> [Order] {
    precondition(lastNumber == 0, "A plan begins once.")
    defer { checkInvariants() }
    return [dial()]
  }

  /// A connection is open, its handshake done.
  package mutating func opened(_ number: ConnectionNumber, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    guard !isOver, number == dialling else { return number == current ? [] : [.hangUp(number)] }
    let former = current
    dialling = nil
    retryAt = nil
    farewell = nil
    current = number
    heardAt = now
    return (former.map { [.hangUp($0)] } ?? []) + [.adopt(number)]
  }

  /// A message was received; if it came over the current connection, no rival is needed.
  package mutating func heard(_ number: ConnectionNumber, at now: LocalTime) -> [Order] {
    defer { checkInvariants() }
    guard !isOver, number == current else { return [] }
    heardAt = now
    guard dialling != nil || retryAt != nil else { return [] }
    let rival = dialling
    dialling = nil
    retryAt = nil
    lostAt = nil
    failures = 0
    return (rival.map { [.hangUp($0)] } ?? []) + [.restored]
  }

  /// The server has welcomed the client on the current connection.
  package mutating func welcomed() {
    assert(current != nil, "A welcome comes over the current connection.")
    hasSession = true
    isAskedBack = false
    lostAt = nil
    failures = 0
  }

  /// The server is about to close the current connection; for good unless it names a time to
  /// return.
  package mutating func dismissed(comeBackAfter wait: Duration?) {
    farewell = wait.map { .comeBack(after: $0) } ?? .final
  }

  /// A connection has ended or failed to open; `mayRetry` is false if retrying is pointless.
  package mutating func ended(
    _ number: ConnectionNumber, mayRetry: Bool = true, at now: LocalTime
  ) -> [Order] {
    defer { checkInvariants() }
    guard !isOver else { return [] }
    if number == dialling {
      dialling = nil
      // A silent connection may still answer, whatever happened to its rival.
      guard mayRetry || current != nil else { return end() }
      return retry(at: now)
    }
    guard number == current else { return [] }
    current = nil
    guard mayRetry, farewell != .final else { return end() }
    guard dialling == nil, retryAt == nil else {
      return [.interrupted(retryAt: retryAt ?? now)]
    }
    return retry(at: now)
  }

  /// Handles a due retry or a silent connection.
  package mutating func tick(at now: LocalTime, unansweredSince: LocalTime?) -> [Order] {
    defer { checkInvariants() }
    guard !isOver else { return [] }
    if let retryAt {
      guard retryAt <= now else { return [] }
      self.retryAt = nil
      return [dial()]
    }
    guard let due = rivalDue(unansweredSince), due <= now else { return [] }
    lostAt = lostAt ?? now
    return [.interrupted(retryAt: now), dial()]
  }

  /// Closes everything now.
  package mutating func close() -> [Order] { isOver ? [] : end() }

  // MARK: Inside

  /// When a silent connection gets a rival; nil while it is not silent.
  private func rivalDue(_ unansweredSince: LocalTime?) -> LocalTime? {
    guard let reconnectPolicy, hasSession, !isOver, current != nil, dialling == nil, retryAt == nil,
      let unansweredSince
    else { return nil }
    return max(unansweredSince, heardAt ?? unansweredSince) + reconnectPolicy.silence
  }

  private mutating func dial() -> Order {
    precondition(
      !isOver && dialling == nil && retryAt == nil, "One connection is dialled at a time.")
    lastNumber += 1
    let number = ConnectionNumber(lastNumber)
    dialling = number
    return .dial(number)
  }

  private mutating func retry(at now: LocalTime) -> [Order] {
    // Before the first session, only a request by the server causes a retry.
    guard let reconnectPolicy, hasSession || isAskedBack || farewell != nil else { return end() }
    var since = lostAt ?? now
    var wait = reconnectPolicy.wait(afterFailures: failures, roll: roll())
    if case .comeBack(let after) = farewell {
      // The server knows when it will be back. The time limit counts from the first such time, so
      // that a server cannot put a client off forever.
      if !isAskedBack { since = now + after }
      isAskedBack = true
      guard now + after <= since + reconnectPolicy.limit else { return end() }
      // Jitter, so that not all clients return at once.
      wait = max(wait, reconnectPolicy.wait(after: after, roll: roll()))
    }
    farewell = nil
    failures += 1
    lostAt = since
    guard now < since + reconnectPolicy.limit else { return end() }
    let due = min(now + wait, since + reconnectPolicy.limit)
    retryAt = due
    return [.interrupted(retryAt: due)]
  }

  private mutating func end() -> [Order] {
    let open = [current, dialling].compactMap { $0 }.map { Order.hangUp($0) }
    isOver = true
    current = nil
    dialling = nil
    retryAt = nil
    return open + [.giveUp]
  }

  /// A pseudo-random number from 0 up to 1.
  private mutating func roll() -> Double {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(dice >> 11) * 0x1p-53
  }

  /// Asserts the table of states.
  private func checkInvariants() {
    assert(current == nil || current != dialling, "A connection is open or dialled, not both.")
    assert(dialling == nil || retryAt == nil, "Nothing is due while a connection is dialled.")
    assert(
      !isOver || (current == nil && dialling == nil && retryAt == nil),
      "Once the plan is over, no connection is open and no retry is due.")
    assert(
      isOver || lastNumber == 0 || current != nil || dialling != nil || retryAt != nil,
      "A client without a connection is dialling or has a retry due.")
  }
}
