// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// This seat's share of the deal's randomness, from readying to the deal.
///
/// The client commits to its own share, reveals it, and checks that it was used: a log can be
/// consistent and still use a forged share, which only the share's owner can notice. Other seats'
/// shares are checked against the server's earlier statements.
struct DealShare: Sendable {
  private let hashing: Hashing
  private var random: RandomStream
  private var share: [UInt8]?

  /// The share of the present match; nil for none.
  var drawn: [UInt8]? { share }

  /// No share yet; shares are drawn from `random`.
  init(random: RandomStream, hashing: Hashing) {
    self.random = random
    self.hashing = hashing
  }

  /// Commits to the share, drawn once per match: one share opens any of its commitments.
  ///
  /// - Returns: the commitment; empty without a seat, and for a daily deal, which has no shares.
  mutating func commit(at table: ClientTable?) -> [UInt8] {
    guard let table, table.seat != nil, table.log.latest.settings.daily == nil else { return [] }
    let drawn = share ?? random.bytes(FairDeal.entropyLength)
    share = drawn
    return commitment(to: drawn, at: table) ?? []
  }

  /// The share to reveal now that all commitments are published; nil if there is nothing to reveal.
  func toReveal(at table: ClientTable?) -> [UInt8]? {
    guard let share, let table, let seat = table.seat, table.log.latest.phase == .committing,
      table.log.latest.seats[seat.rawValue].entropy == nil
    else { return nil }
    return share
  }

  /// Continues with the share that the program's last start has drawn.
  mutating func restore(_ share: [UInt8]) {
    assert(self.share == nil, "A share is restored before one is drawn.")
    self.share = share
  }

  /// Forgets the share: its match is over, or it was used.
  mutating func forget() { share = nil }

  /// Forgets the share if another client of the same player has taken the seat and committed to its
  /// own.
  mutating func forgetIfReplaced(at table: ClientTable?) {
    guard let share, let table, let seat = table.seat else { return }
    let stated = table.log.latest.seats[seat.rawValue].entropyCommit
    if !stated.isEmpty, stated != commitment(to: share, at: table) { forget() }
  }

  /// Checks the statements about shares in an entry that the log contains: this seat's against its
  /// own share, the others against their earlier commitments.
  ///
  /// A problem is reported once, and nothing is revealed to a server that replaced this seat's
  /// commitment.
  ///
  /// - Returns: `shareLost` and `shareForged`, one for each problem.
  mutating func check(_ event: Event, at table: ClientTable) -> [ClientEvent] {
    switch event {
    case .readied(let seat, let stated):
      guard seat == table.seat, let share, stated != commitment(to: share, at: table) else {
        return []
      }
      return giveUp(as: .broken)
    case .committed(let committed):
      return checkOwnCommitment(among: committed.entropyCommits, at: table)
        + Self.checkOtherCommitments(among: committed.entropyCommits, at: table)
    case .revealed(let seat, let stated):
      return seat == table.seat ? checkOwn(stated) : checkOther(stated, of: seat, at: table)
    case .dealt:
      guard let share, let seat = table.seat else { return [] }
      let stated = table.log.latest.seats[seat.rawValue].entropy ?? []
      return stated == share ? [] : giveUp(as: stated.isEmpty ? .unopened : .broken)
    default: return []
    }
  }

  private mutating func checkOwnCommitment(
    among stated: [[UInt8]], at table: ClientTable
  ) -> [ClientEvent] {
    guard let share, let seat = table.seat else { return [] }
    let isThere =
      stated.indices.contains(seat.rawValue)
      && stated[seat.rawValue] == commitment(to: share, at: table)
    return isThere ? [] : giveUp(as: .broken)
  }

  private mutating func checkOwn(_ stated: [UInt8]) -> [ClientEvent] {
    guard let share, stated != share else { return [] }
    return giveUp(as: stated.isEmpty ? .unopened : .broken)
  }

  /// The commitments at the start of a match must be those the seats got ready with.
  private static func checkOtherCommitments(
    among stated: [[UInt8]], at table: ClientTable
  ) -> [ClientEvent] {
    table.log.latest.seats.indices.map { SeatIndex($0) }.filter { seat in
      let former = table.log.latest.seats[seat.rawValue].entropyCommit
      let isSame = stated.indices.contains(seat.rawValue) && stated[seat.rawValue] == former
      return !isSame && seat != table.seat
    }.map { .shareForged($0) }
  }

  /// A revealed share must match its commitment; a share that was not revealed is empty.
  private func checkOther(
    _ stated: [UInt8], of seat: SeatIndex, at table: ClientTable
  ) -> [ClientEvent] {
    let view = table.log.latest
    guard view.seats.indices.contains(seat.rawValue), !stated.isEmpty else { return [] }
    let fair = FairDeal(of: view, hashing: hashing)
    let isFitting =
      fair.entropyCommit(stated, seat: seat) == view.seats[seat.rawValue].entropyCommit
    return isFitting ? [] : [.shareForged(seat)]
  }

  private func commitment(to share: [UInt8], at table: ClientTable) -> [UInt8]? {
    guard let seat = table.seat else { return nil }
    return FairDeal(of: table.log.latest, hashing: hashing)
      .entropyCommit(share, seat: seat)
  }

  private mutating func giveUp(as problem: ShareProblem) -> [ClientEvent] {
    forget()
    return [.shareLost(problem)]
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
