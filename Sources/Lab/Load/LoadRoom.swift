// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient

/// The members of one room over the real protocol: seats send intents, spectators watch.
final class LoadRoom: LoadSource {
  private struct Member {
    var client: LoadClient
    /// The number of the last entry it has; nil before it has joined the room.
    var seq: UInt64?
    var lastRequest: UInt64 = 0
    /// The number of entries it was not sent.
    var missed: UInt64 = 0
    /// Whether its attempt to join has succeeded or failed.
    var isSettled = false
    var isConnected = false
  }

  private struct Cause: Hashable {
    var member: Int
    var request: UInt64
  }

  private let context: LoadContext
  private let firstIndex: Int
  private let seats: Int
  private let settings: MatchSettings
  /// The owner, then the other players, then the spectators.
  private var members: [Member] = []
  private var memberOfActor: [ActorNumber: Int] = [:]
  /// Its code; empty until the room is open.
  private(set) var code = ""
  private var script: MatchScript?
  private var decoder = SharedDecoder()
  /// When the unanswered measured intents were due.
  private var dues: [Cause: LocalTime] = [:]
  /// When the answered ones were due, by the number of the answering entry.
  private var dueBySeq: [UInt64: LocalTime] = [:]
  private var queue: DialQueue?
  private var isRunning = false
  /// The earliest time for the next move, after a refusal.
  private var notBefore = LocalTime(microseconds: .min)
  private var changes = 0

  /// How many answered intents are remembered; entries of older ones count without a latency.
  private static let remembered: UInt64 = 512
  /// How long after a refusal a move is retried.
  private static let retryAfter = Duration.milliseconds(500)
  /// How long after it is allowed a move is due, in addition to the error of the clock.
  private static let margin = Duration.milliseconds(1)

  /// A room with `seats` players and `spectators` spectators, whose connections are numbered from
  /// `firstIndex`.
  init(_ context: LoadContext, seats: Int, spectators: Int, firstIndex: Int) {
    self.context = context
    self.firstIndex = firstIndex
    self.seats = seats
    let quick = try? MatchSettings.quick(mode: .memorize, seats: max(2, seats), isRated: false)
    settings = MatchSettings(pairs: quick?.pairs ?? 12, seats: seats)
    let playsByClock = if case .matches = context.activity { true } else { false }
    members = (0..<seats + spectators).map { index in
      let probes = context.hasPings || (playsByClock && index < seats)
      return Member(
        client: context.client(
          firstIndex + index, probes: probes, pace: index < seats ? .player : .spectator,
          decoding: { [weak self] in self?.decoder.decode($0, as: $1) },
          report: { [weak self] in self?.happens($0, to: index) }))
    }
  }

  var connected: Int { members.count { $0.isConnected } }

  var missing: Int {
    let last = script?.view.seq ?? 0
    return members.reduce(0) { sum, member in
      sum + Int(member.missed) + Int(member.seq.map { max(last, $0) - $0 } ?? 0)
    }
  }

  var unanswered: Int { dues.count }

  func open(_ queue: DialQueue) {
    self.queue = queue
    dial(0)
  }

  func start() {
    isRunning = true
    notBefore = context.clock.now
    switch context.activity {
    case .matches: makeMoves()
    case .settings(let perSecond):
      let schedule = SteadySchedule(
        perSecond: perSecond, phase: LoadContext.phase(firstIndex), from: notBefore)
      context.follow(schedule) { [weak self] due in
        guard let self, isRunning else { return false }
        change(due: due)
        return true
      }
    case .saturation(let outstanding):
      for _ in 0..<outstanding { change(due: context.clock.now) }
    }
  }

  func stop() { isRunning = false }

  // MARK: Joining

  private func dial(_ index: Int) {
    queue?.append { [context, firstIndex, members] in
      members[index].client.connect(context.options(firstIndex + index))
    }
  }

  private func enter(_ index: Int) {
    members[index].lastRequest += 1
    let id = RequestID(members[index].lastRequest)
    if index == 0 {
      members[0].client.say(.request(id: id, .createRoom(settings)))
    } else {
      let role = index < seats ? Role.player : .spectator
      members[index].client.say(.request(id: id, .joinRoom(JoinRoom(code: code, role: role))))
    }
  }

  private func settle(_ index: Int) {
    guard !members[index].isSettled else { return }
    members[index].isSettled = true
    // The owner opens the room for the others.
    if index == 0, !code.isEmpty { for other in members.indices.dropFirst() { dial(other) } }
    queue?.finished()
  }

