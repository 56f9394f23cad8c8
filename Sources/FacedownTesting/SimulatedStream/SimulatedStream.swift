// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Journal
package import Lobby

/// The journal of many nodes under a manual clock: a store behind a network that fails as planned.
///
/// The same seed and the same calls give the same answers at the same times.
package final class SimulatedStream {
  /// How long a node waits for an answer before it takes it for lost.
  static let patience = Duration.seconds(2)

  /// What is stored.
  private(set) var store = StreamStore()
  /// The present.
  package private(set) var now: ServerTime
  /// Whether faults are over.
  package var isSound = false
  /// Called with a room's record when it is stored.
  var onRecord: (StreamRecord) -> Void = { _ in }
  private var agenda = StreamAgenda()
  private var dice: SeededRandom
  private let faults: Set<StreamFault>
  /// Until when the store has no leader.
  private var leaderlessUntil = ServerTime.zero
  /// Whether the store stands still.
  private var isStopped = false
  /// What has arrived at a store that stands still.
  private var arrivals: [() -> Void] = []
  private var connections: [StreamConnection] = []

  /// A promise that it breaks, for tests of those who hold it to its promises.
  let sabotage: StreamSabotage?

  /// An empty store with these faults.
  package init(
    seed: UInt64, faults: Set<StreamFault> = [], sabotage: StreamSabotage? = nil,
    now: ServerTime = .zero
  ) {
    dice = SeededRandom(seed: seed, stream: 113)
    self.faults = faults
    self.sabotage = sabotage
    self.now = now
    store.acceptsTwo = sabotage == .acceptsTwo
  }

  /// When something happens next; nil for never.
  package var nextInstant: ServerTime? { agenda.nextInstant }

  /// Lets everything happen that is due by `time`, and makes that the present.
  package func proceed(to time: ServerTime) {
    while let (due, action) = agenda.next(by: time) {
      now = max(now, due)
      action()
    }
    now = max(now, time)
  }

  /// A node's connection, notified of every change from the first on.
  func connect(_ node: NodeID) -> StreamConnection {
    let connection = StreamConnection(of: node, to: self)
    connections.append(connection)
    tell(connection)
    return connection
  }

  /// Forgets a connection that is closed.
  func forget(_ connection: StreamConnection) { connections.removeAll { $0 === connection } }

  // MARK: Faults

  /// The store has no leader until `time`: nothing is stored, and every sender is refused.
  package func loseLeader(until time: ServerTime) { leaderlessUntil = time }

  /// The store stands still, or goes on.
  package func setStopped(_ isStopped: Bool) {
    self.isStopped = isStopped
    guard !isStopped else { return }
    let due = arrivals
    arrivals = []
    for arrival in due where dice.happens(0.5) { arrival() }
    for connection in connections { tell(connection) }
  }

  /// Alters what is stored of a room, so that it cannot be folded.
  package func damage(_ code: RoomCode) { store.damage(code) }

  private func has(_ fault: StreamFault) -> Bool { !isSound && faults.contains(fault) }

  // MARK: Requests

  /// Sends a request over a connection, and answers it or lets it time out.
  ///
  /// - Parameters:
  ///   - connection: who asks.
  ///   - action: what the store does when the request arrives.
  ///   - answer: receives the outcome once, unless the connection is closed.
  func request<Reply>(
    over connection: StreamConnection, _ action: @escaping (inout StreamStore) -> Reply,
    _ answer: @escaping (StreamAnswer<Reply>) -> Void
  ) {
    let request = PendingRequest(connection, answer)
    if isLeaderless, !connection.isCut(now), !isStopped {
      return agenda.add(at: connection.nextAnswer(now + way())) { request.finish(.noResponders) }
    }
    agenda.add(at: now + Self.patience) { request.finish(.silence) }
    // A cable that is plugged in again may deliver what was written meanwhile.
    let blocked = connection.isCut(now) ? connection.cutUntil : nil
    if blocked != nil, dice.happens(0.7) { return }
    let isLate = has(.lateAppends) && dice.happens(0.03)
    let way = isLate ? dice.milliseconds(1000...6000) : way()
    let arrives = (blocked ?? now) + way
    agenda.add(at: isLate ? arrives : connection.nextArrival(arrives)) { [unowned self] in
      arrive(request, action)
    }
  }

  private func arrive<Reply>(
    _ request: PendingRequest<Reply>, _ action: @escaping (inout StreamStore) -> Reply
  ) {
    // What a process sends before it ends may arrive, or be lost with it.
    if request.connection.isClosed, dice.happens(0.3) { return }
    if isStopped {
      arrivals.append { [unowned self] in arrive(request, action) }
      return
    }
    guard !isLeaderless else { return }
    let reply = action(&store)
    for connection in connections { tell(connection) }
    if has(.lostAnswers), dice.happens(0.05) { return }
    agenda.add(at: request.connection.nextAnswer(now + way())) { [unowned self] in
      guard !request.connection.isCut(now), !isStopped else { return }
      request.finish(.answered(reply))
    }
  }

  /// Appends a record; the answer is its number, or nil if it was refused.
  func append(
    _ record: StreamRecord, to code: RoomCode, behind former: UInt64,
    over connection: StreamConnection, _ answer: @escaping (StreamAnswer<UInt64?>) -> Void
  ) {
    // The step before may still be in process.
    let isSpurious = has(.spuriousRefusals) && dice.happens(0.05)
    request(
      over: connection,
      { [unowned self] store -> UInt64? in
        guard !isSpurious, let number = store.append(record, to: code, behind: former) else {
          return nil
        }
        onRecord(record)
        return number
      }, answer)
  }

  /// Reads all records of a code; without the last few, if a replica that is behind answers.
  func read(
    _ code: RoomCode, over connection: StreamConnection,
    _ answer: @escaping (StreamAnswer<[NumberedRecord]>) -> Void
  ) {
    let missing = has(.staleReads) && dice.happens(0.25) ? dice.roll(1...3) : 0
    request(
      over: connection,
      { store in
        let records = store.records(of: code)
        return Array(records.prefix(max(records.count - missing, 1)))
      }, answer)
  }

  // MARK: Telling

  /// Tells a node what it has not been told yet, after a while.
  private func tell(_ connection: StreamConnection) {
    guard !connection.isBeingTold, connection.isBehind(store) else { return }
    connection.isBeingTold = true
    let start = connection.isCut(now) ? connection.cutUntil : now
    agenda.add(at: connection.nextAnswer(start + way())) { [unowned self] in
      connection.isBeingTold = false
      if connection.isCut(now) || isStopped { return isStopped ? () : tell(connection) }
      connection.take(store)
    }
  }

  // MARK: Time

  /// Does something later, unless the connection is closed by then.
  func after(_ wait: Duration, _ connection: StreamConnection, _ action: @escaping () -> Void) {
    agenda.add(at: now + wait) { if !connection.isClosed { action() } }
  }

  private var isLeaderless: Bool { now < leaderlessUntil }

  /// How long a message is on its way.
  private func way() -> Duration { .microseconds(dice.roll(100...1500)) }
}

