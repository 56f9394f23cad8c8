// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What is said of seats and keys that are not this program's any more.

extension Wording {
  /// Why a session is in no room any more, told to someone who did not ask for it.
  static func left(_ reason: String) -> String {
    switch reason {
    case "room/removed": "The owner of the room gave your seat away; join again or open your own."
    case "room/taken_over":
      "Your key is played with over a newer connection, which has your seat now; play on there."
    case "room/unready": "The others were ready, and your seat was given up; join again."
    case "room/locked": "The owner locked the room, which takes no spectators now; watch another."
    case "room/idle": "The room was idle for too long and closed; open another."
    case "session/unknown", "room/unknown_code":
      "The server has started anew, and the match is gone: join again or open your own."
    case "room/gone": "You were gone for too long and lost your seat; join again."
    default: "You are in the room no more (\(reason)); join again or open your own."
    }
  }

  /// That another program plays with the person's key.
  static let keyTaken =
    "Another window of yours plays here with your key: in this one you are a guest."
  /// The same where a guest will not do.
  static let keyNeeded =
    "Another window of yours plays here with your key, and a rated match needs to know who you are: "
    + "close that one, or name another key by --identity FILE."
}
