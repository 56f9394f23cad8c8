// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// The spectators of a room, and what they may see by now.
///
/// The room hands over what has landed, with the spectators' delay; joining, leaving, losing a
/// connection and reading slowly are the audience's affair. The room learns one number from it.
/// A spectator is admitted only after the journal has recorded it, so that a restarted server knows
/// what it was sent. The room does not wait for that record.
struct Audience: Sendable {
  private let room: RoomID
  private let code: RoomCode
  /// Whether the journal records who watches.
  private let isRecorded: Bool
  private var spectators = SpectatorTable()
  private var feed = SpectatorFeed()
  private var arrivals: [SessionID: SpectatorArrival] = [:]
  /// Spectators may have been sent entries up to here by a previous server process, which recorded
  /// its progress only now and then; 0 if they have everything.
  private var refedThrough: UInt64 = 0
  /// The number of spectators as announced.
  private var census = SpectatorCount()
  var reactions = ReactionPace()

  /// The audience of a room: nobody.
  init(of room: RoomID, _ code: RoomCode) {
    self.room = room
    self.code = code
    isRecorded = true
  }

  /// The audience of a room that another server decides; no journal records who watches.
  init(relaying room: RoomID, _ code: RoomCode, from base: MatchView) {
    self.room = room
    self.code = code
    isRecorded = false
    feed = SpectatorFeed(from: base, [])
  }

  /// The audience of a restored room; those who watched may return.
  init(of room: RoomID, _ code: RoomCode, restoring records: [SpectatorRecord], at last: ServerTime)
  {
    self.init(of: room, code)
    for record in records {
      spectators.insert(
        Spectator(session: record.session, firstSeq: record.firstSeq, disconnectedAt: last))
    }
  }

  /// The number of spectators of this audience, each relay one of them.
  var count: Int { spectators.all.count }

  /// How many watch, each relay's own viewers in its place.
  var viewers: Int { spectators.viewers }

