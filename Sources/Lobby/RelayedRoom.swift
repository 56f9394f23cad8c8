// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A room that another server, its owner, decides, and that is watched through here.
///
/// It is fed what the owner sends to one spectator, and serves its own spectators by the audience
/// that rooms use.
///
/// | State | Those who want to watch | Leaves it by |
/// |---|---|---|
/// | asked | wait, `LobbyLimits.ownerTimeout` at most | its base: shown; a refusal, the time: closed |
/// | shown | are admitted at once | its end; `LobbyLimits.followedFor` without anyone: closed |
/// | closed | | The directory removes the room. |
struct RelayedRoom: Sendable {
  /// Its name here, assigned before the owner has sent its own.
  let id: RoomID
  let code: RoomCode
  /// What the owner has shown of it; nil before the first base.
  private var shown: RelayedLog?
  /// Those who wait for the owner, in the order in which they asked.
  private var waiting: [(origin: Origin, join: JoinRoom)] = []
  /// The sessions among them.
  private var arriving: Set<SessionID> = []
  /// Until when they wait; nil while nobody does.
  private var answerDue: ServerTime?
  /// Since when nobody has watched or waited; nil while somebody does.
  private var emptySince: ServerTime?
  /// Its share in the directory's counts, as last counted.
  var counted: RoomCounts?
  /// How many watch here, as the owner is told.
  private var told = SpectatorCount()
  /// The owner's refusal to show it, passed on to everyone who asks for it; nil if it has shown it.
  private(set) var end: Refusal?

  /// A room that the owner is asked for.
  init(id: RoomID, code: RoomCode) {
    self.id = id
    self.code = code
  }

  /// Whether it only awaits removal.
  private(set) var isClosed = false

  /// The owner's name of the room; nil before it is known.
  var room: RoomID? { shown?.room }

  /// The number of spectators here, each relay one of them.
  var count: Int { shown?.audience.count ?? 0 }

  /// Its share in the directory's counts; nil before its first base and once it is closed.
  var counts: RoomCounts? {
    guard !isClosed else { return nil }
    return (shown?.audience.view.phase).map {
      RoomCounts(phase: $0, players: 0, spectators: count, bots: 0, takenSeats: 0)
    }
  }

  /// When `advance` is due; nil for never.
  var nextWake: ServerTime? {
    let leaving = emptySince.map { $0 + LobbyLimits.followedFor }
    return earlier(
      earlier(earlier(answerDue, leaving), shown.flatMap { told.due($0.audience.viewers) }),
      earlier(shown?.audience.nextDue, shown?.audience.nextRemoval?.at))
  }

  /// Whether a session watches, or waits to.
  func involves(_ session: SessionID) -> Bool { contains(session) || isArriving(session) }

  /// Rate limit on what those who watch here show.
  var reactions = ReactionPace()

  /// Whether those who watch see every match as the players do; with a delay, nothing says here
  /// whether one has begun.
  var isWatchedLive: Bool { shown?.audience.view.settings.spectatorDelay == .zero }

  /// Whether a session watches.
  func contains(_ session: SessionID) -> Bool { shown?.audience.contains(session) == true }

  /// Whether a session waits for the owner.
  func isArriving(_ session: SessionID) -> Bool { arriving.contains(session) }

  // MARK: Spectators

  /// A session wants to watch, or to resume watching.
  ///
  /// - Parameters:
  ///   - join: what it asks for.
  ///   - origin: the request.
  ///   - ahead: how far the owner's time is ahead of the directory's.
  ///   - context: the time, and where outputs go.
  mutating func join(
    _ join: JoinRoom, by origin: Origin, ahead: Duration, _ context: inout DecisionContext
  ) {
    guard let room else { return wait(join, by: origin, &context) }
    guard join.roomID.map({ RoomID($0) == room }) ?? true else {
      return refuse(origin, .unknownCode(code), &context)
    }
    shown?.join(origin, after: join.afterSeq, ahead: ahead, &context)
    emptySince = nil
  }

  private mutating func wait(
    _ join: JoinRoom, by origin: Origin, _ context: inout DecisionContext
  ) {
    if isArriving(origin.session) {
      // A retry, perhaps; and there is no end to the number of new requests.
      let own = waiting.lazy.filter { $0.origin.session == origin.session }
      guard !own.contains(where: { $0.origin == origin }) else { return }
      guard own.count < LobbyLimits.entriesKept else {
        return refuse(origin, Refusal(.serverRestarting), &context)
      }
    }
    waiting.append((origin, join))
    arriving.insert(origin.session)
    answerDue = answerDue ?? context.now + LobbyLimits.ownerTimeout
    emptySince = nil
  }

  /// Gives a spectator that fell behind a fresh base and tail.
  mutating func refresh(_ session: SessionID, ahead: Duration, _ context: inout DecisionContext) {
    guard shown?.audience.hasFallenBehind(session) == true else { return }
    shown?.refresh(session, ahead: ahead, &context)
  }

