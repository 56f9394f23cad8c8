// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// Notices in a match, scene by scene, what a player wants to hear of who looks elsewhere.
struct MatchAttention: Hashable, Sendable {
  /// What has happened.
  enum Occasion: Hashable, Sendable {
    case began
    case yourTurn
    case ended

    /// The same in words.
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

  /// Nothing seen yet.
  init() {}

  /// Takes note of the scene that is shown now.
  ///
  /// - Returns: what has happened since the last one; nil for nothing, for the first scene, and for
  ///   who only watches or plays alone.
  mutating func note(_ scene: Scene) -> Occasion? {
    let (before, wasYourTurn) = (phase, isYourTurn)
    phase = scene.phase
    // What is shown between two cards of a turn is the turn still.
    if case .turn = scene.headline { isYourTurn = scene.isYourTurn }
    if scene.phase != .playing { isYourTurn = false }
    guard let before, scene.you != nil, scene.seats.count > 1 else { return nil }
    if scene.phase == .ended { return before == .ended ? nil : .ended }
    if isYourTurn, !wasYourTurn { return .yourTurn }
    let isWaiting = scene.phase == .waiting || scene.phase == .committing
    return !isWaiting && (before == .waiting || before == .committing) ? .began : nil
  }
}

extension Scene {
  /// What the window's title says of a match; nil to leave it as it is for the moment.
  func windowTitle(room: String) -> String? {
    let text: String? =
      switch headline {
      case .turn(let seat): isYourTurn ? "Your turn" : "\(name(seat))'s turn"
      case .ended: headlineText
      case .waiting, .committing: room.isEmpty ? "Waiting" : "Room \(room)"
      case .undealt, .dealing: "The match begins"
      default: nil
      }
    return text.map { "\($0.last == "." ? String($0.dropLast()) : $0) - Facedown" }
  }
}
