// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of a client's connections to its server, numbered from 1 as they are dialled.
public struct LinkNumber: Hashable, Sendable {
  /// 1 for the first.
  public let rawValue: Int

  /// The connection dialled as number `rawValue`.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// When a client dials, over which connection it speaks, and when it gives up: a pure value that is
/// told times and events and says what to do.
///
/// A connection that is lost is dialled again at once, then ever more seldom. One that is silent gets
/// a rival: whichever answers first is kept. For the rival the finished handshake is its answer,
/// and only then hello is said over it: a hello already sent would have cost the other connection
/// its session, answer or not.
public struct LinkPlan: Sendable {
  /// What is to be done.
  public enum Order: Hashable, Sendable {
    /// Begin to connect.
    case dial(LinkNumber)
    /// Close a connection, open or under way; nothing of it counts any more.
    case hangUp(LinkNumber)
    /// Speak over this connection from now on, and over no other.
    case adopt(LinkNumber)
    /// Nothing reaches the server; the next attempt begins at the time given, or has begun.
    case interrupted(retryAt: LocalTime)
    /// The connection that was silent has answered after all.
    case restored
    /// It is over; nothing is dialled any more.
    case giveUp
  }

  /// The connection the client speaks over; nil while there is none.
  public private(set) var current: LinkNumber?
  /// Whether it has given up, or was told to end.
  public private(set) var isOver = false
  private let patience: Patience?
  /// The state of the dice for give and take.
  private var dice: UInt64
  private var lastNumber = 0
  /// The connection under way.
  private var dialling: LinkNumber?
  /// When the next attempt begins.
  private var retryAt: LocalTime?
  /// Since when no connection was any good.
  private var lostAt: LocalTime?
  /// Attempts since then that came to nothing.
  private var failures = 0
  /// When anything last came over the current connection.
  private var heardAt: LocalTime?
  /// Whether a session was ever open: before that there is nothing to come back to, unless the
  /// server asks for it.
  private var hasSession = false
  /// What the server said before closing the current connection.
  private var farewell: Closing?
  /// Whether the server has asked to come back since it last welcomed the client.
  private var isAskedBack = false

  private enum Closing: Hashable, Sendable {
    case final
    case comeBack(after: Duration)
  }

  /// Nothing dialled yet.
  ///
  /// - Parameters:
  ///   - patience: how it tries to come back; nil for not at all.
  ///   - seed: decides how much each wait is longer or shorter.
  public init(_ patience: Patience?, seed: UInt64) {
    self.patience = patience
    dice = seed
  }

  /// When `tick` is due next.
  ///
  /// - Parameter unansweredSince: when the oldest question without an answer was sent.
  /// - Returns: nil for never.
  public func nextWake(unansweredSince: LocalTime?) -> LocalTime? {
    [retryAt, rivalDue(unansweredSince)].compactMap { $0 }.min()
  }

  /// Dials for the first time.
  public mutating func begin() -> [Order] {
    precondition(lastNumber == 0, "A plan begins once.")
    return [dial()]
  }

  /// A connection is open, its handshake done.
  public mutating func opened(_ link: LinkNumber, at now: LocalTime) -> [Order] {
    guard !isOver, link == dialling else { return link == current ? [] : [.hangUp(link)] }
    let former = current
    dialling = nil
    retryAt = nil
    farewell = nil
    current = link
    heardAt = now
    return (former.map { [.hangUp($0)] } ?? []) + [.adopt(link)]
  }

  /// Something came over a connection: if it is the current one, it needs no rival.
  public mutating func heard(_ link: LinkNumber, at now: LocalTime) -> [Order] {
    guard !isOver, link == current else { return [] }
    heardAt = now
    guard dialling != nil || retryAt != nil else { return [] }
    let rival = dialling
    dialling = nil
    retryAt = nil
    lostAt = nil
    failures = 0
    return (rival.map { [.hangUp($0)] } ?? []) + [.restored]
  }

  /// The server has welcomed the client over the current connection.
  public mutating func welcomed() {
    hasSession = true
    isAskedBack = false
    lostAt = nil
    failures = 0
  }

  /// The server is about to close the current connection; without a time to come back, for good.
  public mutating func dismissed(comeBackAfter wait: Duration?) {
    farewell = wait.map { .comeBack(after: $0) } ?? .final
  }

  /// A connection has ended, or never opened; `mayRetry` says whether another may fare better.
  public mutating func ended(
    _ link: LinkNumber, mayRetry: Bool = true, at now: LocalTime
  ) -> [Order] {
    guard !isOver else { return [] }
    if link == dialling {
      dialling = nil
      // A silent connection may still answer, whatever became of its rival.
      guard mayRetry || current != nil else { return end() }
      return retry(at: now)
    }
    guard link == current else { return [] }
    current = nil
    guard mayRetry, farewell != .final else { return end() }
    guard dialling == nil, retryAt == nil else {
      return [.interrupted(retryAt: retryAt ?? now)]
    }
    return retry(at: now)
  }

  /// Time has passed.
  public mutating func tick(at now: LocalTime, unansweredSince: LocalTime?) -> [Order] {
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

  /// Ends it all, now.
  public mutating func close() -> [Order] { isOver ? [] : end() }

  // MARK: Inside

  /// When a silent connection gets a rival; nil while it is not silent.
  private func rivalDue(_ unansweredSince: LocalTime?) -> LocalTime? {
    guard let patience, hasSession, !isOver, current != nil, dialling == nil, retryAt == nil,
      let unansweredSince
    else { return nil }
    return max(unansweredSince, heardAt ?? unansweredSince) + patience.silence
  }

  private mutating func dial() -> Order {
    lastNumber += 1
    let link = LinkNumber(lastNumber)
    dialling = link
    return .dial(link)
  }

  private mutating func retry(at now: LocalTime) -> [Order] {
    // Before there was a session only a server that asks for it is dialled again.
    guard let patience, hasSession || isAskedBack || farewell != nil else { return end() }
    var since = lostAt ?? now
    var wait = patience.wait(afterFailures: failures, roll: roll())
    if case .comeBack(let after) = farewell {
      // The server knows when it is back. Patience counts from there, as it first said: one that
      // puts a client off again and again is not waited for without end.
      if !isAskedBack { since = now + after }
      isAskedBack = true
      guard now + after <= since + patience.limit else { return end() }
      // Not all knock at once then.
      wait = max(wait, patience.wait(after: after, roll: roll()))
    }
    farewell = nil
    failures += 1
    lostAt = since
    guard now < since + patience.limit else { return end() }
    let due = min(now + wait, since + patience.limit)
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

  /// A number from 0 to 1.
  private mutating func roll() -> Double {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(dice >> 11) / Double(1 << 53)
  }
}
