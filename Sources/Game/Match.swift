// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What the decider alone keeps of a deal, journalled in the same step as the entry it belongs to.
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

/// A room's match with what is hidden in it: a fold of entries and sealed records.
///
/// Everything that decides is derived from the public view and the sealed seed, so a match read
/// back from a journal goes on exactly where it stood. `Decision` makes new entries on top of it.
public struct Match: Sendable {
  /// What everyone may know.
  public private(set) var view = MatchView()
  /// The room just before the match that is open, bare.
  public private(set) var base = MatchView()
  /// The sealed record of the match that is open, once it has one.
  public private(set) var sealed: SealedRecord?
  /// The cards, once seed and entropies are known.
  public private(set) var deck: Deck?
  /// Where decks come from.
  public let dealer: Dealer

  /// The match of a room in which nothing has happened yet.
  public init(dealer: Dealer) {
    self.dealer = dealer
  }

  /// Folds a sealed record in; it comes before the entries of its step, and traps in any other
  /// match than its own.
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

  /// The commitments and streams of the match that is open.
  public var fair: FairDeal {
    FairDeal(matchID: view.matchID, hashing: dealer.hashing)
  }

  /// What each chair revealed, empty where nothing was.
  public var entropies: [[UInt8]] {
    view.seats.map { $0.entropy ?? [] }
  }

  /// The deck with the cards that are left dealt again as blind shuffle number `epoch`; nil without
  /// a deck.
  func redealt(epoch: Int) -> Deck? {
    guard let sealed, let deck else { return nil }
    let left = view.cards.filter { $0.state != .cleared }.map { $0.id.slot }
    return dealer.redeal(
      fair, deck,
      FairDeal.Redeal(
        seed: sealed.seed, entropies: entropies, epoch: UInt32(clamping: epoch),
        pairs: view.settings.pairs, slots: left.filter { deck.faces.indices.contains($0) }))
  }

  /// The open match's stream called `label`; only after its seed was drawn.
  func stream(_ label: String) -> RandomStream {
    guard let sealed else {
      preconditionFailure("The stream \(label) was asked for before the seed was drawn.")
    }
    return fair.stream(
      label, seed: sealed.seed, entropies: entropies, pairs: view.settings.pairs)
  }
}
