// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// This seat's share of a deal's randomness: committed to, opened, and seen to count. The log a server
// tells is sound in itself even where it counts another share; only whoever drew it can know.

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

  /// Sees whether what an entry says of this seat's share is so; told once, and nothing is opened to
  /// a server that put another commitment in the place of this one.
  mutating func checkShare(in event: Event) -> [ClientOutput] {
    guard let entropy, let seat = table?.seat else { return [] }
    switch event {
    case .committed(let committed):
      let stated = committed.entropyCommits
      guard
        !stated.indices.contains(seat.rawValue)
          || stated[seat.rawValue] != commitment(to: entropy)
      else { return [] }
      return giveUpShare(as: .broken)
    case .revealed(seat, let stated) where stated != entropy:
      return giveUpShare(as: stated.isEmpty ? .unopened : .broken)
    case .dealt:
      let stated = table?.log.latest.seats[seat.rawValue].entropy ?? []
      return stated == entropy ? [] : giveUpShare(as: stated.isEmpty ? .unopened : .broken)
    default: return []
    }
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
