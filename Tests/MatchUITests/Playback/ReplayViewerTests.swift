// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("A replay's viewer", .timeLimit(.minutes(1)))
struct ReplayViewerTests {
  private let record: MatchRecord

  init() throws {
    record = try #require(MatchRecord(of: "m1", in: try FairMatch.entries(hashing: .toy)))
  }

  private func local(_ seconds: Double) -> LocalTime {
    LocalTime(microseconds: 5_000_000 + Int64(seconds * 1e6))
  }

  private func viewer() -> ReplayViewer { ReplayViewer(record, at: local(0)) }

  @Test("It plays from the beginning, and each frame is the scene of its moment")
  func plays() {
    var viewer = viewer()
    let timeline = MatchTimeline(record.log)
    for seconds in [0.0, 0.5, 2] {
      let frame = viewer.frame(.full, at: local(seconds))
      let time = timeline.span.lowerBound + .milliseconds(Int64(seconds * 1000))
      #expect(frame.time == time)
      #expect(frame.scene.cards == timeline.scene(at: time).cards)
      #expect(frame.scene.motion != .still && frame.nextChange == nil)
      #expect(frame.screen.message == timeline.marks.sentence(at: time) ?? "")
    }
  }

  @Test("Paused, nothing moves and its frames are all the same")
  func paused() {
    var viewer = viewer()
    #expect(viewer.take(.character("5"), at: local(1)) == nil)
    #expect(viewer.take(.character(" "), at: local(1)) == nil)
    let first = viewer.frame(.full, at: local(1))
    let later = viewer.frame(.full, at: local(100))
    #expect(first.scene.motion == .still)
    #expect(first.scene == later.scene && first.time == later.time)
    #expect(viewer.sentences(at: local(100)).isEmpty)
  }

  @Test("Events are told as they pass, each once; a jump tells none of what it passes")
  func told() {
    var viewer = viewer()
    let marks = MatchTimeline(record.log).marks
    let end = Double(viewer.playback.playhead.length.wholeMicroseconds) / 1e6
    var told: [String] = []
    for step in 0...200 { told += viewer.sentences(at: local(end * Double(step) / 200)) }
    let start = viewer.playback.playhead.span.lowerBound
    #expect(told == marks.filter { $0.at > start }.compactMap { $0.sentence })
    #expect(told.count > 5)
    var jumper = self.viewer()
    jumper.seek(toPart: 1, at: local(0))
    #expect(jumper.sentences(at: local(0)).isEmpty)
    _ = jumper.take(.home, at: local(0))
    #expect(jumper.sentences(at: local(0)).isEmpty)
    // Backwards nothing is told, and afterwards everything again.
    _ = jumper.take(.end, at: local(0))
    _ = jumper.take(.character("r"), at: local(0))
    #expect(jumper.sentences(at: local(1)).isEmpty)
  }

  @Test("A step to an event tells it")
  func steps() throws {
    var viewer = viewer()
    let start = viewer.playback.playhead.span.lowerBound
    let marks = MatchTimeline(record.log).marks
    let next = try #require(marks.first { $0.at > start })
    _ = viewer.take(.character("]"), at: local(0))
    #expect(
      viewer.sentences(at: local(0)) == marks.filter { $0.at == next.at }.compactMap { $0.sentence }
    )
  }

  @Test("Keys that leave are reported, and help is over the table first")
  func leaves() {
    var viewer = viewer()
    #expect(viewer.take(.character("q"), at: local(0)) == .quit)
    #expect(viewer.take(.escape, at: local(0)) == .back)
    #expect(viewer.take(.character("?"), at: local(0)) == nil)
    let frame = viewer.frame(.full, at: local(0))
    let dialog = frame.screen.dialog(in: frame.scene, help: viewer.playback.help(adding: []))
    #expect(dialog?.rows.first?.meaning == "pause or resume")
    #expect(viewer.take(.escape, at: local(0)) == nil)
  }

  @Test("Fractions beyond the ends, and no fractions at all, are the ends")
  func seeks() {
    for (part, position) in [(-1.0, 0.0), (0, 0), (2, 1), (1, 1), (.nan, 0), (.infinity, 1)] {
      var viewer = viewer()
      viewer.seek(toPart: part, at: local(0))
      let playhead = viewer.playback.playhead
      let offset = playhead.position(at: .microseconds(5_000_000)) - playhead.span.lowerBound
      #expect(offset == (position == 0 ? .zero : playhead.length), "\(part)")
    }
  }
}
