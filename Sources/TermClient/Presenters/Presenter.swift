// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Protocol

/// Shows a client's match to a person or a program, and reads their input.
///
/// Confined to the loop. It receives every event as it happens and decides when to show it, because
/// entries arrive before their display time.
protocol Presenter: AnyObject {
  /// Handles an event of the client.
  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime)
  /// Shows the player a sentence of this program's own.
  func report(_ sentence: String, _ core: ClientCore, at now: LocalTime)
  /// Shows what is due by `now`.
  func refresh(_ core: ClientCore, at now: LocalTime)
  /// When `refresh` is due next; nil if not before the next event.
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime?
  /// Handles bytes from standard input; nil at its end.
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [PlayerRequest]
  /// Whether everything has been shown, so that the run can end.
  var isFinished: Bool { get }
  /// Restores the terminal.
  func close()
}

extension Presenter {
  func report(_ sentence: String, _ core: ClientCore, at now: LocalTime) {
    StandardStream.error.put(sentence)
  }
  func refresh(_ core: ClientCore, at now: LocalTime) {}
  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? { nil }
  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [PlayerRequest] { [] }
  func close() {}
}
