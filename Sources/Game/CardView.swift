// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A card as everyone sees it.
public struct CardView: Hashable, Sendable {
  /// Which way up a card lies.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Face down.
    case down
    /// Face up, until the turn settles.
    case up
    /// Face up as part of a pair, about to leave.
    case matched
    /// Off the table.
    case cleared
  }

  /// The card.
  public var id: CardID
  /// Its place on the board, counted along rows.
  public var place: Int
  /// Which way up it lies.
  public var state: State
  /// The face while it is visible or has left the table; nil while face down.
  public var face: Face?
  /// Whether it has been turned back before, so that everyone has seen it.
  public var isSeen: Bool
  /// What is left of its bonus.
  public var bonus: Bonus
  /// When its present state began on screen.
  public var changedAt: ServerTime

  /// A card with all its parts.
  public init(
    id: CardID, place: Int, state: State = .down, face: Face? = nil, isSeen: Bool = false,
    bonus: Bonus, changedAt: ServerTime
  ) {
    self.id = id
    self.place = place
    self.state = state
    self.face = face
    self.isSeen = isSeen
    self.bonus = bonus
    self.changedAt = changedAt
  }
}
