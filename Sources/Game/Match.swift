// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The secret part of a deal, journalled in the same step as its entry.
///
/// Together with the entries it restores a match exactly; no reader of the log ever gets it.
public struct SealedRecord: Hashable, Sendable {
  /// The match it belongs to.
  public var matchID: String
  /// The server's seed for its deal, 32 bytes.
  public var seed: [UInt8]

  /// The seed of match `matchID`.
  public init(matchID: String, seed: [UInt8]) {
    self.matchID = matchID
    self.seed = seed
  }
}

/// A room's match including its secrets: a fold of entries and sealed records.
///
/// Every decision is derived from the public view and the sealed seed, so a restored match resumes
/// exactly where it stopped. `Decision` adds entries to it.
public struct Match: Sendable {
  /// The public part.
  public private(set) var view = MatchView()
  /// The room just before the present match opened, without anything of earlier matches.
  @Boxed public private(set) var base = MatchView()
  /// The sealed record of the present match, once it has one.
  public private(set) var sealed: SealedRecord?
  /// The deck, once seed and shares are known.
  public private(set) var deck: Deck?
  /// The source of decks.
  public let dealer: Dealer

  /// The match of a new room.
  public init(dealer: Dealer) {
    self.dealer = dealer
  }

  /// Folds a sealed record in, before the entries of its step; traps if it belongs to another
  /// match.
  public mutating func apply(_ record: SealedRecord) {
    precondition(
      record.matchID == view.matchID,
      "A sealed record of match \(record.matchID) came during \(view.matchID).")
    sealed = record
  }

  /// Folds the next entry in; traps unless it is the next in number and no earlier than the last.
  public mutating func apply(_ entry: Entry) {
    let generation = view.generation
    if entry.opensMatch { base = view.betweenMatches }
    view.apply(entry)
    if case .shuffled = entry.event, view.generation != generation {
      deck = redealt(epoch: view.shuffleCount)
    }
    if case .opened = entry.event {
      sealed = nil
      deck = nil
    }
    if deck == nil, view.phase == .undealt, let sealed {
      deck = dealer.deck(fair, sealed.seed, entropies, view.settings.pairs)
    }
  }

  /// The commitments and streams of the present match.
  public var fair: FairDeal {
    FairDeal(of: view, hashing: dealer.hashing)
  }

  /// Each seat's revealed share; empty where none was revealed.
  public var entropies: [[UInt8]] {
    view.seats.map { $0.entropy ?? [] }
  }

  /// The deck after blind shuffle number `epoch`; nil without a deck.
  func redealt(epoch: Int) -> Deck? {
    guard let sealed, let deck else { return nil }
    let left = view.cards.filter { $0.state != .cleared }.map { $0.id.slot }
    return dealer.redeal(
      fair, deck,
      FairDeal.Redeal(
        seed: sealed.seed, entropies: entropies, epoch: UInt32(clamping: epoch),
        pairs: view.settings.pairs, slots: left.filter { deck.faces.indices.contains($0) }))
  }

  /// The present match's stream `label`; traps before its seed is sealed.
  func stream(_ label: String) -> RandomStream {
    guard let sealed else {
      preconditionFailure("The stream \(label) exists only once the seed is sealed.")
    }
    return fair.stream(
      label, seed: sealed.seed, entropies: entropies, pairs: view.settings.pairs)
  }
}
