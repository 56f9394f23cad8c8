// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// A client's session with a scripted server, the same on every platform, and its steps as numbers.
///
/// The build for wasm32 compiles this file too, as Embedded Swift: its steps under JavaScript are
/// compared with the same file of numbers as those of the native build.
struct FixedSession {
  /// One number for each part of a step: when it happened, what the client did, when it is due next,
  /// and its estimate of the server's time.
  private(set) var steps: [[Double]] = []

  private static let roundTrip = Duration.milliseconds(40)
  private static let end = LocalTime(microseconds: 46_000_000)

  private var core: ClientCore
  private var now = LocalTime(microseconds: 1_000_000)
  private var number = ConnectionNumber(1)
  private var view = MatchView()
  /// What happens by itself, in the order of its times.
  private var coming: [(at: LocalTime, input: ClientInput)] = []

  /// Plays the session: a proof, a seat, a choice held back, a lost connection, a resume.
  init() {
    // Not cryptographic, because nothing needs to be hidden.
    let hashing = Hashing(
      sha256: { message in [UInt8](repeating: UInt8(message.count % 256), count: 32) },
      hmac: { _, message in
        (0..<32).map { index in message.reduce(UInt8(index) &* 37) { $0 &* 31 &+ $1 } }
      })
    core = ClientCore(
      agent: "fixed", name: "Ana",
      identity: PublicIdentity(publicKey: [UInt8](repeating: 3, count: 32), server: "a:1"),
      reconnectPolicy: ReconnectPolicy(), key: [UInt8](repeating: 7, count: 32), hashing: hashing)
    feed(.start(home: nil))
    while now < Self.end, steps.count < 1000, let next { step(to: next) }
  }

  private var next: LocalTime? { [coming.first?.at, core.nextWake].compactMap { $0 }.min() }

  private mutating func step(to time: LocalTime) {
    now = max(now, time)
    guard let first = coming.first, first.at <= now else { return feed(.tick) }
    coming.removeFirst()
    feed(first.input)
  }

  private mutating func feed(_ input: ClientInput) {
    let outputs = core.handle(input, now: now)
    steps.append(
      [Double(now.microseconds), Double(outputs.count)] + outputs.map { code($0) } + [
        Double(core.nextWake?.microseconds ?? -1),
        Double(core.serverTime(at: now)?.microseconds ?? -1),
        Double(core.clockBound(at: now)?.wholeMicroseconds ?? -1),
        Double(core.table?.log.latest.seq ?? 0), core.isCurrent ? 1 : 0, core.isWaiting ? 1 : 0,
      ])
    for output in outputs { answer(output) }
  }

  private func code(_ output: ClientOutput) -> Double {
    switch output {
    case .dial(let number, _): 100 + Double(number.rawValue)
    case .hangUp(let number): 200 + Double(number.rawValue)
    case .sign(let statement, _): 300 + Double(statement.count)
    case .event(.welcomed): 401
    case .event(.proven): 402
    case .event(.joined): 403
    case .event(.entry(let entry)): 410 + Double(entry.seq)
    case .event(.interrupted): 404
    case .event: 499
    case .send(.hello, _): 501
    case .send(.prove, _): 502
    case .send(.ping(let ping), _): 600 + Double(ping.id)
    case .send(.request(let id, _), _): 700 + Double(id.rawValue)
    case .send: 599
    }
  }

  // MARK: The server

  /// The server's clock is 500 seconds ahead, and gains a fiftieth of a thousandth.
  private func serverTime(at time: LocalTime) -> ServerTime {
    ServerTime(microseconds: time.microseconds + 500_000_000 + time.microseconds / 50_000)
  }

  private mutating func come(_ input: ClientInput, after wait: Duration) {
    let at = now + wait
    coming.insert((at, input), at: coming.firstIndex { $0.at > at } ?? coming.count)
  }

  private mutating func answer(_ output: ClientOutput) {
    switch output {
    case .dial(let dialled, _):
      number = dialled
      come(.opened(dialled), after: Self.roundTrip)
    case .sign(let statement, let number):
      come(.signed(number, Array(statement.reversed())), after: .milliseconds(1))
    case .send(let message, let over) where over == number: answer(message)
    default: break
    }
  }

