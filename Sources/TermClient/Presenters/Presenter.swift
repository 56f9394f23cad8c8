// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// What shows a client's match to a person or a program, and takes what they want.
///
/// Lives on the loop. It is told of everything as it happens and decides itself when to show it:
/// entries come ahead of their time.
protocol Presenter: AnyObject {
  /// A descriptor beside standard input that becomes readable when the presenter needs a look; nil
  /// for none.
  var events: Int32? { get }
  /// Something happened.
  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime)
  /// Says a sentence to whoever plays, besides what the server says.
  func tell(_ sentence: String, at now: LocalTime)
  /// Shows what is due by `now`.
  func refresh(_ core: ClientCore, at now: LocalTime)
  /// When `refresh` is due next; nil for not before something happens.
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime?
  /// What came from the keyboard or a pipe; nil at its end.
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish]
  /// Whether all there was to show has been shown.
  var isFinished: Bool { get }
  /// Leaves the terminal as it was.
  func close()
}

extension ClientCore {
  /// What to call the player of a seat.
  func name(of seat: SeatIndex) -> String {
    let seats = table?.log.latest.seats ?? []
    return Wording.name(
      seats.indices.contains(seat.rawValue) ? seats[seat.rawValue].player : nil, seat: seat)
  }
}

extension Presenter {
  var events: Int32? { nil }
  func tell(_ sentence: String, at now: LocalTime) { StandardStream.error.put(sentence) }
  func refresh(_ core: ClientCore, at now: LocalTime) {}
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? { nil }
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] { [] }
  func close() {}
}

/// What a person at a terminal wants.
enum TableWish: Hashable, Sendable {
  /// Something of the server.
  case command(ClientCommand)
  /// To leave.
  case leave
  /// To leave for another match like this one: a table whose result counts plays one.
  case another
}

extension TableWish {
  /// What an action at the table as shown asks of the server; nil if it asks nothing.
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
