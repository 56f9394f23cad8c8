// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

extension InvariantChecker {
  /// A reaction says something about the present: no delayed spectator sees one.
  func checkReaction(over model: ConnectionModel) {
    guard let place = model.session?.place else {
      return complain(.secrets, "Connection \(model.id.rawValue) sees a reaction in no room.")
    }
    // Through a relay it comes later, when a match may have begun.
    guard place.role == .spectator, relays[model.node] == nil else { return }
    let view = place.room.view(place.room.reportedSeq)
    if view.isMatchRunning, view.settings.spectatorDelay > .zero {
      complain(.secrets, "A delayed spectator of room \(place.room.id) sees a reaction.")
    }
  }

  /// Where a player points helps nobody: it is the player whose turn it is, in no rated match nor in a
  /// mode without turns of one's own, and no delayed spectator sees it.
  func checkPointing(by actor: ActorNumber, over model: ConnectionModel) {
    guard let place = model.session?.place else {
      return complain(
        .secrets, "Connection \(model.id.rawValue) sees where a player points in no room.")
    }
    let view = place.room.view(place.room.reportedSeq)
    let isRelayed = relays[model.node] != nil
    // Through a relay it comes later, when the match may be over.
    if isRelayed, !view.isMatchRunning { return }
    if !view.settings.showsPointing {
      complain(.secrets, "Somebody points in room \(place.room.id), where nobody may.")
    }
    if place.role == .spectator, view.settings.spectatorDelay > .zero {
      complain(
        .secrets, "A delayed spectator of room \(place.room.id) sees where a player points.")
    }
    if !isRelayed, view.turn?.seat == nil || view.turn?.seat != view.seat(of: actor) {
      complain(
        .secrets,
        "Member \(actor.rawValue) of room \(place.room.id) points in another player's turn.")
    }
  }
}
