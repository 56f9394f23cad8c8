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

  @Test("It says in hindsight what had been shown, when, and who takes the lead")
  func hindsight() throws {
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(1, 4)
    let timeline = MatchTimeline(match.log)
    let miss = try #require(timeline.marks.first { $0.kind == .miss })
    let shown = try #require(timeline.marks.first { $0.kind == .flip })
    let name = ThemeFaces.standard.face("animals", Face(0)).name
    let clock = Playback.clock(shown.at - timeline.span.lowerBound, exact: false)
    let sentence = try #require(miss.sentence)
    #expect(sentence.hasSuffix("The other \(name) was A1, shown at \(clock)."))
    #expect(timeline.marks.count { $0.kind == .miss } == 1)
    #expect(!timeline.marks.contains { $0.kind == .lead })
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
