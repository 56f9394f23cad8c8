// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import MatchClient
import Replays

/// The client's own verification of a match at its end, from its log: whether the server dealt as
/// it had committed to, and scored by the rules.
package struct MatchVerdict: Hashable, Sendable {
  /// The result of the verification.
  package enum Finding: Hashable, Sendable {
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
  package let matchID: String
  /// The result.
  package let finding: Finding

  /// The verdict on the match that ends with `entry`; nil if it ends none, or if nothing was dealt
  /// and nothing is wrong.
  package init?(endingWith entry: Entry, at table: ClientTable, hashing: Hashing) {
    guard entry.endsMatch, let match = Self.match(endingWith: entry, in: table.log) else {
      return nil
    }
    matchID = match.id
    let isBroken = table.brokenShares + table.brokenFlips > 0
    if let base = match.base {
      let finding = Self.finding(
        on: match.entries, from: base, wasCaught: isBroken, hashing: hashing)
      guard let finding else { return nil }
      self.finding = finding
    } else if match.entries.contains(where: { $0.event == .unrecognized }) {
      finding = .unknown
    } else {
      finding = isBroken ? .caught : .partial
    }
  }

  /// The verdict on a whole match; nil if nothing was dealt and nothing is wrong.
  package init?(of record: MatchRecord, hashing: Hashing) {
    let finding = Self.finding(
      on: record.entries[...], from: record.base, wasCaught: false, hashing: hashing)
    guard let finding else { return nil }
    matchID = record.matchID
    self.finding = finding
  }

  /// The finding on a match's entries; `wasCaught` says whether the server cheated elsewhere in the room.
  private static func finding(
    on entries: ArraySlice<Entry>, from base: MatchView, wasCaught: Bool, hashing: Hashing
  ) -> Finding? {
    if entries.contains(where: { $0.event == .unrecognized }) { return .unknown }
    let verification = Verification(of: entries, from: base, hashing: hashing)
    if let complaint = verification.complaint {
      return .forged(seq: complaint.seq, clause: complaint.clause)
    }
    if wasCaught { return .caught }
    return verification.deals == 0
      ? nil : .verified(deals: verification.deals, faces: verification.flips)
  }

  /// The match's id, its entries in the log, and the view before them; nil for the view if the
  /// match began before the log.
  private static func match(
    endingWith entry: Entry, in log: MatchLog
  ) -> (id: String, entries: ArraySlice<Entry>, base: MatchView?)? {
    guard let end = log.entries.lastIndex(of: entry) else { return nil }
    let entries = log.entries[...end]
    guard let start = entries.lastIndex(where: { $0.opensMatch }),
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
  package var isGood: Bool { if case .verified = finding { true } else { false } }

  /// The result as a sentence.
  package var sentence: String {
    switch finding {
    case .verified:
      "Verified: the deal was fair, and every move followed the rules."
    case .forged(let seq, let clause):
      "Entry \(seq) of this match failed verification: \(clause). Do not trust this server."
    case .caught:
      "This match cannot be verified: the server was caught cheating in this room. Leave it."
    case .partial:
      "Not verified: you joined after this match began. The replay that the server keeps can be "
        + "verified whole."
    case .unknown:
      "Not verified: the server is newer than this program. Update facedown to check its "
        + "matches."
    }
  }
}

extension MatchSession.Verdict {
  /// A verdict in a sentence.
  package init(_ verdict: MatchVerdict) {
    self.init(sentence: verdict.sentence, isGood: verdict.isGood)
  }

  /// The verdict on a match from a replay file, whose chain was found to be intact.
  package init(ofFile record: MatchRecord, hashing: Hashing) {
    let verification = Verification(of: record, hashing: hashing)
    if let complaint = verification.complaint {
      self.init(
        sentence: "Entry \(complaint.seq) is false: \(complaint.clause).", isGood: false)
      return
    }
    let players = record.result.standings.map { Wording.name($0.player, seat: $0.seat) }
    let count = Wording.count
    let deals =
      verification.deals == 0
      ? "no card was dealt"
      : "\(count(verification.deals, "deal")) and \(count(verification.flips, "face")) follow from "
        + "the seed"
    self.init(
      sentence:
        "OK. Match \(record.matchID.harmless(limit: 64)) of \(Wording.list(players)): the chain of "
        + "\(verification.entries) entries is intact, the seed matches its commitment, "
        + "\(deals), and turns, scores and the final table follow the rules.",
      isGood: true)
  }
}
