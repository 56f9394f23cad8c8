// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Testing
import Wire

@testable import Replays

@Suite("Verification of a replay", .timeLimit(.minutes(2)))
struct VerificationTests {
  /// Matches of many kinds; every second one is not the first of its room.
  static let records: [MatchRecord] = (UInt64(1)...24).flatMap { seed in
    RandomRoom(seed: seed, matches: seed.isMultiple(of: 2) ? 2 : 1).records.suffix(1)
  }

  private func verify(_ record: MatchRecord) -> Verification {
    Verification(of: record, hashing: .openSSL)
  }

  @Test("accepts what the rules decided")
  func truth() async {
    #expect(Self.records.count == 24)
    for record in Self.records {
      let verification = verify(record)
      #expect(verification.complaint == nil, "\(record.matchID): \(verification)")
      #expect(verification.entries == record.entries.count)
      await Task.yield()
    }
    #expect(Self.records.contains { verify($0).deals > 1 })
    #expect(Set(Self.records.compactMap(\.result.endReason)).count >= 3)
  }

  @Test("takes a request that was made again behind others, under its number")
  func requestMadeAgain() throws {
    func flips(by actor: ActorNumber?, in entries: [Entry]) -> [Int] {
      entries.indices.filter { index in
        guard case .flipped = entries[index].event else { return false }
        return entries[index].cause != nil && entries[index].cause?.actor == actor
          && !entries.indices.contains { $0 != index && entries[$0].cause == entries[index].cause }
      }
    }
    var verified = 0
    for record in Self.records {
      var entries = record.entries
      let own = flips(by: entries.compactMap(\.cause).last?.actor, in: entries)
      guard own.count > 1 else { continue }
      let former = entries[own[0]].cause
      entries[own[0]].cause = entries[own[1]].cause
      entries[own[1]].cause = former
      let verification = Verification(of: entries[...], from: record.base, hashing: .openSSL)
      #expect(verification.complaint == nil, "\(record.matchID): \(verification)")
      verified += 1
    }
    #expect(verified > 4)
  }

  /// A change by a forger who can recompute the chain.
  enum Forgery: CaseIterable {
    case face, swappedLeaves, otherSeed, score, order, dropped, entropy, permutation, standings
    case redealtLeaf, winner, board, theme
    case causeDropped, causeSwapped, causeOfNobody, causeDoubled

    /// The entries with one of them changed; nil if none can be changed in this way.
    func apply(to entries: [Entry]) -> [Entry]? {
      var forged = entries
      if let causes = forgedCauses(in: entries) { return causes }
      for index in entries.indices {
        if self == .dropped {
          guard case .flipped = entries[index].event else { continue }
          forged.remove(at: index)
          for later in forged.indices[index...] { forged[later].seq -= 1 }
          return forged
        }
        guard let event = change(entries[index].event) else { continue }
        forged[index].event = event
        return forged
      }
      return nil
    }

    /// The entries with forged causes; nil if this forgery is about something else.
    private func forgedCauses(in entries: [Entry]) -> [Entry]? {
      let flips = entries.indices.filter {
        if case .flipped = entries[$0].event { entries[$0].cause != nil } else { false }
      }
      guard let first = flips.first, let cause = entries[first].cause else { return nil }
      var forged = entries
      switch self {
      case .causeDropped: forged[first].cause = nil
      case .causeOfNobody: forged[first].cause?.actor = ActorNumber(999)
      case .causeDoubled:
        guard let next = flips.dropFirst().first(where: { entries[$0].cause?.actor == cause.actor })
        else { return nil }
        forged[next].cause = cause
      case .causeSwapped:
        guard let other = flips.first(where: { entries[$0].cause?.actor != cause.actor }) else {
          return nil
        }
        forged[first].cause = entries[other].cause
        forged[other].cause = cause
      default: return nil
      }
      return forged
    }

    private func change(_ event: Event) -> Event? {
      switch (self, event) {
      case (.face, .flipped(var flip)):
        flip.face = Face(flip.face.index == 0 ? 1 : 0)
        return .flipped(flip)
      case (.swappedLeaves, .dealt(var dealt)):
        dealt.leaves.swapAt(0, dealt.leaves.count - 1)
        return .dealt(dealt)
      case (.board, .dealt(var dealt)) where dealt.rows != dealt.columns:
        swap(&dealt.rows, &dealt.columns)
        return .dealt(dealt)
      case (.order, .dealt(var dealt)) where dealt.turnOrder.count > 1:
        dealt.turnOrder.swapAt(0, 1)
        return .dealt(dealt)
      case (.redealtLeaf, .shuffled(var shuffled)) where shuffled.redealt != nil:
        shuffled.redealt?.leaves[0][0] ^= 1
        return .shuffled(shuffled)
      case (.permutation, .shuffled(var shuffled)) where shuffled.permutation.count > 1:
        let moving = shuffled.permutation.indices.filter { shuffled.permutation[$0] != $0 }
        guard let one = moving.first, let other = moving.last, one != other else { return nil }
        shuffled.permutation.swapAt(one, other)
        return .shuffled(shuffled)
      case (.score, .flipped(var flip)) where !flip.scoreChanges.isEmpty:
        flip.scoreChanges[0].delta += 1
        flip.scoreChanges[0].total += 1
        return .flipped(flip)
      case (.otherSeed, .ended(var ended)):
        ended.seed[31] ^= 1
        return .ended(ended)
      case (.entropy, .revealed(let seat, var entropy)) where !entropy.isEmpty:
        entropy[0] ^= 1
        return .revealed(seat, entropy: entropy)
      case (.standings, .ended(var ended)):
        ended.standings[0].score += 1
        return .ended(ended)
      case (.winner, .ended(var ended)):
        ended.standings[0].player.name += "!"
        return .ended(ended)
      case (.theme, .opened(var opened)):
        opened.theme = "nothing"
        return .opened(opened)
      default: return nil
      }
    }
  }

