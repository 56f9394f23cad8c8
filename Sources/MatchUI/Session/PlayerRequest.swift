// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import MatchClient
import Protocol

/// A request of the player to the program.
package enum PlayerRequest: Hashable, Sendable {
  /// To send a command to the server.
  case command(ClientCommand)
  /// To leave.
  case leave
  /// To leave for another match like this one, because a rated table plays only one.
  case another
}

extension PlayerRequest {
  /// The request that an action at the shown table makes; nil for local actions.
  package init?(_ action: TableAction, on view: MatchView) {
    switch action {
    case .choose(let place):
      guard let card = view.card(at: place) else { return nil }
      self = .command(.intent(.choose(card.id)))
    case .deal: self = .command(.intent(.deal))
    case .shuffle: self = .command(.intent(.shuffle))
    case .ready: self = .command(.ready)
    case .restart: self = .command(.intent(.restart))
    case .rematch where view.settings.isRated: self = .another
    // A daily deal is played once: what follows is its board.
    case .rematch where view.settings.daily != nil: self = .leave
    case .rematch: self = .command(.intent(.rematch))
    case .leave: self = .leave
    case .addBot(let level): self = .command(.intent(.addBot(level: level)))
    case .remove(let seat): self = .command(.intent(.removeSeat(seat)))
    case .react(let index):
      guard ReactionKind.allCases.indices.contains(index) else { return nil }
      self = .command(.react(ReactionKind.allCases[index]))
    case .move, .point, .help, .save, .copy, .confirm, .askForChoice, .explain, .dismiss, .redraw:
      return nil
    }
  }
}

extension ClientCore {
  /// The name of a seat's player.
  package func name(of seat: SeatIndex) -> String {
    let seats = table?.log.latest.seats ?? []
    return Wording.name(
      seats.indices.contains(seat.rawValue) ? seats[seat.rawValue].player : nil, seat: seat)
  }
}

extension ClientTable {
  /// Whether the player gets ready without a press of their own: once the next match opens that they
  /// asked for, and at once at a daily deal, where nobody else is waited for.
  func getsReady(after event: ClientEvent, asAsked isAskedFor: Bool) -> Bool {
    let view = log.latest
    guard let seat, view.phase == .waiting, view.seats.indices.contains(seat.rawValue),
      !view.seats[seat.rawValue].isReady
    else { return false }
    return switch event {
    case .entry(let entry): isAskedFor && entry.opensMatch
    case .joined: view.settings.daily != nil
    default: false
    }
  }
}
