// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import Testing

@testable import MatchUI

/// A viewer's session before a scripted server: messages and keys go in, effects come out.
///
/// There is no socket, terminal or clock. Time passes only when a test says so, the client's clock
/// shows the server's time, and probes are answered at once.
struct SessionTester {
  typealias Effects = [MatchSession.Effect]

  /// The match as the server has decided it.
  private(set) var script: ScriptedMatch
  private(set) var core: ClientCore
  private(set) var session: MatchSession
  /// The viewer's clock.
  private(set) var now: LocalTime
  /// What the frames so far have notified of.
  private(set) var notifications: [String] = []
  private var connection = ConnectionNumber(0)
  private var roomID = "r"

  /// The time between two ticks.
  private static let step = Duration.milliseconds(50)

  /// A viewer who is not connected yet, in a window in which every message fits into a row.
  init(
    _ script: ScriptedMatch = ScriptedMatch(),
    options change: (inout MatchSession.Options) -> Void = { _ in }
  ) {
    self.script = script
    now = LocalTime(microseconds: script.now.microseconds)
    core = ClientCore(
      agent: "test", name: "Ana", reconnectPolicy: ReconnectPolicy(),
      key: [UInt8](repeating: 7, count: 32), hashing: .toy)
    var options = MatchSession.Options()
    options.server = try? ServerURL("ws://example.org")
    change(&options)
    session = MatchSession(options)
    session.viewport.size = WindowSize(columns: 160, rows: 40)
  }

  /// A viewer in a room: the player of a seat, or a spectator.
  init(
    _ script: ScriptedMatch, seat: Int?,
    options change: (inout MatchSession.Options) -> Void = { _ in }
  ) {
    self.init(script, options: change)
    connect()
    join(seat)
  }

  // MARK: The server

