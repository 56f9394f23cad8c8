// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("Questions that a relay passes on", .timeLimit(.minutes(1)))
struct OwnerQuestionsTests {
  private let now = ServerTime.zero + .seconds(100)

  private func asker(_ connection: UInt64) -> OwnerQuestions.Asker {
    .init(connection: ServerConnectionID(connection), request: RequestID(connection))
  }

  @Test("are asked once for everyone who waits, one after the other")
  func once() {
    var questions = OwnerQuestions()
    #expect(
      questions.ask(.replays(nil), for: asker(1), now: now) == .wait(ask: .replays(nil)))
    #expect(questions.ask(.replays(nil), for: asker(2), now: now) == .wait(ask: nil))
    #expect(questions.ask(.replay("m"), for: asker(3), now: now) == .wait(ask: nil))
    #expect(questions.ask(.replay("m"), for: asker(3), now: now) == .refuse)
    let (first, next) = questions.answered(.replays(nil), .replays([]), now: now)
    #expect(first == [asker(1), asker(2)] && next == .replay("m"))
    let refused = OwnerAnswer.refused(Refusal(.replayUnknown))
    let (second, none) = questions.answered(.replay("m"), refused, now: now)
    #expect(second == [asker(3)] && none == nil && questions.nextWake == nil)
  }

  @Test("are answered from memory for a while, unless the owner refused")
  func kept() {
    var questions = OwnerQuestions()
    _ = questions.ask(.replays(nil), for: asker(1), now: now)
    _ = questions.answered(.replays(nil), .replays([]), now: now)
    let soon = now + .seconds(4)
    #expect(questions.ask(.replays(nil), for: asker(2), now: soon) == .answer(.replays([])))
    let late = now + OwnerQuestions.keptFor
    #expect(
      questions.ask(.replays(nil), for: asker(2), now: late) == .wait(ask: .replays(nil)))
    _ = questions.answered(.replays(nil), .refused(Refusal(.limitTooFast)), now: late)
    #expect(
      questions.ask(.replays(nil), for: asker(2), now: late) == .wait(ask: .replays(nil)))
  }

  @Test("are bounded in number")
  func bounded() {
    var questions = OwnerQuestions()
    for number in 0..<OwnerQuestions.mostAskers {
      let step = questions.ask(.replay("\(number)"), for: asker(UInt64(number)), now: now)
      #expect(step != .refuse)
    }
    #expect(questions.ask(.replay("x"), for: asker(1_000), now: now) == .refuse)
    #expect(questions.giveUp().count == OwnerQuestions.mostAskers)
    #expect(questions.ask(.replay("x"), for: asker(1_000), now: now) != .refuse)
  }

  @Test("that took too long are given up; their late answers answer nothing else")
  func late() {
    var questions = OwnerQuestions()
    _ = questions.ask(.replay("a"), for: asker(1), now: now)
    #expect(questions.nextWake == now + OwnerQuestions.patience)
    #expect(questions.giveUp() == [asker(1)])
    _ = questions.ask(.replay("b"), for: asker(1), now: now)
    let (none, _) = questions.answered(.replay("a"), .refused(Refusal(.replayUnknown)), now: now)
    #expect(none.isEmpty)
    let (one, _) = questions.answered(.replay("b"), .refused(Refusal(.replayUnknown)), now: now)
    #expect(one == [asker(1)])
  }
}
