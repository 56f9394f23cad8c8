// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Interpolation
package import MatchClient
package import Stage

/// The local events of one screen: the player's choices, refusals and late arrivals of entries.
///
/// The stage combines them with the match's log, which is never changed. A choice stays in the list
/// until its entry or its refusal arrives.
package struct PredictionLog: Sendable {
  /// The local events, for the stage.
  package private(set) var local = ViewerState()
  /// The number of the last entry that came with the join.
  ///
  /// Entries up to it are not late. Entries delayed by a break in the connection are.
  private var history: UInt64 = 0
  /// The room of these events.
  private var roomID: String?
  private var awaits: Duration?

  /// The least time between a choice and its face: half a turn of the card.
  private static let leastReveal = Pace.halfFlip
  /// The smallest change of the expected wait that is recorded.
  private static let step = Duration.milliseconds(10)

  /// An empty list.
  package init() {}

  /// Sets the motion that the viewer prefers.
  mutating func prefer(_ motion: MotionPreference) { local.motion = motion }

  /// Whether an entry arrived after the join, not with it.
  func isNews(_ entry: Entry) -> Bool { entry.seq > history }

  /// Records an event that the client has already processed.
  package mutating func note(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    let time = core.shownTime(at: now) ?? .zero
    switch event {
    case .joined: enter(core)
    case .left:
      // Another room uses the same card ids.
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

  /// Records that the viewer chose a card; call it before sending the intent.
  ///
  /// A card that is already face up is ignored, even if it is still seen turning.
  package mutating func choose(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
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

  /// Records the viewer's seat when it changes.
  private mutating func keepSeat(_ core: ClientCore, at time: ServerTime) {
    let seat = core.table?.seat
    if local.seat(at: ServerTime(microseconds: .max)) != seat { local.add(.seat(seat), at: time) }
  }
}

extension Event {
  /// Whether its time of arrival matters to a screen.
  fileprivate var mayBeLate: Bool {
    switch self {
    case .flipped, .settled: true
    default: false
    }
  }
}
