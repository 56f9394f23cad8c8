// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// Detects events that a player wants to be notified of while looking at another window.
package struct MatchAttention: Hashable, Sendable {
  /// An event worth a notification.
  package enum Occasion: Hashable, Sendable {
    case began
    case yourTurn
    case ended

    /// The text of the notification.
    var sentence: String {
      switch self {
      case .began: "The match begins."
      case .yourTurn: "It is your turn."
      case .ended: "The match is over."
      }
    }
  }

  private var phase: MatchView.Phase?
  private var isYourTurn = false

  /// Starts before the first scene.
  init() {}

  /// Compares the scene shown now with the one before.
  ///
  /// - Returns: the event between them, if any; nil for the first scene, for spectators, and for a
  ///   player alone at the table.
  mutating func note(_ scene: Scene) -> Occasion? {
    let (before, wasYourTurn) = (phase, isYourTurn)
    phase = scene.phase
    // Other headlines between two cards of a turn do not end the turn.
    if case .turn = scene.headline { isYourTurn = scene.isYourTurn }
    if scene.phase != .playing { isYourTurn = false }
    guard let before, scene.you != nil, scene.seats.count > 1 else { return nil }
    if scene.phase == .ended { return before == .ended ? nil : .ended }
    if isYourTurn, !wasYourTurn { return .yourTurn }
    let isWaiting = scene.phase == .waiting || scene.phase == .committing
    return !isWaiting && (before == .waiting || before == .committing) ? .began : nil
  }
}

extension MatchScreen {
  /// The window's title for a scene; nil to keep the present one.
  func windowTitle(of scene: Scene) -> String? {
    let text: String? =
      switch scene.headline {
      case _ where isCutOff: "Connection lost"
      case .turn(let seat): scene.isYourTurn ? "Your turn" : "\(scene.name(seat))'s turn"
      case .ended: scene.headlineText
      case .waiting, .committing: roomCode.isEmpty ? "Waiting" : "Room \(roomCode)"
      case .undealt, .dealing: "The match begins"
      default: nil
      }
    return text.map { "\($0.last == "." ? String($0.dropLast()) : $0) - Facedown" }
  }
}
