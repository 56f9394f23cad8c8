// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI

/// Why the player of a page is a guest, for the case that this matters.
enum GuestReason: Hashable, Sendable {
  /// The browser keeps no key.
  case noKey
  /// Another window plays with the key.
  case keyTaken
  /// The server has refused the proof of the key.
  case unproven(Refusal)

  /// The sentence for a guest at a rated table or a daily deal.
  var sentence: String {
    switch self {
    case .noKey: "Rated tables and daily deals need a key: press Your key, and make one."
    case .keyTaken:
      Wording.keyTaken + " Rated tables and daily deals need your key: close that window first."
    case .unproven(let refusal): RefusalSentences().sentence(refusal)
    }
  }

  /// Why a room could not be entered; what to do is said for a page.
  func sentence(_ refusal: Refusal) -> String {
    switch refusal.code {
    case .sessionNotProven: sentence
    case .roomRated: "Seats at rated tables are not chosen: press Find a rated table."
    default: RefusalSentences().sentence(refusal)
    }
  }
}

extension ServerURL {
  /// The name under which a browser dials it, in the canonical form of proofs; browsers write addresses
  /// in the shortest form.
  var nameToProve: String {
    let host = host.lowercased()
    return "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