  /// The number as last announced.
  var announcedCount: Int { census.announced }
  /// Every spectator's session.
  var sessions: [SessionID] { spectators.all.map(\.session) }
  /// The spectators as the journal records them.
  var records: [SpectatorRecord] { spectators.all.map(\.record) }
  /// Every spectator's session, and those that wait to be admitted.
  var everyone: [SessionID] {
    sessions + arrivals.keys.filter { isArriving($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The spectators who are sent entries as they land; visits everyone.
  var listeners: [SessionID] { spectators.all.filter(\.isListening).map(\.session) }

  /// The room as spectators see it.
  var view: MatchView { feed.view }

  /// Whether spectators have seen everything.
  var isLive: Bool { feed.isLive }

  /// When something is to be sent without any input; nil for never.
  var nextDue: ServerTime? {
    earlier(feed.nextDue, census.due(viewers))
  }

  /// When the spectator who has been disconnected longest is to be removed, and who it is.
  var nextRemoval: (session: SessionID, at: ServerTime)? {
    spectators.firstAbsent.flatMap { absent in
      absent.disconnectedAt.map { (absent.session, $0 + LobbyLimits.absenceLimit) }
    }
  }

  /// Whether a session watches.
  func contains(_ session: SessionID) -> Bool { spectators[session] != nil }

  /// Whether a session waits to be admitted.
  func isArriving(_ session: SessionID) -> Bool { arrivals[session]?.isWanted == true }

  // MARK: What the room hands over

  /// Takes entries or the players' presence, to be shown after a delay: whether spectators see it at
  /// once, together with the players.
  mutating func take(
    _ item: SpectatorFeed.Item, after delay: Duration, from log: RoomLog, now: ServerTime
  ) -> Bool {
    let isAtOnce = feed.isLive && delay == .zero
    feed.put(item, after: delay, now: now)
    if isAtOnce { _ = feed.release(from: log, now: now) }
    assert(!isAtOnce || view.seq == log.lastSeq, "A live feed has shown the whole log.")
    return isAtOnce
  }

  /// Sends spectators what is due by now, and everyone the number of spectators.
  mutating func release(
    from log: RoomLog, players: [SessionID], _ context: inout DecisionContext
  ) {
    if let due = feed.nextDue, due <= context.now {
      let (entries, presence) = feed.release(from: log, now: context.now)
      if !entries.isEmpty {
        context.outputs.append(.entries(Array(entries), to: [], audience: room))
      }
      if let presence { context.outputs.append(.presence(presence, to: [], audience: room)) }
    }
    announceCount(players: players, &context)
  }

  /// Announces the number of spectators, at most once per `LobbyLimits.audienceInterval`, so that a
  /// thousand newcomers cause one message; the result is whether it was announced now.
  @discardableResult
  mutating func announceCount(players: [SessionID], _ context: inout DecisionContext) -> Bool {
    guard let number = census.announce(viewers, now: context.now) else { return false }
    context.outputs.append(.audience(number, to: players, audience: room))
    return true
  }

  /// Spectators in other audiences are this many now.
  mutating func count(elsewhere: SpectatorCount.Elsewhere) { census.elsewhere = elsewhere }

  /// A relay that watches has this many viewers; nil if it counts as one spectator, like anyone.
  mutating func count(_ viewers: Int?, through session: SessionID) {
    spectators.change(session) { $0.counted = viewers }
  }

  /// Forgets everything shown, because the log was replaced.
  mutating func reset() { feed = SpectatorFeed() }

  /// Continues at a base, because entries before it are missing.
  mutating func reset(to base: MatchView) {
    assert(feed.isLive, "Nothing is delayed where entries come from another server.")
    feed = SpectatorFeed(from: base, feed.presence)
  }

  /// Begins new spectators at entry `seq` at the earliest.
  mutating func foldBase(of log: RoomLog, through seq: UInt64) {
    feed.foldBase(of: log, through: seq)
  }

  /// Refills the feed after a restart.
  ///
  /// Entries that were not due by `time`, when the room was last alive, are delayed by as much as
  /// they still had to wait.
  ///
  /// The rule matches `take`, so no spectator falls behind what it was sent: without a delay,
  /// everything is passed on at once, including events announced ahead of time.
  mutating func refill(
    from log: RoomLog, _ presence: [SeatPresence], asOf time: ServerTime, now: ServerTime
  ) {
    var rule = DelayRule()
    for (index, entry) in log.entries.enumerated() {
      let delay = rule.delay(of: entry, before: log.entries.dropFirst(index + 1).first)
      let wait = delay == .zero ? .zero : max(entry.at + delay - time, .zero)
      feed.put(.entries(through: entry.seq), after: wait, now: now)
    }
    feed.put(.presence(presence), after: .zero, now: now)
    _ = feed.release(from: log, now: now)
    refedThrough = feed.isLive ? 0 : log.lastSeq
  }

  // MARK: Coming and going

  /// Has the journal record a session that wants to watch.
  mutating func expect(
    _ origin: Origin, from log: RoomLog, delay: Duration, _ context: inout DecisionContext
  ) {
    let base = start(of: log, delay: delay, now: context.now).base
    let unanswered = arrivals[origin.session]?.unanswered ?? 0
    arrivals[origin.session] = SpectatorArrival(request: origin.request, unanswered: unanswered + 1)
    context.outputs.append(
      .watch(room, SpectatorRecord(session: origin.session, firstSeq: base.seq)))
  }

  /// Admits a session at once, where no journal records it.
  mutating func admit(
    _ origin: Origin, from log: RoomLog, delay: Duration, _ context: inout DecisionContext
  ) {
    precondition(!isRecorded, "A spectator is admitted once the journal has recorded it.")
    enter(origin.session, by: origin.request, from: log, delay: delay, players: [], &context)
  }

  /// A session that waits to be admitted has repeated its request.
  mutating func expectAgain(_ origin: Origin, after afterSeq: UInt64?) {
    arrivals[origin.session]?.repeats.append((origin.request, afterSeq))
  }

  /// The journal has answered for a waiting session, which is admitted if it was recorded and the
  /// room is not locked by now.
  mutating func admit(
    _ session: SessionID, isKept: Bool, isLocked: Bool, from log: RoomLog, delay: Duration,
    players: [SessionID], _ context: inout DecisionContext
  ) {
    guard var arrival = arrivals[session] else { return }
    arrival.unanswered -= 1
    arrivals[session] = arrival.unanswered > 0 ? arrival : nil
    guard arrival.unanswered == 0, arrival.isWanted else { return }
    guard isKept else {
      return refuse(arrival, of: session, Refusal(.journalUnavailable), &context)
    }
    guard !isLocked else {
      context.outputs.append(.unwatch(room, session))
      return refuse(arrival, of: session, Refusal(.roomLocked), &context)
    }
    enter(session, by: arrival.request, from: log, delay: delay, players: players, &context)
    for (request, afterSeq) in arrival.repeats {
      resume(session, by: request, after: afterSeq, from: log, delay: delay, &context)
    }
  }

  /// Adds a spectator, and sends it everything from its base on.
  ///
  /// The base is of now, as the past is a memory aid; the journal's record may begin earlier.
  private mutating func enter(
    _ session: SessionID, by request: RequestID, from log: RoomLog, delay: Duration,
    players: [SessionID], _ context: inout DecisionContext
  ) {
    var answer = answer(to: request)
    let (base, tail) = start(of: log, delay: delay, now: context.now)
    answer.base = base
    answer.tail = tail
    spectators.insert(Spectator(session: session, firstSeq: base.seq))
    context.outputs.append(.joined(session, answer))
    setListening(true, session, &context)
    context.outputs.append(.presence(feed.presence, to: [session]))
    if !announceCount(players: players, &context) {
      context.outputs.append(.audience(announcedCount, to: [session]))
    }
  }

  /// Sends a spectator what it missed, or without a number a fresh base and tail.
  ///
  /// A spectator that has all earlier entries gets the later ones, unless they are too many for one
  /// message. Anyone else gets a base and its tail: sending the past would be a memory aid.
  mutating func resume(
    _ session: SessionID, by request: RequestID?, after afterSeq: UInt64?, from log: RoomLog,
    delay: Duration, _ context: inout DecisionContext
  ) {
    guard let spectator = spectators[session] else { return }
    var answer = answer(to: request)
    let last = view.seq
    if let afterSeq, afterSeq >= max(spectator.firstSeq, log.start), afterSeq <= last,
      last - afterSeq <= UInt64(LobbyLimits.missedLimit)
    {
      answer.tail = Array(log.entries(after: afterSeq, through: last))
    } else if let afterSeq, afterSeq >= spectator.firstSeq, last < refedThrough {
      // It has more than it may be sent again by now, and skips the repeats.
    } else {
      let (base, tail) = start(of: log, delay: delay, now: context.now)
      answer.base = base
      answer.tail = tail
    }
    answer.assertContinuous(after: afterSeq, through: last)
    spectators.change(session) {
      // After a restart its base may be older; it may resume from there too.
      $0.firstSeq = min($0.firstSeq, answer.base?.seq ?? .max)
    }
    context.outputs.append(.joined(session, answer))
    setListening(true, session, &context)
    context.outputs.append(.presence(feed.presence, to: [session]))
    context.outputs.append(.audience(announcedCount, to: [session]))
  }

  /// A session stops watching, or waiting to; the result is whether it was a spectator.
  @discardableResult
  mutating func remove(_ session: SessionID, _ context: inout DecisionContext) -> Bool {
    setListening(false, session, &context)
    let wasWatching = spectators.remove(session)
    guard wasWatching || isArriving(session) else { return false }
    arrivals[session]?.isWanted = false
    if isRecorded { context.outputs.append(.unwatch(room, session)) }
    return wasWatching
  }

  /// Refuses every session that is waiting to watch.
  mutating func refuseArrivals(_ refusal: Refusal, _ context: inout DecisionContext) {
    for session in arrivals.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let arrival = arrivals[session], arrival.isWanted else { continue }
      remove(session, &context)
      refuse(arrival, of: session, refusal, &context)
    }
  }

  /// A spectator's session has connected or disconnected: either way it asks for what it missed, and
  /// counts its viewers anew if it is a relay, which has none meanwhile.
  mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    setListening(false, session, &context)
    spectators.change(session) {
      $0.disconnectedAt = isConnected ? nil : context.now
      if $0.counted != nil { $0.counted = isConnected ? nil : 0 }
    }
  }

  /// Starts or stops sending a spectator entries as they land.
  mutating func setListening(
    _ isListening: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    guard let spectator = spectators[session], spectator.isListening != isListening else { return }
    spectators.change(session) { $0.isListening = isListening }
    context.outputs.append(.listening(session, to: isListening ? room : nil))
  }

  /// Whether a session watches without being sent entries as they land.
  func hasFallenBehind(_ session: SessionID) -> Bool { spectators[session]?.isListening == false }

  /// Does not count `outage`, which ended by `now`, as anyone's absence.
  mutating func forgive(_ outage: Duration, now: ServerTime) {
    spectators.forgive(outage, now: now)
  }

  // MARK: Answers

  private func answer(to request: RequestID?) -> Joined {
    Joined(id: request, code: code.rawValue, roomID: room.rawValue, role: .spectator, base: nil)
  }

  /// The base and tail from which a new spectator starts.
  private mutating func start(
    of log: RoomLog, delay: Duration, now: ServerTime
  ) -> (base: MatchView, tail: [Entry]) {
    feed.baseAndTail(of: log, at: now - LobbyLimits.baseTrail - delay)
  }

  /// Refuses every request of a session to watch.
  private func refuse(
    _ arrival: SpectatorArrival, of session: SessionID, _ refusal: Refusal,
    _ context: inout DecisionContext
  ) {
    for request in [arrival.request] + arrival.repeats.map(\.request) {
      context.outputs.append(.refused(session, request, refusal))
    }
  }
}
