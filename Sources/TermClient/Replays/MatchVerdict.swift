// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Replays
import Wire

/// The client's own verification of a match at its end, from its log: whether the server dealt as
/// it had committed to, and scored by the rules.
struct MatchVerdict: Hashable, Sendable {
  /// The result of the verification.
  enum Finding: Hashable, Sendable {
    /// Every entry is valid.
    case verified(deals: Int, faces: Int)
    /// An entry is invalid.
    case forged(seq: UInt64, clause: String)
    /// The log is valid, but earlier in this room the server sent a forged share or face.
    case caught
    /// The log begins after the match did.
    case partial
    /// The log contains an event that this version does not know.
    case unknown
  }

  /// The match.
  let matchID: String
  /// The result.
  let finding: Finding

  /// The verdict on the match that ends with `entry`; nil if it ends none, or if nothing was dealt
  /// and nothing is wrong.
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

  /// The match's id, its entries in the log, and the view before them; nil for the view if the
  /// match began before the log.
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

  /// Whether the match was verified.
  var isGood: Bool { if case .verified = finding { true } else { false } }

  /// The result as a sentence.
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
