// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// An action for the page to take.
package enum WebOutput: Hashable, Sendable {
  /// Open a socket under this number; to the page's own server, or else to this address.
  case dial(Int, url: String?)
  /// Close a socket.
  case hangUp(Int)
  /// Send a text message over a socket.
  case send(Int, [UInt8])
  /// Sign a statement with the player's key, and answer with `signed`.
  case sign(Int, [UInt8])
  /// Draw a frame.
  case draw
  /// A room was entered: show the table.
  case open
  /// The room was left: show the home page.
  case left
  /// Tell the player this sentence.
  case say(String)
  /// Keep this snapshot, in place of the last one, before anything else is done.
  case store(String)
  /// The client has stopped, for this reason: it goes on from the snapshot if the player wants.
  case over(String)
  /// The list of rooms has changed.
  case rooms
  /// The leaderboards, the list of replays, the profile or the daily deals have changed.
  case records
}
