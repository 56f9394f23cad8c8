// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What is said of seats and keys that are not this program's any more.

extension Wording {
  /// Why a session is in no room any more, told to someone who did not ask for it.
  static func left(_ reason: String) -> String {
    switch reason {
    case "room/removed": "The owner removed you from the table. Join again, or open your own room."
    case "room/taken_over":
      "Your key is played with over a newer connection, which has your seat now; play on there."
    case "room/unready": "You were not ready within a minute, so your seat was freed. Join again."
    case "room/idle": "The room closed because nobody played in it. Open another."
    case "session/unknown", "room/unknown_code":
      "The server has started anew, and the match is gone: join again or open your own."
    case "room/gone": "You were away for too long, so your seat was freed. Join again."
    default: "You are no longer in the room (\(reason)). Join again, or open your own."
    }
  }

  /// What the heading over the next sentence is on a screen.
  static let tableClosedTitle = "The table has closed"
  /// That the server of the table has stopped for good, told to someone who sat or watched there.
  static let tableClosed =
    "The host has closed the table: join another, or host one of your own."

  /// That another program plays with the person's key.
  static let keyTaken =
    "You are already playing in another window, so here you are a guest."
  /// The same where a guest will not do.
  static let keyNeeded =
    "You are already playing in another window, and a rated match needs your key: "
    + "close that window, or use another key with --identity FILE."
}
