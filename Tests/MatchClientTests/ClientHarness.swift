// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Wire

/// A client with a seat in a room, and a scripted server; both clocks show the same time.
struct ClientHarness {
  var core: ClientCore
  var now = LocalTime(microseconds: 1_000_000)
  var view = MatchView()

  /// The address that the client dials; nil if it follows no moves.
  private let home: ServerURL?

  /// A client that is not connected yet.
  init(identity: PublicIdentity? = nil, home: ServerURL? = nil) {
    self.home = home
    core = ClientCore(
      agent: "test", name: "Ana", identity: identity, reconnectPolicy: ReconnectPolicy(),
      key: [UInt8](repeating: 7, count: 32), hashing: .openSSL)
  }

  /// The present connection; the client has dialled none at first.
  private(set) var number = ConnectionNumber(0)

  @discardableResult
  mutating func handle(_ input: ClientInput) -> [ClientOutput] { core.handle(input, now: now) }

  /// Opens the connection that the client dials, the first or the next.
  @discardableResult
  mutating func connect() -> [ClientOutput] {
    number = ConnectionNumber(number.rawValue + 1)
    if number == ConnectionNumber(1) {
      handle(.start(home: home))
    } else if let due = core.nextWake, !core.isConnected {
      now = max(now, due)
      handle(.tick)
    }
    return handle(.opened(number))
  }

  /// Ends the connection.
  @discardableResult
  mutating func disconnect() -> [ClientOutput] { handle(.ended(number, mayRetry: true)) }

  @discardableResult
  mutating func perform(_ command: ClientCommand) -> [ClientOutput] { handle(.command(command)) }

  @discardableResult
  mutating func hear(_ message: ServerMessage) -> [ClientOutput] {
    handle(.received(number, message))
  }

  @discardableResult
  mutating func hear(_ event: Event, at time: Int64? = nil, cause: Cause? = nil) -> [ClientOutput] {
    let at = max(ServerTime(microseconds: time ?? now.microseconds), view.at)
    let entry = Entry(seq: view.seq + 1, at: at, cause: cause, event: event)
    view.apply(entry)
    return hear(.entry(entry))
  }

  /// Watches a room with a number of seats, all of them taken but the `free` last ones.
  mutating func watch(seats: Int, free: Int = 0) {
    connect()
    hear(
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [UInt8](repeating: 1, count: 32),
          serverTime: ServerTime(microseconds: now.microseconds), clockEpoch: 1, challenge: [],
          serverVersion: "t")))
    hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: nil, seat: nil, role: .spectator, base: MatchView(),
          tail: [])))
    let settings = MatchSettings(pairs: 2, seats: seats)
    hear(.opened(Event.Opened(matchID: "m", settings: settings, theme: "animals")))
    for seat in 0..<seats - free {
      let actor = ActorNumber(UInt32(seat + 1))
      hear(
        .seated(
          Event.Seated(seat: SeatIndex(seat), player: Player(name: "P\(seat)"), actor: actor)))
    }
  }

  /// Takes a seat at a table with four cards, up to this client's turn.
  mutating func sitDown(leaves: [[UInt8]] = []) {
    connect()
    hear(
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [UInt8](repeating: 1, count: 32),
          serverTime: ServerTime(microseconds: now.microseconds), clockEpoch: 1, challenge: [],
          serverVersion: "t")))
    let stamp = ServerTime(microseconds: now.microseconds)
    hear(.pong(Pong(id: 1, t0: now.microseconds, t1: stamp, t2: stamp, nonce: 9)))
    hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: MatchView(), tail: [])))
    let settings = MatchSettings(pairs: 2, seats: 1)
    hear(.opened(Event.Opened(matchID: "m", settings: settings, theme: "animals")))
    hear(
      .seated(
        Event.Seated(seat: SeatIndex(0), player: Player(name: "Ana"), actor: ActorNumber(1))))
    guard !leaves.isEmpty else { return }
    hear(
      .dealt(
        Event.Dealt(
          generation: 1, slots: [0, 1, 2, 3], rows: 2, columns: 2, turnOrder: [SeatIndex(0)],
          leaves: leaves, stagger: .zero, duration: .zero,
          playableAt: ServerTime(microseconds: now.microseconds))))
    hear(.turnBegan(Event.TurnBegan(seat: SeatIndex(0), deadline: nil)))
  }
}

/// The messages among `outputs`.
func sent(_ outputs: [ClientOutput]) -> [ClientMessage] {
  outputs.compactMap { if case .send(let message, _) = $0 { message } else { nil } }
}

/// The intents among `outputs`.
func intents(_ outputs: [ClientOutput]) -> [ClientMessage] {
  sent(outputs).filter { if case .request(_, .intent) = $0 { true } else { false } }
}

/// The events among `outputs`.
func events(_ outputs: [ClientOutput]) -> [ClientEvent] {
  outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
}
