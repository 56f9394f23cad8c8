// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The shares of a deal's randomness. This seat's is committed to, opened, and seen to count: the log a
// server tells is sound in itself even where it counts another share; only whoever drew it can know.
// The others' are held against what the server said of them before.

extension ClientCore {
  /// Commits to this seat's share of the deal, drawn once a match: whichever of two commitments the
  /// server goes by, the same share opens it.
  mutating func commitToEntropy() -> [UInt8] {
    let drawn = entropy ?? random.bytes(32)
    guard let commitment = commitment(to: drawn) else { return [] }
    entropy = drawn
    return commitment
  }

  /// Opens the commitment, once everyone's is out and unless that has been done.
  mutating func revealEntropy(now: LocalTime) -> [ClientOutput] {
    guard let entropy, let table, let seat = table.seat, table.log.latest.phase == .committing,
      table.log.latest.seats[seat.rawValue].entropy == nil
    else { return [] }
    let intent = Intent.reveal(entropy: entropy)
    guard !pending.values.contains(where: { $0.command == .intent(intent) }) else { return [] }
    return intend(intent, .intent(intent), now: now)
  }

  /// Checks what an entry says of the shares: of this seat's own against what was drawn, of all
  /// others against the commitments stated before.
  ///
  /// Told once, and nothing is opened to a server that put another commitment in the place of this
  /// seat's.
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

  /// Forgets a share that cannot count, because this seat was taken over from another client of the
  /// same player, which got ready with a share of its own.
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

  /// The commitments a match begins with are those that the seats have got ready with.
  private mutating func checkOtherCommitments(among stated: [[UInt8]]) -> [ClientOutput] {
    guard let table else { return [] }
    return table.log.latest.seats.indices.map(SeatIndex.init).flatMap { seat -> [ClientOutput] in
      let former = table.log.latest.seats[seat.rawValue].entropyCommit
      let isSame = stated.indices.contains(seat.rawValue) && stated[seat.rawValue] == former
      return isSame || seat == table.seat ? [] : reportForgedShare(of: seat)
    }
  }

  /// A share that is opened fits its commitment; one that is not is empty.
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

/// How this seat's share of a deal did not count.
public enum ShareProblem: Hashable, Sendable {
  /// The server states another commitment or another share than this seat's: it has cheated.
  case broken
  /// The server says that it was not opened in time: the line was slow, or the server did not listen.
  case unopened
}