  /// Connects for the first time, or again, and is welcomed.
  @discardableResult
  mutating func connect() -> Effects {
    connection = ConnectionNumber(connection.rawValue + 1)
    let isFirst = connection == ConnectionNumber(1)
    if let due = core.nextWake, !isFirst, due > now { pass(due - now) }
    let welcome = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: serverTime, clockEpoch: 1, challenge: [],
      serverVersion: "t")
    return feed(isFirst ? .start(home: nil) : .tick) + feed(.opened(connection))
      + hear(.welcome(welcome))
  }

  /// Enters the room, with everything that has happened so far, or resumes it.
  @discardableResult
  mutating func join(_ seat: Int?) -> Effects {
    let actor = seat.map { ActorNumber(UInt32($0 + 1)) }
    return hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: roomID, actor: actor, seat: seat.map { SeatIndex($0) },
          role: seat == nil ? .spectator : .player, base: core.table == nil ? MatchView() : nil,
          tail: untold)))
  }

  /// The room is left, for one with another match at the same time.
  mutating func leave(for other: ScriptedMatch) -> Effects {
    (script, roomID) = (other, "another")
    return hear(.left(id: nil, code: "room/gone"))
  }

  /// The connection ends.
  @discardableResult
  mutating func disconnect() -> Effects { feed(.ended(connection, mayRetry: true)) }

  /// Receives a message.
  @discardableResult
  mutating func hear(_ message: ServerMessage) -> Effects { feed(.received(connection, message)) }

  /// The match goes on, and the viewer hears of each entry at its time.
  @discardableResult
  mutating func play(_ change: (inout ScriptedMatch) -> Void) -> Effects {
    change(&script)
    var effects = hearEntries()
    let end = LocalTime(microseconds: script.now.microseconds)
    while now < end {
      now = min(now + Self.step, end)
      effects += hearEntries() + feed(.tick) + handle(.tick)
    }
    return effects
  }

  /// Time passes.
  @discardableResult
  mutating func pass(_ duration: Duration) -> Effects { play { $0.pass(duration) } }

  // MARK: The viewer

  /// Handles an input of the session, and draws a frame if that is an effect.
  @discardableResult
  mutating func handle(_ input: MatchSession.Input) -> Effects {
    let effects = session.handle(input, core, at: now)
    if !Set(effects).isDisjoint(with: [.draw, .redraw, .open]),
      let notification = session.frame(core, at: now)?.notification
    {
      notifications.append(notification)
    }
    return effects
  }

  /// Types a key.
  @discardableResult
  mutating func press(_ key: Key) -> Effects { handle(.key(key)) }

  /// Types characters, and returns the effects of the last one.
  @discardableResult
  mutating func type(_ text: String) -> Effects {
    text.map { press(.character($0)) }.last ?? []
  }

  /// Makes the window another one.
  mutating func change(_ body: (inout MatchViewport) -> Void) { body(&session.viewport) }

  /// When a tick is due, counted from now.
  var nextTick: Duration? { session.nextTick(core, after: now).map { $0 - now } }

  /// The effects of what is asked of the server.
  static func asks(_ command: ClientCommand) -> Effects { [.draw, .request(.command(command))] }

  // MARK: What is seen

  /// The present frame, as if it were drawn.
  func frame() -> MatchFrame? {
    var session = session
    return session.frame(core, at: now)
  }

  /// Whether a text of the present frame has these words.
  func shows(_ words: String) -> Bool {
    frame()?.list?.texts.contains { $0.contains(words) } ?? false
  }

  /// The message or the news of the present frame; empty for none.
  func message() -> String {
    frame()?.list?.texts { $0 == .message }.joined(separator: " ") ?? ""
  }

  /// Whether the present message is drawn as an error.
  func isMessageBad() -> Bool {
    frame()?.list?.items.contains { item in
      guard item.id.kind == .message, case .text(let text) = item.content else { return false }
      return text.style == .bad
    } ?? false
  }

  /// The place of the cursor, or nil.
  func cursor() -> Int? {
    frame()?.list?.items.compactMap { item in
      if case .cursor(let place, _) = item.content { place } else { nil }
    }.first
  }

  /// The upper left cell of the card at a place.
  func cell(of place: Int) throws -> (column: Int, row: Int) {
    let seen = try #require(frame())
    let area = try #require(seen.layout).area(at: #require(seen.scene.table.centre(of: place)))
    return (area.column, area.row)
  }

  // MARK: Inside

  private var serverTime: ServerTime { ServerTime(microseconds: now.microseconds) }

  /// The entries that the client has not heard of, announced as early as the server does; a deck
  /// without commitments needs no salts.
  private var untold: [Entry] {
    let known = core.table?.log.latest.seq ?? 0
    let announced = serverTime + ScriptedMatch.lead
    return script.log.entries.filter { $0.seq > known && $0.at <= announced }.map { entry in
      guard case .dealt(var dealt) = entry.event else { return entry }
      dealt.leaves = []
      return Entry(seq: entry.seq, at: entry.at, cause: entry.cause, event: .dealt(dealt))
    }
  }

  private mutating func hearEntries() -> Effects {
    guard core.table != nil, core.isConnected else { return [] }
    return untold.flatMap { hear(.entry($0)) }
  }

  private mutating func feed(_ input: ClientInput) -> Effects {
    core.handle(input, now: now).flatMap { output -> Effects in
      switch output {
      case .event(let event): return handle(.event(event))
      case .send(.ping(let ping), let number):
        let pong = Pong(id: ping.id, t0: ping.t0, t1: serverTime, t2: serverTime, nonce: ping.id)
        return feed(.received(number, .pong(pong)))
      default: return []
      }
    }
  }
}

extension ScriptedMatch {
  /// A match of Ana, the owner, and Ben in a phase, with all cards face down while it is played.
  static func at(
    _ phase: MatchView.Phase, faces: [Int] = [0, 0, 1, 1, 2, 2, 3, 3],
    settings: MatchSettings = MatchSettings(theme: "animals")
  ) -> ScriptedMatch {
    var script = ScriptedMatch(faces: faces, settings: settings)
    switch phase {
    case .waiting: break
    case .committing:
      let commits = [[1], [2]] as [[UInt8]]
      for (seat, commit) in commits.enumerated() {
        script.emit(.readied(SeatIndex(seat), entropyCommit: commit))
      }
      script.emit(.committed(Event.Committed(seedCommit: [3], entropyCommits: commits)))
    case .undealt: script.begin()
    case .dealing:
      script.begin()
      script.pass(Pace.dealLimit + ScriptedMatch.lead)
    case .playing:
      script.begin()
      script.deal()
    case .ended:
      script.begin()
      script.deal()
      script.resign(0)
    }
    return script
  }

  /// The seat of the player whose turn it is not.
  var otherSeat: Int { 1 - turnSeat.rawValue }
}
