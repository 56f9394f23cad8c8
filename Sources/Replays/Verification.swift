// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Verifies a match's record by recomputing everything in it.
///
/// The revealed seed must match its commitment and give every deck, salt, commitment, turn order
/// and shuffle; each face must open its commitment; and each entry must follow from the earlier
/// ones, up to the final standings. What happened before the match cannot be checked: who took
/// which seat, and the turn order of the match before.
package struct Verification: Hashable, Sendable {
  /// Entries found valid.
  package private(set) var entries = 0
  /// Deals that follow from the seed, including blind shuffles.
  package private(set) var deals = 0
  /// Flips whose faces match their commitments.
  package private(set) var flips = 0
  /// The first invalid entry and what is wrong with it; nil if all are valid.
  package private(set) var complaint: RuleBook.Complaint?

  /// Verifies a record; costs a few hashes per card.
  ///
  /// - Parameters:
  ///   - record: the match.
  ///   - hashing: SHA-256 and HMAC-SHA256.
  package init(of record: MatchRecord, hashing: Hashing) {
    self.init(of: record.entries[...], from: record.base, hashing: hashing)
  }

  /// Verifies a match as seen by a client: `entries` up to its end, following a view from before it
  /// or before its deal.
  package init(of entries: ArraySlice<Entry>, from base: MatchView, hashing: Hashing) {
    var book = RuleBook(dealer: .fair(hashing), isFair: true, from: base)
    for entry in entries {
      var complaints = book.read(entry)
      if !complaints.isEmpty, case .ended(let ended)? = entries.last?.event {
        // An invalid deal may become evident only later in the match.
        complaints += book.complaints(by: ended)
      }
      // Further complaints may merely be consequences.
      if let first = complaints.min(by: { $0.seq < $1.seq }) {
        assert(first.seq <= entry.seq, "A complaint is about an entry that was read.")
        complaint = first
        return
      }
      self.entries += 1
      switch entry.event {
      case .dealt: deals += 1
      case .shuffled(let shuffled): deals += shuffled.redealt == nil ? 0 : 1
      case .flipped: flips += 1
      default: break
      }
    }
  }
}
