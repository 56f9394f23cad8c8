// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Foundation
import Game
import MatchFixtures
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Cast of a match", .timeLimit(.minutes(1)))
struct CastTests {
  /// A line of a cast behind its header.
  private struct Frame {
    let time: Double
    let bytes: String

    init(_ line: String) throws {
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      try #require(json.count == 3 && json[1] as? String == "o")
      time = try #require(json[0] as? Double)
      bytes = try #require(json[2] as? String)
    }
  }

  private let size = WindowSize(columns: 60, rows: 20)
  // The emulator knows the emoji of Unicode 9.
  private let renderStyle = RenderStyle(
    depth: .full, pictures: .old, drawing: .halves, palette: .standard)

  private func timeline(thinking: Duration) -> Timeline {
    let settings = MatchSettings(turnLimit: .zero, theme: "animals")
    var match = ScriptedMatch(["Ana"], faces: [0, 0], settings: settings)
    match.begin()
    match.deal()
    match.pass(thinking)
    match.choose(0, 1)
    match.pass(.seconds(2))
    return Timeline(Recording(log: match.log))
  }

  private func cast(_ timeline: Timeline, speed: Double = 1) async throws -> (String, [Frame]) {
    var lines: [String] = []
    var cast = Cast(timeline, renderStyle, in: size, speed: speed)
    #expect(cast.write(title: "Ana \"A\"") { lines.append($0) })
    return (try #require(lines.first), try lines.dropFirst().map(Frame.init))
  }

  @Test("begins with the terminal's size and goes forward in time")
  func form() async throws {
    let (header, frames) = try await cast(timeline(thinking: .seconds(1)))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any])
    #expect(json["version"] as? Int == 2)
    #expect(json["width"] as? Int == 60 && json["height"] as? Int == 20)
    #expect(json["title"] as? String == "Ana \"A\"")
    #expect(frames.count > 20)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(frames.last?.bytes.hasSuffix("\u{1b}[?25h") == true)
  }

  #if canImport(CVTerm)
  @Test("shows what a playback shows")
  func emulatorShowsPlayback() async throws {
    let timeline = timeline(thinking: .seconds(1))
    let (_, frames) = try await cast(timeline)
    let text = frames.map(\.bytes).joined()
    #expect(text.contains("Ana"))
    let end = FrameCommand.grid(timeline, at: .seconds(1000), renderStyle, size)
    let terminal = Oracle(width: size.columns, height: size.rows)
    terminal.feed(Array(text.utf8))
    #expect(terminal.firstDifference(from: end) == nil)
  }
  #endif

  @Test("cuts long pauses, and follows the speed")
  func pauses() async throws {
    let short = try await cast(timeline(thinking: .seconds(1))).1.last?.time ?? 0
    let long = try await cast(timeline(thinking: .seconds(300))).1.last?.time ?? 0
    #expect(long < short + 4, "\(long) s after \(short) s")
    let fast = try await cast(timeline(thinking: .seconds(1)), speed: 2).1.last?.time ?? 0
    #expect(fast < short * 0.75, "\(fast) s after \(short) s")
  }
}
