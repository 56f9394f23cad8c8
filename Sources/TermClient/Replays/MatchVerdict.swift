// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Replays

/// What a match comes to when the client that saw it works it out anew at its end, from its own log:
/// whether the server has dealt and counted as it said it would.
struct MatchVerdict: Hashable, Sendable {
  /// What was found.
  enum Finding: Hashable, Sendable {
    /// All of it holds.
    case verified(deals: Int, faces: Int)
    /// An entry does not hold.
    case forged(seq: UInt64, clause: String)
    /// The log holds, but the server was caught in this room with another share or another face.
    case caught
    /// The match had begun before the log did.
    case partial
    /// There is something in it that this program does not know.
    case unknown
  }

  /// The match.
  let matchID: String
  /// What was found.
  let finding: Finding

  /// The verdict on the match that ends with `entry`; nil where it does not end one, or nothing was
  /// dealt in it and nothing is wrong.
  init?(endingWith entry: Entry, at table: ClientTable) {
    guard entry.endsMatch, let match = Self.match(endingWith: entry, in: table.log) else {
      return nil
    }
    matchID = match.id
    if match.entries.contains(where: { $0.event == .unrecognized }) {
      finding = .unknown
    } else if let base = match.base {
      let verification = Verification(of: match.entries, from: base, hashing: .openSSL)
      if let complaint = verification.complaint {
        finding = .forged(seq: complaint.seq, clause: complaint.clause)
      } else if table.brokenShares + table.brokenFlips > 0 {
        finding = .caught
      } else if verification.deals == 0 {
        return nil
      } else {
        finding = .verified(deals: verification.deals, faces: verification.flips)
      }
    } else {
      finding = table.brokenShares + table.brokenFlips > 0 ? .caught : .partial
    }
  }

  /// The match's name, its entries as far as they are in the log, and the view before them; that is
  /// nil where it had begun already.
  private static func match(
    endingWith entry: Entry, in log: MatchLog
  ) -> (id: String, entries: ArraySlice<Entry>, base: MatchView?)? {
    guard let end = log.entries.lastIndex(of: entry) else { return nil }
    let entries = log.entries[...end]
    guard let start = entries.lastIndex(where: \.opensMatch),
      case .opened(let opened) = entries[start].event
    else {
      let isWhole = log.base.phase == .waiting && log.base.seq > 0
      return (log.base.matchID, entries, isWhole ? log.base : nil)
    }
    var base = log.base
    for entry in entries[..<start] { base.apply(entry) }
    return (opened.matchID, entries[start...], base.betweenMatches)
  }

  /// Whether there is nothing to object to.
  var isGood: Bool { if case .verified = finding { true } else { false } }

  /// What was found, for people.
  var sentence: String {
    switch finding {
    case .verified:
      "Verified: the deal was fair. Every card follows from the seed and shares committed to "
        + "before it, and every move follows the rules."
    case .forged(let seq, let clause):
      "Entry \(seq) of this match failed verification: \(clause). Do not trust this server."
    case .caught:
      "This match cannot be verified: the server was caught cheating in this room. Leave it."
    case .partial:
      "Not verified: you joined after this match began. Fetch it with facedown download and check "
        + "it with facedown verify."
    case .unknown:
      "Not verified: the server is newer than this program. Update facedown to check its "
        + "matches."
    }
  }

  /// The same as a line of JSON.
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
