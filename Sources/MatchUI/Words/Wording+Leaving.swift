// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Sentences about a lost seat or a key in use.

extension Wording {
  /// Why a player is no longer in the room although they did not leave.
  package static func left(_ reason: String) -> String {
    switch reason {
    case "room/removed": "The owner removed you from the table. Join again, or open your own room."
    case "room/taken_over":
      "A newer connection with your key has taken your seat. Continue there."
    case "room/unready": "You were not ready within a minute, so your seat was freed. Join again."
    case "room/locked": "The owner closed the room to spectators. Watch another."
    case "room/idle": "The room closed because nobody was playing in it. Open another."
    case "session/unknown", "room/unknown_code":
      "The server has restarted, and the match is gone. Join again, or open your own room."
    case "room/gone": "You were away for too long, so your seat was freed. Join again."
    default: "You are no longer in the room (\(reason)). Join again, or open your own room."
    }
  }

  /// The heading over `tableClosed`.
  package static let tableClosedTitle = "The table has closed"
  /// For players and spectators of a server that has stopped for good.
  package static let tableClosed =
    "The server of this table has stopped. Join another, or host your own."

  /// For a player who may not save replays.
  package static let savesNothing =
    "Nothing is saved on this host; the server's list of rooms leads to its replays."

  /// For a guest whose key is in use by another program of the same user.
  package static let keyTaken =
    "You are already playing in another window, so here you are a guest."
  /// The same, where a guest is not admitted.
  package static let keyNeeded =
    "You are already playing in another window, and a rated match needs your key: "
    + "close that window, or use another key with --identity FILE."
}
