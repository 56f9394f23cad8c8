// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import MatchClient

extension MatchSession {
  /// An input.
  package enum Input: Sendable {
    /// The client has processed an event.
    case event(ClientEvent)
    /// A key or a click, in cells of the viewport.
    case key(Key)
    /// An action, such as that of a button.
    case action(TableAction)
    /// The program has a sentence for the player, which it may not expect.
    case report(String, isBad: Bool, isLong: Bool)
    /// Time has passed.
    case tick
  }

  /// What the program does for a session.
  package enum Effect: Hashable, Sendable {
    /// Draw a frame: it may look different now.
    case draw
    /// Draw the whole screen again, because the player asked.
    case redraw
    /// Begin to show the match: a room was joined.
    case open
    /// Tell the player a sentence, although no match is shown yet.
    case announce(String)
    /// Do what the player asks for.
    case request(PlayerRequest)
    /// Save the replay of this match, and report how that went.
    case save(matchID: String)
    /// Copy this text to the player's clipboard, and report how that went.
    case copy(String)
  }
}