  // MARK: Receiving

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(.entry(let entry), let bytes): deliver(entry, bytes: bytes, to: index)
    case .message(.welcome, _): enter(index)
    case .message(.joined(let joined), _): admit(joined, index)
    case .message(.refused(let id, let refusal), _): refuse(id, refusal, index)
    case .message(.closing(let closing), _): context.meter.closing(closing.code)
    case .message(.left(_, let code), _): context.meter.closing(code)
    case .message: break
    case .ended:
      members[index].isConnected = false
      context.meter.lost()
      settle(index)
    }
  }

  private func admit(_ joined: Joined, _ index: Int) {
    if let base = joined.base {
      if let seq = members[index].seq, base.seq > seq { members[index].missed += base.seq - seq }
      if script == nil {
        let pace =
          if case .matches(let pace) = context.activity { pace } else { BotPlayer.Pace.fast }
        script = MatchScript(base: base, pace: pace, seed: UInt64(firstIndex))
      }
    }
    code = joined.code
    members[index].seq = joined.tail.last?.seq ?? joined.base?.seq ?? members[index].seq
    members[index].isConnected = true
    if let actor = joined.actor { memberOfActor[actor] = index }
    for entry in joined.tail { script?.add(entry) }
    settle(index)
  }

  private func deliver(_ entry: Entry, bytes: Int, to index: Int) {
    guard let last = members[index].seq, entry.seq > last else { return }
    members[index].missed += entry.seq - last - 1
    members[index].seq = entry.seq
    let isNew = script?.add(entry) ?? false
    let cause = entry.cause.flatMap { cause in
      memberOfActor[cause.actor].map { Cause(member: $0, request: cause.request.rawValue) }
    }
    if isNew, let due = cause.flatMap({ dues.removeValue(forKey: $0) }) {
      dueBySeq[entry.seq] = due
    }
    if isNew, entry.seq > Self.remembered { dueBySeq[entry.seq - Self.remembered] = nil }
    let latency = dueBySeq[entry.seq].map { context.clock.now - $0 }
    let receiver: LoadMeter.Receiver =
      index >= seats ? .spectator : firstIndex == 0 ? .firstRoomPlayer : .player
    context.meter.delivered(bytes: bytes, latency: latency, to: receiver)
    guard isRunning else { return }
    switch context.activity {
    case .matches: if isNew { makeMoves() }
    case .saturation: if index == 0, cause?.member == 0 { change(due: context.clock.now) }
    case .settings: break
    }
  }

  private func refuse(_ id: RequestID?, _ refusal: Refusal, _ index: Int) {
    context.meter.refused(refusal.code.rawValue)
    guard members[index].isConnected else {
      members[index].client.close()
      return settle(index)
    }
    if let id { dues[Cause(member: index, request: id.rawValue)] = nil }
    if let seat = seat(of: index) { script?.refused(seat) }
    notBefore = context.clock.now + Self.retryAfter
    switch context.activity {
    case .matches: makeMoves()
    case .saturation:
      context.loop.schedule(after: Self.retryAfter) { [weak self] in
        guard let self, isRunning else { return }
        change(due: context.clock.now)
      }
    case .settings: break
    }
  }

  private func seat(of index: Int) -> SeatIndex? {
    script?.view.takenSeats.first { seat in
      script?.view.seats[seat.rawValue].actor.flatMap { memberOfActor[$0] } == index
    }
  }

  // MARK: Sending

  private func makeMoves() {
    guard isRunning, let moves = script?.moves(), !moves.isEmpty else { return }
    for move in moves {
      guard let actor = script?.view.seats[move.seat.rawValue].actor,
        let index = memberOfActor[actor]
      else { continue }
      let now = context.clock.now
      guard let due = localTime(of: move, by: members[index].client) else {
        // There is no clock estimate yet.
        script?.refused(move.seat)
        context.loop.schedule(after: .milliseconds(100)) { [weak self] in self?.makeMoves() }
        return
      }
      if due <= now {
        send(move.intent, from: index, due: due)
      } else {
        context.loop.schedule(after: due - now) { [weak self] in
          guard let self, isRunning else { return }
          send(move.intent, from: index, due: due)
        }
      }
    }
  }

  /// When a move is due on the local clock, so that it does not arrive too early; nil without a
  /// clock estimate.
  private func localTime(of move: MatchScript.Move, by client: LoadClient) -> LocalTime? {
    guard let due = move.due else { return max(context.clock.now, notBefore) }
    guard let clock = client.serverClock else { return nil }
    return max(clock.localTime(at: due) + clock.bound + Self.margin, notBefore)
  }

  private func change(due: LocalTime) {
    changes += 1
    var settings = settings
    settings.pairs -= changes % 2
    send(.configure(settings), from: 0, due: due)
  }

  private func send(_ intent: Intent, from index: Int, due: LocalTime) {
    guard members[index].isConnected, let view = script?.view else { return }
    let now = context.clock.now
    members[index].lastRequest += 1
    let request = members[index].lastRequest
    let pressed = members[index].client.serverClock?.serverTime(at: now)
    let shown = view.turn == nil ? nil : pressed.map { min($0, view.earliestChoice) }
    let bytes = members[index].client.say(
      .request(
        id: RequestID(request),
        .intent(
          IntentRequest(
            seenSeq: view.seq, shownAt: shown,
            pressedAt: shown == nil ? nil : pressed, intent: intent))))
    guard context.meter.isMeasuring else { return }
    dues[Cause(member: index, request: request)] = due
    context.meter.sent(bytes: bytes, late: now - due)
  }
}