  /// A session stops watching, or waiting to watch.
  mutating func leave(
    _ session: SessionID, _ request: RequestID?, _ reason: LeaveReason,
    _ context: inout DecisionContext
  ) {
    guard involves(session) else { return }
    if arriving.remove(session) != nil { waiting.removeAll { $0.origin.session == session } }
    if waiting.isEmpty { answerDue = nil }
    shown?.audience.remove(session, &context)
    context.outputs.append(.left(session, request, reason: reason))
    shown?.audience.announceCount(players: [], &context)
    noteEmpty(&context)
  }

  /// A session has connected or disconnected.
  mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    shown?.audience.setConnected(isConnected, session, &context)
  }

  /// Starts or stops sending a session what comes.
  mutating func setListening(
    _ isListening: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    shown?.audience.setListening(isListening, session, &context)
  }

  /// A relay that watches has this many viewers; nil if it counts as one spectator.
  mutating func count(
    _ viewers: Int?, through session: SessionID, _ context: inout DecisionContext
  ) {
    shown?.audience.count(viewers, through: session)
    shown?.audience.announceCount(players: [], &context)
  }

  // MARK: The owner

  /// Something has come from the owner; what does not fit is ignored.
  mutating func take(
    _ event: RelayedRoomEvent, ahead: Duration, _ context: inout DecisionContext
  ) {
    guard !isClosed else { return }
    switch event {
    case .began(let room, let base, let tail):
      begin(room, base, tail, ahead: ahead, &context)
    case .entry(let entry):
      guard shown?.take(entry, now: context.now) == true, count > 0, let room else { return }
      context.outputs.append(.entries([entry], to: [], audience: room))
    case .presence(let presence):
      shown?.take(presence, now: context.now)
      guard count > 0, let room else { return }
      context.outputs.append(.presence(presence, to: [], audience: room))
    case .audience(let number, let isWhole):
      shown?.audience.count(elsewhere: isWhole ? .whole(number) : .others(max(number - 1, 0)))
      shown?.audience.announceCount(players: [], &context)
    case .refused(let refusal): close(refusal, .gone, &context)
    case .ended(let reason): close(.unknownCode(code), reason, &context)
    }
  }

  /// The log begins, or goes on after a gap: everyone gets a base and tail.
  private mutating func begin(
    _ room: RoomID, _ base: MatchView, _ tail: [Entry], ahead: Duration,
    _ context: inout DecisionContext
  ) {
    guard self.room == nil || self.room == room else {
      // The room has closed, and its code is another's.
      return close(.unknownCode(code), .gone, &context)
    }
    if shown == nil {
      shown = RelayedLog(of: room, code, from: base)
    } else {
      shown?.reset(to: base)
    }
    for entry in tail { _ = shown?.take(entry, now: context.now) }
    for session in shown?.audience.listeners ?? [] {
      shown?.refresh(session, ahead: ahead, &context)
    }
    let arrivals = waiting
    (waiting, arriving, answerDue) = ([], [], nil)
    for (origin, join) in arrivals { self.join(join, by: origin, ahead: ahead, &context) }
    noteEmpty(&context)
  }

  // MARK: Time

  /// Does what is due.
  mutating func advance(_ context: inout DecisionContext) {
    if let answerDue, answerDue <= context.now {
      close(Refusal(.serverRestarting), .gone, &context)
    }
    while let gone = shown?.audience.nextRemoval, gone.at <= context.now {
      leave(gone.session, nil, .gone, &context)
    }
    shown?.audience.announceCount(players: [], &context)
    if let emptySince, emptySince + LobbyLimits.followedFor <= context.now { isClosed = true }
  }

  /// The number of spectators here, if the owner has yet to be notified of it.
  ///
  /// That is no more often than spectators are told theirs.
  mutating func takeCount(now: ServerTime) -> Int? {
    guard let audience = shown?.audience, !isClosed else { return nil }
    return told.announce(audience.viewers, now: now)
  }

  /// Sends everyone away: those who wait by a refusal, those who watch for a reason.
  private mutating func close(
    _ refusal: Refusal, _ reason: LeaveReason, _ context: inout DecisionContext
  ) {
    isClosed = true
    if shown == nil { end = refusal }
    for (origin, _) in waiting { refuse(origin, refusal, &context) }
    (waiting, arriving, answerDue) = ([], [], nil)
    for session in shown?.audience.sessions ?? [] { leave(session, nil, reason, &context) }
  }

  private func refuse(_ origin: Origin, _ refusal: Refusal, _ context: inout DecisionContext) {
    context.outputs.append(.refused(origin.session, origin.request, refusal))
  }

  private mutating func noteEmpty(_ context: inout DecisionContext) {
    emptySince = waiting.isEmpty && count == 0 ? emptySince ?? context.now : nil
  }
}