/// A request whose sender waits.
private final class PendingRequest<Reply> {
  let connection: StreamConnection
  private var answer: ((StreamAnswer<Reply>) -> Void)?

  init(_ connection: StreamConnection, _ answer: @escaping (StreamAnswer<Reply>) -> Void) {
    (self.connection, self.answer) = (connection, answer)
  }

  /// Answers the sender, unless it has been answered or is gone.
  func finish(_ outcome: StreamAnswer<Reply>) {
    guard let answer, !connection.isClosed else { return }
    self.answer = nil
    answer(outcome)
  }
}

/// The store's answer to a request.
enum StreamAnswer<Reply> {
  /// It has arrived, and been answered.
  case answered(Reply)
  /// Nobody is there to take it: for certain, it has not arrived and never will.
  case noResponders
  /// It may have arrived, or may still arrive.
  case silence
}

/// A family of faults of the store that nodes share.
package enum StreamFault: String, CaseIterable, Hashable, Sendable {
  /// Answers get lost.
  case lostAnswers
  /// Requests arrive after seconds.
  case lateAppends
  /// Appends are refused for no reason.
  case spuriousRefusals
  /// Reads of rooms miss the last few records, but never the first.
  case staleReads
}

/// A promise that nodes with a common store may break.
package enum StreamSabotage: Hashable, Sendable {
  /// A record is stored behind whatever stands there, as NATS 2.9 does.
  case acceptsTwo
  /// A claimed room is folded from what was read before the claim.
  case trustsStaleRead
  /// Results that a dead owner has not stored are not stored by its heir either.
  case leavesResults
}
