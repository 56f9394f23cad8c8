// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import TerminalUI

/// The actions at a table other than turning cards, numbered so that a digit selects one.
struct PlainChoices: Hashable, Sendable {
  /// The choices in the order of their numbers, from 1.
  let actions: [TableAction]
  private let isYourTurn: Bool

  /// The actions of the player at seat `you`, or of a spectator.
  init(_ view: MatchView, you: SeatIndex?) {
    let isPlaying = you != nil
    isYourTurn = view.phase == .playing && you.map { view.hasTurn($0) } ?? false
    let possible: [TableAction] =
      switch view.phase {
      case .waiting where isPlaying: [.ready, .leave]
      case .undealt where isPlaying: [.deal, .restart, .leave]
      case .playing where isYourTurn: [.shuffle, .restart, .leave]
      case .dealing where isPlaying, .playing where isPlaying: [.restart, .leave]
      case .ended where isPlaying: [.rematch, .leave]
      default: [.leave]
      }
    // A rated match and a daily deal cannot be restarted, and a daily deal is played once.
    actions = possible.filter { action in
      switch action {
      case .restart: !view.settings.isFixed
      case .rematch: view.settings.daily == nil
      default: true
      }
    }
  }

  /// The action a typed number stands for; nil if none.
  func action(_ line: String) -> TableAction? {
    guard let number = Int(line.harmless(limit: 4)), actions.indices.contains(number - 1) else {
      return nil
    }
    return actions[number - 1]
  }

  /// All of them in a sentence: `Type 1 to get ready, 2 to leave.`.
  var sentence: String {
    let words = actions.enumerated().map { "\($0.offset + 1) \(Self.words(for: $0.element))" }
    let cards = isYourTurn ? "Turn a card by its place, such as B3. " : ""
    return "\(cards)Type \(words.joined(separator: ", "))."
  }

  private static func words(for action: TableAction) -> String {
    switch action {
    case .ready: "to get ready"
    case .deal: "to deal"
    case .shuffle: "to shuffle"
    case .restart: "to ask for a restart"
    case .rematch: "to play again"
    default: "to leave"
    }
  }
}
