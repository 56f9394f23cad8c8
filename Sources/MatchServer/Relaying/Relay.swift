// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// The relay's part of a server core: the owner whose matches it passes on, the owner's time, and
/// pending questions.
struct Relay: Sendable {
  /// Where the matches are decided, for those who want to play.
  let owner: String
  /// The name drawn for this process.
  let name: String
  /// The relays behind this one; nil before the owner was reached.
  var path: RelayPath?
  /// Whether the owner cannot be reached now.
  var isOwnerAway = true
  /// The owner's time, as relayed to clients.
  var clock: RelayClock
  /// What it has asked the owner for others.
  var questions = OwnerQuestions()

  /// The refusal of what only the owner does; nil for what a relay does itself.
  ///
  /// The only place that says so: a message that leads clients to the owner replaces it here.
  func elsewhere(_ message: ClientMessage) -> Refusal? {
    let name: String
    switch message {
    case .request(_, .createRoom): name = "create_room"
    case .request(_, .quickMatch): name = "quick_match"
    case .request(_, .joinRoom(let join)) where join.role == .player: name = "join_room"
    case .request(_, .intent): name = "intent"
    case .point: name = "point"
    default: return nil
    }
    return Refusal(.requestUnsupported, [.init("request", name), .init("server", owner)])
  }
}