  @Test("names the invalid entry, even under a valid chain", arguments: Forgery.allCases)
  func forged(_ forgery: Forgery) async throws {
    var count = 0
    for record in Self.records where count < 4 {
      guard let forged = forgery.apply(to: record.entries),
        let forgedRecord = MatchRecord(base: record.base, entries: forged)
      else { continue }
      count += 1
      // With a good chain the file itself is one.
      let read = try ReplayFile.read(ReplayFile.bytes(of: forgedRecord))
      let complaint = try #require(verify(read).complaint, "\(forgery) in \(record.matchID)")
      let place = zip(record.entries, forged).first { $0 != $1 }?.0.seq
      #expect(complaint.seq >= record.base.seq + 1)
      #expect(complaint.seq <= (record.entries.last?.seq ?? 0))
      if forgery != .dropped { #expect(complaint.seq == place, "\(forgery): \(complaint)") }
      await Task.yield()
    }
    #expect(count > 0, "Nothing could be forged.")
  }

  /// A change by which a team would gain.
  enum TeamForgery: CaseIterable {
    case ranksOfSeats, bothFirst, twoTurns

    func apply(to event: Event) -> Event? {
      switch (self, event) {
      case (.ranksOfSeats, .ended(var ended)) where Set(ended.standings.map(\.score)).count > 1:
        let scores = ended.standings.map(\.score)
        for index in scores.indices {
          ended.standings[index].rank = 1 + scores.count { $0 > scores[index] }
        }
        ended.standings.sort { ($0.rank, $0.seat) < ($1.rank, $1.seat) }
        return .ended(ended)
      case (.bothFirst, .ended(var ended)) where ended.standings.contains { $0.rank == 2 }:
        for index in ended.standings.indices { ended.standings[index].rank = 1 }
        ended.standings.sort { $0.seat < $1.seat }
        return .ended(ended)
      case (.twoTurns, .dealt(var dealt)) where dealt.turnOrder.count > 3:
        dealt.turnOrder.swapAt(1, 2)
        return .dealt(dealt)
      default: return nil
      }
    }
  }

  @Test("takes the ranks and the turns of teams only as the rules give them")
  func teams() async throws {
    let records = (UInt64(1)...400).lazy.map { RandomRoom(seed: $0) }
      .filter { $0.settings.mode == .teams }.compactMap(\.records.first).prefix(12)
    var forged: [TeamForgery: Int] = [:]
    for record in records {
      #expect(verify(record).complaint == nil, "\(record.matchID)")
      for forgery in TeamForgery.allCases {
        for (index, entry) in record.entries.enumerated() {
          guard let event = forgery.apply(to: entry.event), event != entry.event else { continue }
          var entries = record.entries
          entries[index].event = event
          let read = Verification(of: entries[...], from: record.base, hashing: .openSSL)
          #expect(read.complaint?.seq == entry.seq, "\(forgery) in \(record.matchID)")
          forged[forgery, default: 0] += 1
        }
      }
      await Task.yield()
    }
    #expect(TeamForgery.allCases.allSatisfy { forged[$0, default: 0] > 2 }, "\(forged)")
  }

  @Test("needs only the waiting room from before the deal")
  func waitingRoom() async throws {
    var tried = 0
    for record in Self.records {
      var view = record.base
      for (index, entry) in record.entries.enumerated() {
        view.apply(entry)
        guard view.phase == .waiting else { break }
        tried += 1
        let rest = record.entries[(index + 1)...]
        let verification = Verification(of: rest, from: view, hashing: .openSSL)
        #expect(verification.complaint == nil, "\(record.matchID) from \(entry.seq)")
        guard case .ended(var ended)? = rest.last?.event else { continue }
        ended.seed[0] ^= 1
        var forged = Array(rest)
        forged[forged.count - 1].event = .ended(ended)
        #expect(
          Verification(of: forged[...], from: view, hashing: .openSSL).complaint != nil)
      }
      await Task.yield()
    }
    #expect(tried > 50)
  }

  @Test("describes a match that ended before any card was dealt")
  func early() throws {
    let record = try #require(
      (UInt64(1)...400).lazy.compactMap { RandomRoom(seed: $0).records.first }
        .first { record in
          !record.entries.contains { if case .dealt = $0.event { true } else { false } }
        })
    let verification = verify(record)
    #expect(verification.complaint == nil)
    #expect(verification.deals == 0)
  }
}
