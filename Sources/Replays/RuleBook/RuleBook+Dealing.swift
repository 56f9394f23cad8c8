// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// From the commitments to the deal, and the end of the match, which reveals everything.

extension RuleBook {
  var fair: FairDeal {
    FairDeal(matchID: settings.dealName(of: matchID), hashing: dealer.hashing)
  }

  mutating func commit(_ committed: Event.Committed) {
    expect(phase == .waiting, "a match begins while \(phase)")
    expect(
      chairs.allSatisfy { $0.actor != nil && $0.commit != nil }, "not everyone is ready")
    expect(
      committed.entropyCommits == chairs.map { $0.commit ?? [] },
      "the commitments differ from those of the seats")
    seedCommit = committed.seedCommit
    phase = .committing
    goOnIfRevealed()
  }

  mutating func reveal(_ seat: SeatIndex, _ entropy: [UInt8]) {
    expect(phase == .committing, "a seat revealed its share while \(phase)")
    expect(
      chairs.indices.contains(seat.rawValue) && chairs[seat.rawValue].commit?.isEmpty == false
        && chairs[seat.rawValue].entropy == nil, "a seat revealed a share it had not committed to")
    if !entropy.isEmpty, chairs.indices.contains(seat.rawValue) {
      expect(
        fair.entropyCommit(entropy, seat: seat) == chairs[seat.rawValue].commit,
        "a share does not match its commitment")
    }
    change(seat) { $0.entropy = entropy }
    goOnIfRevealed()
  }

  private mutating func goOnIfRevealed() {
    let waits = chairs.contains { $0.commit?.isEmpty == false && $0.entropy == nil }
    guard !waits else { return }
    phase = .undealt
    undealtAt = lastAt
  }

  mutating func deal(_ dealt: Event.Dealt, at: ServerTime) {
    expect(phase == .undealt, "cards are dealt while \(phase)")
    let count = 2 * settings.pairs
    expect(
      dealt.generation == generation + 1,
      "the deal has the wrong generation, \(dealt.generation)")
    expect(dealt.slots.sorted() == Array(0..<count), "not every slot is dealt once")
    let board = Board.fitting(cards: max(count, 1))
    expect(
      dealt.rows == board.rows && dealt.columns == board.columns, "the board has another size")
    expect(dealt.leaves.count == count, "not every card has a commitment")
    expect(
      dealt.turnOrder.sorted() == takenSeats,
      "the turn order does not consist of the occupied seats")
    let stated = dealt.turnOrder.map { $0.rawValue }
    let isTeams = mode.isTeams
    if !order.isEmpty, order.sorted() == takenSeats {
      let rotated = (order[1...] + order[..<1]).map { $0.rawValue }
      expect(
        stated == (isTeams ? Self.alternating(rotated) : rotated), "the turn order does not rotate")
    } else {
      draws.append(
        Draw(seq: lastSeq, label: "seats", from: takenSeats.map { $0.rawValue }) { drawn in
          stated == (isTeams ? Self.alternating(drawn) : drawn)
        })
    }
    expect(dealt.playableAt > at, "cards were playable before the deal had ended")
    phase = .dealing
    generation = dealt.generation
    leaves = dealt.leaves
    faces = [:]
    dealtBy = lastSeq
    shuffles = 0
    order = dealt.turnOrder
    playableAt = dealt.playableAt
    dealtAt = at
    keeps = nil
    passed = 0
    idleTurns = 0
    turnsLeft = nil
    formerDeals = []
    let bonus = mode.isMemorize ? settings.bonusLimit.wholeMilliseconds : 0
    cards = (0..<count).map { Lying(place: $0, left: bonus) }
  }

  /// The order in which two teams take turns as long as both have seats left, each in its own order.
  private static func alternating(_ order: [Int]) -> [Int] {
    guard let first = order.first else { return [] }
    let leading = order.filter { ($0 ^ first) & 1 == 0 }
    let other = order.filter { ($0 ^ first) & 1 == 1 }
    let both = min(leading.count, other.count)
    return zip(leading, other).flatMap { [$0, $1] } + leading[both...] + other[both...]
  }

  mutating func end(_ ended: Event.Ended) {
    expect(isRunning, "a match ends while \(phase)")
    switch ended.reason {
    case .finished:
      expect(cards.allSatisfy { $0.isGone }, "a match finished with cards on the table")
    case .resigned:
      let left = sides.count { side in
        side.contains { chairs[$0].actor != nil && !chairs[$0].hasResigned }
      }
      expect(
        left == 0 || left == 1 && chairs.count > 1,
        "a match was resigned although \(left) sides were left")
    case .aborted:
      expect(
        settings.isRated && phase == .committing, "a match was aborted while \(phase)")
    case .restarted, .stalemate: break
    case .abandoned:
      expect(!chairs.contains { $0.isPlaying }, "a match with active players ended as abandoned")
    }
    if ended.reason == .stalemate {
      expect(isStalemate, "a match ended in a stalemate that was not due")
    }
    phase = .ended
    turn = nil
    checkStandings(ended.standings)
    expect(
      fair.seedCommit(ended.seed) == seedCommit, "the seed does not match its commitment")
    expect(
      ended.entropies == chairs.map { $0.entropy ?? [] }, "the shares differ from those revealed")
    checkDeals(ended)
  }

  private mutating func checkStandings(_ standings: [Standing]) {
    let played = chairs.indices.filter { chairs[$0].player != nil }
    expect(
      standings.map { $0.seat.rawValue }.sorted() == played,
      "the standings do not list exactly the players")
    expect(
      zip(standings, standings.dropFirst()).allSatisfy {
        ($0.rank, $0.seat) < ($1.rank, $1.seat)
      }, "the standings are out of order")
    for standing in standings where chairs.indices.contains(standing.seat.rawValue) {
      let chair = chairs[standing.seat.rawValue]
      expect(
        standing.score == chair.score && standing.pairs == chair.pairs,
        "seat \(standing.seat.rawValue) is listed with \(standing.score) points and "
          + "\(standing.pairs) pairs, but has \(chair.score) and \(chair.pairs)")
      expect(
        standing.player == chair.player, "seat \(standing.seat.rawValue) belongs to another player")
      let own = sides.first { $0.contains(standing.seat.rawValue) } ?? []
      let better = sides.count { isBetter($0, own) }
      expect(standing.rank == better + 1, "seat \(standing.seat.rawValue) has the wrong rank")
    }
  }

  /// The seats that had players, those that win or lose together in one list.
  private var sides: [[Int]] {
    let played = chairs.indices.filter { chairs[$0].player != nil }
    guard mode.isTeams else { return played.map { [$0] } }
    return [0, 1].map { team in played.filter { $0 & 1 == team } }.filter { !$0.isEmpty }
  }

  /// Whether one side finished before another.
  private func isBetter(_ side: [Int], _ other: [Int]) -> Bool {
    func result(_ side: [Int]) -> (isOut: Bool, points: Int) {
      (side.allSatisfy { chairs[$0].hasResigned }, side.reduce(0) { $0 &+ chairs[$1].score })
    }
    let (mine, theirs) = (result(side), result(other))
    return mine.isOut == theirs.isOut ? mine.points > theirs.points : theirs.isOut
  }
}
