// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import Protocol

@testable import MatchUI

/// What keys mean to a session, as a table: in which phases, to whom, and with which effects.
struct SessionRules {
  /// A viewer of a match of two.
  enum Viewer: CaseIterable {
    /// The owner, or the player whose turn it is.
    case first
    /// The other player.
    case second
    case spectator
  }

  /// Keys with these effects.
  struct Rule {
    var keys: [Key]
    var phases: Set<MatchView.Phase> = all
    var viewers: [Viewer] = Viewer.allCases
    var effects: SessionTester.Effects
  }

  static let all: Set<MatchView.Phase> = [
    .waiting, .committing, .undealt, .dealing, .playing, .ended,
  ]

  /// The keys that are tried; the pointer is where nothing lies.
  static let keys: [Key] =
    [
      .enter, .escape, .up, .down, .left, .right, .tab, .home, .control("c"), .control("l"),
      .control("x"), .press(column: 0, row: 0), .hover(column: 0, row: 0),
      .wheelUp(column: 9, row: 9), .paste("b2"),
    ] + " ?qQdsSrRbx1234567z".map { Key.character($0) }

  private static let go: [Key] = [.enter, .character(" ")]
  private static let leave: SessionTester.Effects = [.draw, .request(.leave)]
  private static let reactions = zip("123456", ReactionKind.allCases).map { key, kind in
    Rule(keys: [.character(key)], effects: SessionTester.asks(.react(kind)))
  }

  /// The rules; any other key only draws, because it may have opened or closed a question.
  static let rules =
    [
      Rule(keys: [.control("l")], effects: [.redraw]),
      Rule(keys: [.control("c")], effects: leave),
      Rule(keys: [.hover(column: 0, row: 0)], effects: []),
      Rule(keys: letters("q"), phases: [.waiting, .ended], effects: leave),
      Rule(keys: letters("q"), viewers: [.spectator], effects: leave),
      Rule(keys: go + letters("r"), phases: [.waiting], effects: SessionTester.asks(.ready)),
      Rule(
        keys: go + letters("d"), phases: [.undealt], effects: SessionTester.asks(.intent(.deal))),
      Rule(
        keys: go, phases: [.playing],
        effects: SessionTester.asks(.intent(.choose(CardID(generation: 1, slot: 0))))),
      // The cursor is in the corner, on the first of four columns.
      Rule(
        keys: [.right], phases: [.playing], viewers: [.first],
        effects: SessionTester.asks(.point(1))),
      Rule(
        keys: [.down], phases: [.playing], viewers: [.first],
        effects: SessionTester.asks(.point(4))),
      Rule(keys: letters("s"), phases: [.playing], effects: SessionTester.asks(.intent(.shuffle))),
      Rule(
        keys: letters("r"), phases: [.committing, .undealt, .dealing, .playing],
        effects: SessionTester.asks(.intent(.restart))),
      Rule(
        keys: go + letters("r"), phases: [.ended], effects: SessionTester.asks(.intent(.rematch))),
      Rule(
        keys: letters("s"), phases: [.ended], effects: [.draw, .save(matchID: "match")]),
    ] + reactions

  /// The effects of a key.
  static func effects(
    of key: Key, in phase: MatchView.Phase, to viewer: Viewer
  ) -> SessionTester.Effects {
    rules.first {
      $0.keys.contains(key) && $0.phases.contains(phase) && $0.viewers.contains(viewer)
    }?.effects ?? [.draw]
  }

  private static func letters(_ letter: Character) -> [Key] {
    [.character(letter), .character(Character(letter.uppercased()))]
  }
}
