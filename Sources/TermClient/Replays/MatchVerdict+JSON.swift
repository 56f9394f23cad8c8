// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Wire

extension MatchVerdict {
  /// The verdict on the match that ends with `entry`, by OpenSSL's hash functions.
  init?(endingWith entry: Entry, at table: ClientTable) {
    self.init(endingWith: entry, at: table, hashing: .openSSL)
  }

  /// The result as a line of JSON.
  var json: String {
    var members = [("event", JSONText.string("verdict")), ("match", JSONText.string(matchID))]
    func add(_ finding: String) { members.append(("finding", JSONText.string(finding))) }
    switch finding {
    case .verified(let deals, let faces):
      add("verified")
      members += [("deals", "\(deals)"), ("faces", "\(faces)")]
    case .forged(let seq, let clause):
      add("forged")
      members += [("seq", "\(seq)"), ("problem", JSONText.string(clause))]
    case .caught: add("caught")
    case .partial: add("partial")
    case .unknown: add("unknown")
    }
    return JSONText.object(members)
  }
}
