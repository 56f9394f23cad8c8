// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a match's record comes to when everything in it is worked out anew.
///
/// The seed opened at the end has to fit its commitment and to give every deck, salt, commitment,
/// order of turns and shuffle; each face has to open the commitment made at the deal; and each entry
/// has to follow from those before it, up to the final table. What cannot be checked is what was
/// before the match: who sat where, and in whose order the last one was played.
public struct Verification: Hashable, Sendable {
  /// Entries that hold.
  public private(set) var entries = 0
  /// Deals that follow from the seed, those of blind shuffles included.
  public private(set) var deals = 0
  /// Flips whose faces fit.
  public private(set) var flips = 0
  /// The first entry that lies, and how; nil where all hold.
  public private(set) var complaint: RuleBook.Complaint?

  /// Verifies a record; costs some hashes for each card.
  ///
  /// - Parameters:
  ///   - record: the match.
  ///   - hashing: SHA-256 and HMAC-SHA256.
  public init(of record: MatchRecord, hashing: Hashing) {
    self.init(of: record.entries[...], from: record.base, hashing: hashing)
  }

  /// Verifies a match as somebody at the table has seen it: `entries` up to its end, after a view
  /// from before it, or from before its deal.
  public init(of entries: ArraySlice<Entry>, from base: MatchView, hashing: Hashing) {
    var book = RuleBook(dealer: .fair(hashing), isFair: true, from: base)
    for entry in entries {
      var complaints = book.read(entry)
      if !complaints.isEmpty, case .ended(let ended)? = entries.last?.event {
        // A deal that lies comes to light by what is played with it.
        complaints += book.complaints(by: ended)
      }
      // What comes after a lie may follow from it.
      if let first = complaints.min(by: { $0.seq < $1.seq }) {
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
