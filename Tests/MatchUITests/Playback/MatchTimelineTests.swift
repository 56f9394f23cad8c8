// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("A match as a timeline", .timeLimit(.minutes(1)))
struct MatchTimelineTests {
  private let log = FixedMatch().log
  private var timeline: MatchTimeline { MatchTimeline(log) }

  @Test("It has a mark for each entry, in order, and rests after the last one")
  func marks() throws {
    let marks = timeline.marks
    #expect(marks.count == log.entries.count)
    #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(timeline.span.lowerBound == log.entries.first?.at)
    #expect(timeline.span.upperBound == (try #require(marks.last)).at + .seconds(3))
  }

  @Test("Its scenes are those of the stage, in any order")
  func scenes() {
    for offset in [5, 1, 3, 0] {
      let time = timeline.span.lowerBound + .seconds(offset)
      #expect(timeline.scene(at: time) == stage(StagedLog(log), ViewerState(), at: time))
      var local = ViewerState()
      local.motion = .reduced
      #expect(timeline.scene(at: time, .reduced) == stage(StagedLog(log), local, at: time))
    }
  }

  @Test("The last sentence by a moment is found, and the next mark to either side")
  func lookup() {
    let marks = [
      TimelineMark(at: .zero, kind: .deal, sentence: "Dealt."),
      TimelineMark(at: .zero + .seconds(2), kind: .other),
      TimelineMark(at: .zero + .seconds(4), kind: .pair, sentence: "A pair."),
    ]
    let span = ServerTime.zero...(.zero + .seconds(3))
    #expect(marks.sentence(at: .zero - .seconds(1)) == nil)
    #expect(marks.sentence(at: .zero + .seconds(3)) == "Dealt.")
    #expect(marks.sentence(at: .zero + .seconds(4)) == "A pair.")
    #expect(marks.next(.plus, from: .zero, in: span) == .zero + .seconds(2))
    #expect(marks.next(.plus, from: .zero + .seconds(2), in: span) == nil)
    #expect(marks.next(.minus, from: .zero + .seconds(2), in: span) == .zero)
    #expect(marks.next(.minus, from: .zero, in: span) == nil)
  }
}
