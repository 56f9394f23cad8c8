// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Interpolation
public import MatchClient
public import Stage

/// What one screen adds to the log: told of everything that happens at its client, it keeps the
/// list that makes choices, refusals and late entries look right here.
///
/// The log is never touched: a choice stands in the list until its entry or its refusal comes.
public struct PredictionLog: Sendable {
  /// The list, for the stage.
  public private(set) var local = ViewerState()
  /// The last entry of what came with the join.
  ///
  /// It came when it came to everyone, as far as the eye can tell; what a break held up did not.
  private var history: UInt64 = 0
  /// The room the list is about.
  private var roomID: String?
  private var awaits: Duration?

  /// Half a turn of the card is the least that lies between a choice and its face.
  private static let leastReveal = Pace.halfFlip
  /// Other expectations than this are not worth a note.
  private static let step = Duration.milliseconds(10)

  /// A screen on which nothing has happened.
  public init() {}

  /// How much motion the viewer wants to see.
  public var motion: MotionPreference {
    get { local.motion }
    set { local.motion = newValue }
  }

  /// Whether an entry came by itself, rather than as what had happened before the viewer came.
  func isNews(_ entry: Entry) -> Bool { entry.seq > history }

  /// Takes in what happened at a client, which has taken it in already.
  public mutating func note(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    let time = core.shownTime(at: now) ?? .zero
    switch event {
    case .joined: enter(core)
    case .left:
      // Cards of another room have the same names.
      roomID = nil
      local = emptied
    case .entry(let entry):
      if entry.event.mayBeLate, isNews(entry) { local.add(.arrived(entry.seq), at: time) }
    case .refused(.intent(.choose(let card)), _), .withdrawn(.intent(.choose(let card))):
      local.add(.refused(card), at: time)
    case .refused: local.add(.refused(nil), at: time)
    default: break
    }
    keepSeat(core, at: time)
  }

  /// The viewer chose a card in turn; the client is told next.
  ///
  /// One that is up already, though it may still be seen turning, is no choice that waits.
  public mutating func choose(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
    guard let time = core.shownTime(at: now),
      core.table?.log.view(shownAt: time).card(card)?.state == .down
    else { return }
    let way = core.clock?.shortestRoundTrip ?? .zero
    let expected = way / 2 + Self.leastReveal
    if awaits.map({ $0 > expected + Self.step || $0 < expected - Self.step }) ?? true {
      awaits = expected
      local.add(.awaits(expected), at: time)
    }
    local.add(.chose(card), at: time)
  }

  private var emptied: ViewerState {
    var empty = ViewerState()
    empty.motion = local.motion
    return empty
  }

  private mutating func enter(_ core: ClientCore) {
    guard let table = core.table, table.roomID != roomID else { return }
    roomID = table.roomID
    local = emptied
    awaits = nil
    history = table.log.latest.seq
  }

  /// Notes which seat is the viewer's whenever that changes.
  private mutating func keepSeat(_ core: ClientCore, at time: ServerTime) {
    let seat = core.table?.seat
    if local.seat(at: ServerTime(microseconds: .max)) != seat { local.add(.seat(seat), at: time) }
  }
}

extension Event {
  /// Whether it makes a difference to a screen when it came.
  fileprivate var mayBeLate: Bool {
    switch self {
    case .flipped, .settled: true
    default: false
    }
  }
}
