// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient

/// A client over a real connection, with a driver instead of a person and the stage instead of a
/// screen; isolated to the loop.
final class MeasuredGuest {
  /// The interval between a screen's frames.
  private static let frame = Duration.microseconds(16_667)

  private let name: String
  private let loop: EventLoop
  private let clock: LocalClock
  private let lines: LinkMeasurements
  private var driver: MeasuredDriver
  private var shell: SocketClient?
  private var times = ClientTimes()
  private var shown = ShownFlips()
  private var thinkTimer: LoopTimer?
  private var frameTimer: LoopTimer?
  private var lastFrame: LocalTime?
  /// The last entry that arrived with the join.
  private var history: UInt64 = 0
  private var isInterrupted = false
  private var exchangesTold = 0

  init(
    name: String, driver: MeasuredDriver, loop: EventLoop, clock: LocalClock,
    lines: LinkMeasurements
  ) {
    self.name = name
    self.driver = driver
    self.loop = loop
    self.clock = clock
    self.lines = lines
  }

  /// Begins to connect.
  func start(to url: ServerURL) throws(ConnectError) {
    let profile = SocketClient.Profile(
      agent: "facedown-bot/lab", name: name, reconnectPolicy: ReconnectPolicy())
    let shell = SocketClient(profile, loop: loop, clock: clock) { [weak self] in self?.take($0) }
    self.shell = shell
    shell.onStep = { [weak self, clock] in self?.times.note($0, $1, at: clock.now) }
    try shell.connect(to: url, trust: .system)
  }

  /// Leaves.
  func close() {
    thinkTimer?.cancel()
    frameTimer?.cancel()
    shell?.close()
  }

  /// Records its estimate of server time, and the exchanges behind it.
  func recordClock() {
    guard let core else { return }
    let now = clock.now
    for exchange in times.exchanges.dropFirst(exchangesTold) { lines.exchange(name, exchange) }
    exchangesTold = times.exchanges.count
    guard let time = core.serverTime(at: now), let bound = core.clockBound(at: now) else { return }
    lines.clock(name, time, bound: bound, at: now)
  }

  // MARK: Events

  private var core: ClientCore? { shell?.core }

  private func take(_ notice: SocketClient.Notice) {
    let now = clock.now
    switch notice {
    case .failed(let failure): lines.happened("failed", name, "\(failure.mayPass)", at: now)
    case .event(let event): take(event, at: now)
    }
    // The driver acts once the client has handled everything that arrived.
    think(after: .zero)
    drawSoon(now)
  }

  private func take(_ event: ClientEvent, at now: LocalTime) {
    guard let core, let time = core.shownTime(at: now) else { return }
    shown.sat(on: core.table?.seat, at: time)
    switch event {
    case .joined:
      history = core.table?.log.latest.seq ?? 0
      if isInterrupted { goOn(at: now) } else { lines.room(name, code: core.table?.code ?? "") }
    case .restored: goOn(at: now)
    case .interrupted:
      if !isInterrupted { lines.happened("interrupted", name, at: now) }
      isInterrupted = true
    case .entry(let entry):
      guard case .flipped(let flip) = entry.event, entry.seq > history else { return }
      let isOwn = entry.cause.map { $0.actor == core.table?.actor } ?? false
      shown.arrived(entry, flip, isOwn: isOwn, at: now, time)
    case .refused(.intent(.choose(let card)), let refusal):
      shown.refused(card, at: time)
      lines.happened("refused", name, refusal.code.rawValue, at: now)
    case .refused(_, let refusal): lines.happened("refused", name, refusal.code.rawValue, at: now)
    case .withdrawn(.intent(.choose(let card))): shown.refused(card, at: time)
    case .left(let reason): lines.happened("left", name, reason, at: now)
    case .brokenCommitment, .shareLost(.broken), .shareForged, .garbled:
      lines.happened("broken", name, at: now)
    case .disconnected: lines.happened("disconnected", name, at: now)
    default: break
    }
  }

  private func goOn(at now: LocalTime) {
    guard isInterrupted else { return }
    isInterrupted = false
    lines.happened("back", name, at: now)
  }

  // MARK: Outputs

  private func think(after wait: Duration) {
    thinkTimer?.cancel()
    thinkTimer = loop.schedule(after: wait) { [weak self] in self?.think() }
  }

  private func think() {
    guard let core else { return }
    let now = clock.now
    let move = driver.act(core, now: now)
    for command in move.commands {
      if case .intent(.choose(let card)) = command, let time = core.shownTime(at: now) {
        shown.pressed(card, at: now, time)
      }
      shell?.perform(command)
    }
    if let wake = move.wake {
      think(after: max(wake - now, .zero))
    } else if core.clock == nil {
      // The first time estimate causes no event, and drivers wait for it.
      think(after: Self.frame)
    }
    if !move.commands.isEmpty { drawSoon(now) }
  }

  // MARK: Frames

  /// Draws when a screen would: now, or when the previous frame is old enough.
  private func drawSoon(_ now: LocalTime) {
    let due = max(lastFrame.map { $0 + Self.frame } ?? now, now)
    draw(after: due - now)
  }

  private func draw(after wait: Duration) {
    frameTimer?.cancel()
    frameTimer = loop.schedule(after: wait) { [weak self] in self?.draw() }
  }

  private func draw() {
    let now = clock.now
    guard let core, let table = core.table, let time = core.shownTime(at: now) else { return }
    lastFrame = now
    let frame = shown.frame(of: table.log, at: now, time)
    for flip in frame.shown {
      let sent =
        flip.pressed == nil
        ? nil : flip.entry.cause.flatMap { times.departures[$0.request] }
      lines.flip(name, room: table.code, flip, sent: sent)
    }
    if frame.isMoving { return draw(after: Self.frame) }
    guard let next = frame.next.flatMap(core.localTime(showing:)) else { return }
    draw(after: max(next - now, Self.frame))
  }
}

/// What a client does not report: its exchanges of timestamps with the server, and when each choice
/// was sent.
struct ClientTimes {
  /// A ping and its pong, with all four timestamps.
  struct Exchange: Hashable, Sendable {
    /// When the ping was sent, on the client's clock.
    var asked: LocalTime
    /// When the server received it, and when it sent the pong.
    var received: ServerTime
    var answered: ServerTime
    /// When the pong arrived.
    var came: LocalTime
  }

  /// The exchanges, in order.
  private(set) var exchanges: [Exchange] = []
  /// When each choice was first sent, by request.
  private(set) var departures: [RequestID: LocalTime] = [:]

  /// Records one step of the client.
  mutating func note(_ input: ClientInput, _ outputs: [ClientOutput], at now: LocalTime) {
    if case .received(_, .pong(let pong)) = input {
      exchanges.append(
        Exchange(
          asked: LocalTime(microseconds: pong.t0), received: pong.t1, answered: pong.t2, came: now))
    }
    for case .send(.request(let id, .intent(let request)), _) in outputs {
      guard case .choose = request.intent, departures[id] == nil else { continue }
      departures[id] = now
    }
  }
}