  private mutating func answer(_ message: ClientMessage) {
    switch message {
    case .hello: say(.welcome(welcome(as: nil)), after: Self.roundTrip)
    case .prove:
      say(.welcome(welcome(as: "ana")), after: Self.roundTrip)
      guard core.table == nil else { return }
      come(
        .command(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player)))),
        after: .milliseconds(300))
      come(.command(.ready), after: .milliseconds(900))
      come(.ended(number, mayRetry: true), after: .seconds(20))
    case .ping(let ping):
      // The way back is slower for some.
      let extra = Duration.milliseconds(Int64(ping.id % 7) * 3)
      let arrival = serverTime(at: now + Self.roundTrip / 2)
      let pong = Pong(id: ping.id, t0: ping.t0, t1: arrival, t2: arrival, nonce: ping.id)
      say(.pong(pong), after: Self.roundTrip + extra)
    case .request(let id, .joinRoom(let join)):
      say(
        .joined(
          Joined(
            id: id, code: join.code, roomID: "r", actor: ActorNumber(1), role: .player,
            base: join.afterSeq == nil ? MatchView() : nil)), after: Self.roundTrip)
      guard join.afterSeq == nil else { return }
      let settings = MatchSettings(pairs: 2, seats: 1)
      tell(.opened(Event.Opened(matchID: "m", settings: settings, theme: "animals")))
      tell(
        .seated(
          Event.Seated(seat: SeatIndex(0), player: Player(name: "Ana"), actor: ActorNumber(1))))
    case .request(let id, .intent(let request)): answer(request.intent, as: id)
    default: break
    }
  }

  private mutating func answer(_ intent: Intent, as id: RequestID) {
    let cause = Cause(actor: ActorNumber(1), request: id)
    switch intent {
    case .ready(let commit):
      tell(.readied(SeatIndex(0), entropyCommit: commit), cause)
      tell(.committed(Event.Committed(seedCommit: [1], entropyCommits: [commit])))
    case .reveal(let entropy):
      tell(.revealed(SeatIndex(0), entropy: entropy), cause)
      tell(
        .dealt(
          Event.Dealt(
            generation: 1, slots: [0, 1, 2, 3], rows: 2, columns: 2, turnOrder: [SeatIndex(0)],
            leaves: [], stagger: .zero, duration: .zero, playableAt: serverTime(at: now))))
      tell(.turnBegan(Event.TurnBegan(seat: SeatIndex(0), deadline: nil)))
      // The second card is chosen before the first shows.
      for (slot, wait) in [(0, 600), (1, 670)] {
        let card = CardID(generation: 1, slot: slot)
        come(.command(.intent(.choose(card))), after: .milliseconds(wait))
      }
    case .choose(let card):
      let time = serverTime(at: now)
      tell(
        .flipped(
          Event.Flipped(
            seat: SeatIndex(0), card: card, face: Face(0), salt: [],
            revealAt: time + .milliseconds(200), judgedAt: time,
            bonus: Bonus(remainingMilliseconds: 0),
            outcome: card.slot == 0 ? .first : .match)), cause)
    default: break
    }
  }

  private mutating func tell(_ event: Event, _ cause: Cause? = nil) {
    let at = max(serverTime(at: now + Self.roundTrip / 2), view.at)
    let entry = Entry(seq: view.seq + 1, at: at, cause: cause, event: event)
    view.apply(entry)
    say(.entry(entry), after: Self.roundTrip)
  }

  private mutating func say(_ message: ServerMessage, after wait: Duration) {
    come(.received(number, message), after: wait)
  }

  private func welcome(as player: String?) -> Welcome {
    Welcome(
      sessionID: "s", resumeToken: [1], playerID: core.welcome?.playerID ?? player,
      serverTime: serverTime(at: now), clockEpoch: 1, challenge: [UInt8](repeating: 9, count: 32),
      serverVersion: "t")
  }
}
