// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// Shows a client's match to a person or a program, and reads their input.
///
/// Confined to the loop. It receives every event as it happens and decides when to show it, because
/// entries arrive before their display time.
protocol Presenter: AnyObject {
  /// Handles an event of the client.
  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime)
  /// Shows the player a sentence of this program's own.
  func report(_ sentence: String, at now: LocalTime)
  /// Shows what is due by `now`.
  func refresh(_ core: ClientCore, at now: LocalTime)
  /// When `refresh` is due next; nil if not before the next event.
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime?
  /// Handles bytes from standard input; nil at its end.
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish]
  /// Whether everything has been shown, so that the run can end.
  var isFinished: Bool { get }
  /// Restores the terminal.
  func close()
}

extension ClientCore {
  /// The name of a seat's player.
  func name(of seat: SeatIndex) -> String {
    let seats = table?.log.latest.seats ?? []
    return Wording.name(
      seats.indices.contains(seat.rawValue) ? seats[seat.rawValue].player : nil, seat: seat)
  }
}

extension Presenter {
  func report(_ sentence: String, at now: LocalTime) { StandardStream.error.put(sentence) }
  func refresh(_ core: ClientCore, at now: LocalTime) {}
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? { nil }
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] { [] }
  func close() {}
}

/// A request of the person at the terminal.
enum TableWish: Hashable, Sendable {
  /// To send a command to the server.
  case command(ClientCommand)
  /// To leave.
  case leave
  /// To leave for another match like this one, because a rated table plays only one.
  case another
}

extension TableWish {
  /// The request that an action at the shown table makes; nil for local actions.
  init?(_ action: TableAction, on view: MatchView) {
    switch action {
    case .choose(let place):
      guard let card = view.card(at: place) else { return nil }
      self = .command(.intent(.choose(card.id)))
    case .deal: self = .command(.intent(.deal))
    case .shuffle: self = .command(.intent(.shuffle))
    case .ready: self = .command(.ready)
    case .restart: self = .command(.intent(.restart))
    case .rematch where view.settings.isRated: self = .another
    case .rematch: self = .command(.intent(.rematch))
    case .leave: self = .leave
    case .addBot(let level): self = .command(.intent(.addBot(level: level)))
    case .remove(let seat): self = .command(.intent(.removeSeat(seat)))
    case .react(let index):
      guard ReactionKind.allCases.indices.contains(index) else { return nil }
      self = .command(.react(ReactionKind.allCases[index]))
    case .move, .help, .save, .confirm, .askAboutSeat, .explain, .dismiss, .redraw: return nil
    }
  }
}
