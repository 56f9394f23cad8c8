// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Shares of the deal's randomness. The client commits to its own share, reveals it, and checks that
// it was used: a log can be consistent and still use a forged share, which only the share's owner
// can notice. Other seats' shares are checked against the server's earlier statements.

extension ClientCore {
  /// Commits to this seat's share, drawn once per match: one share opens any of its commitments.
  mutating func commitToEntropy() -> [UInt8] {
    let drawn = entropy ?? random.bytes(32)
    guard let commitment = commitment(to: drawn) else { return [] }
    assert(drawn.count == FairDeal.entropyLength, "A share has the length that the deal expects.")
    entropy = drawn
    return commitment
  }

  /// Reveals the share once all commitments are published, unless that has been done.
  mutating func revealEntropy(now: LocalTime) -> [ClientOutput] {
    guard let entropy, let table, let seat = table.seat, table.log.latest.phase == .committing,
      table.log.latest.seats[seat.rawValue].entropy == nil
    else { return [] }
    let intent = Intent.reveal(entropy: entropy)
    guard !pending.values.contains(where: { $0.command == .intent(intent) }) else { return [] }
    return intend(intent, .intent(intent), now: now)
  }

  /// Checks an entry's statements about shares: this seat's against its own share, the others
  /// against their earlier commitments.
  ///
  /// A problem is reported once, and nothing is revealed to a server that replaced this seat's
  /// commitment.
  mutating func checkShares(in event: Event) -> [ClientOutput] {
    switch event {
    case .readied(let seat, let stated):
      guard seat == table?.seat, let entropy, stated != commitment(to: entropy) else { return [] }
      return giveUpShare(as: .broken)
    case .committed(let committed):
      return checkOwnCommitment(among: committed.entropyCommits)
        + checkOtherCommitments(among: committed.entropyCommits)
    case .revealed(let seat, let stated):
      return seat == table?.seat ? checkOwnShare(stated) : checkOtherShare(stated, of: seat)
    case .dealt:
      guard let entropy, let seat = table?.seat else { return [] }
      let stated = table?.log.latest.seats[seat.rawValue].entropy ?? []
      return stated == entropy ? [] : giveUpShare(as: stated.isEmpty ? .unopened : .broken)
    default: return []
    }
  }

  /// Forgets the share if another client of the same player has taken the seat and committed to its
  /// own.
  mutating func forgetReplacedShare() {
    guard let entropy, let table, let seat = table.seat else { return }
    let stated = table.log.latest.seats[seat.rawValue].entropyCommit
    if !stated.isEmpty, stated != commitment(to: entropy) { self.entropy = nil }
  }

  private mutating func checkOwnCommitment(among stated: [[UInt8]]) -> [ClientOutput] {
    guard let entropy, let seat = table?.seat else { return [] }
    let isThere =
      stated.indices.contains(seat.rawValue) && stated[seat.rawValue] == commitment(to: entropy)
    return isThere ? [] : giveUpShare(as: .broken)
  }

  private mutating func checkOwnShare(_ stated: [UInt8]) -> [ClientOutput] {
    guard let entropy, stated != entropy else { return [] }
    return giveUpShare(as: stated.isEmpty ? .unopened : .broken)
  }

  /// The commitments at the start of a match must be those the seats got ready with.
  private mutating func checkOtherCommitments(among stated: [[UInt8]]) -> [ClientOutput] {
    guard let table else { return [] }
    return table.log.latest.seats.indices.map(SeatIndex.init).flatMap { seat -> [ClientOutput] in
      let former = table.log.latest.seats[seat.rawValue].entropyCommit
      let isSame = stated.indices.contains(seat.rawValue) && stated[seat.rawValue] == former
      return isSame || seat == table.seat ? [] : reportForgedShare(of: seat)
    }
  }

  /// A revealed share must match its commitment; a share that was not revealed is empty.
  private mutating func checkOtherShare(_ stated: [UInt8], of seat: SeatIndex) -> [ClientOutput] {
    guard let view = table?.log.latest, view.seats.indices.contains(seat.rawValue), !stated.isEmpty
    else { return [] }
    let fair = FairDeal(matchID: view.matchID, hashing: hashing)
    let isFitting =
      fair.entropyCommit(stated, seat: seat) == view.seats[seat.rawValue].entropyCommit
    return isFitting ? [] : reportForgedShare(of: seat)
  }

  private mutating func reportForgedShare(of seat: SeatIndex) -> [ClientOutput] {
    table?.brokenShares += 1
    return [.event(.shareForged(seat))]
  }

  private func commitment(to entropy: [UInt8]) -> [UInt8]? {
    guard let table, let seat = table.seat else { return nil }
    return FairDeal(matchID: table.log.latest.matchID, hashing: hashing)
      .entropyCommit(entropy, seat: seat)
  }

  private mutating func giveUpShare(as problem: ShareProblem) -> [ClientOutput] {
    entropy = nil
    if problem == .broken { table?.brokenShares += 1 }
    return [.event(.shareLost(problem))]
  }
}

/// Why this seat's share was not used.
package enum ShareProblem: Hashable, Sendable {
  /// The server states another commitment or share than this seat's: it has cheated.
  case broken
  /// According to the server it was not revealed in time: the connection was slow, or the server
  /// ignored it.
  case unopened
}
