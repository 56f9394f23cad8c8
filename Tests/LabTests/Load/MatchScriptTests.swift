// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import Testing
import Wire

@testable import Lab

@Suite("Match script", .timeLimit(.minutes(1)))
struct MatchScriptTests {
  private func view(_ phase: MatchView.Phase) -> MatchView {
    var view = MatchView()
    view.phase = phase
    view.matchID = "m"
    view.seats = (1...2).map { number in
      var seat = SeatView()
      seat.actor = ActorNumber(UInt32(number))
      return seat
    }
    return view
  }

  @Test("waits for a full table, then each seat readies once with a commitment")
  func readying() throws {
    var empty = view(.waiting)
    empty.seats[1] = SeatView()
    var script = MatchScript(base: empty, pace: .fast, seed: 1)
    let early = script.moves()
    #expect(early.isEmpty)

    script = MatchScript(base: view(.waiting), pace: .fast, seed: 1)
    let moves = script.moves()
    #expect(moves.map(\.seat) == [SeatIndex(0), SeatIndex(1)])
    for move in moves {
      guard case .ready(let commitment) = move.intent else { Issue.record("\(move)"); return }
      #expect(commitment.count == 32 && move.due == nil)
    }
    let again = script.moves()
    #expect(again.isEmpty, "Nothing is asked twice.")
    script.refused(SeatIndex(1))
    let repeated = script.moves()
    #expect(repeated.map(\.seat) == [SeatIndex(1)], "Only what was refused is asked again.")
  }

  @Test("reveals the share it committed to")
  func revealing() throws {
    var script = MatchScript(base: view(.waiting), pace: .fast, seed: 1)
    let commitments = script.moves().compactMap { move -> [UInt8]? in
      if case .ready(let commitment) = move.intent { commitment } else { nil }
    }
    for (seat, commitment) in commitments.enumerated() {
      script.add(
        Entry(
          seq: UInt64(seat + 1), at: .zero,
          event: .readied(SeatIndex(seat), entropyCommit: commitment)))
    }
    script.add(
      Entry(
        seq: 3, at: .zero,
        event: .committed(.init(seedCommit: [], entropyCommits: commitments))))
    let fair = FairDeal(matchID: "m", hashing: .openSSL)
    let moves = script.moves()
    #expect(moves.count == 2)
    for move in moves {
      guard case .reveal(let share) = move.intent else { Issue.record("\(move)"); return }
      #expect(fair.entropyCommit(share, seat: move.seat) == commitments[move.seat.rawValue])
    }
  }

  @Test("ignores entries that do not follow")
  func gaps() {
    var script = MatchScript(base: view(.waiting), pace: .fast, seed: 1)
    let entries = [2, 1, 1].map {
      Entry(seq: $0, at: .zero, event: .ownerChanged(nil))
    }
    let added = entries.map { script.add($0) }
    #expect(added == [false, true, false])
  }

  @Test(
    "a choice is due when the rules allow it, by a person's pace later", arguments: [false, true])
  func choosing(isHuman: Bool) throws {
    var base = view(.playing)
    base.generation = 1
    base.cards = (0..<4).map {
      CardView(
        id: CardID(generation: 1, slot: $0), place: $0, bonus: Bonus(remainingMilliseconds: 0),
        changedAt: .zero)
    }
    let begin = ServerTime(microseconds: 5_000_000)
    base.turn = .init(seat: SeatIndex(1), beganAt: begin, deadline: nil)
    var script = MatchScript(base: base, pace: isHuman ? .human : .fast, seed: 1)
    let moves = script.moves()
    let move = try #require(moves.first)
    #expect(moves.count == 1 && move.seat == SeatIndex(1))
    let due = try #require(move.due)
    #expect(isHuman ? due >= begin + .milliseconds(800) : due == begin)
    guard case .choose = move.intent else { Issue.record("\(move)"); return }
  }
}
