// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("facedown frame, replay and demo", .timeLimit(.minutes(1)))
struct FrameCommandTests {
  private func error(_ arguments: [String]) -> String? {
    do {
      _ = try FacedownCommand.parseAsRoot(arguments)
      return nil
    } catch {
      return FacedownCommand.message(for: error)
    }
  }

  @Test(
    "An invalid size is refused with the allowed range",
    arguments: ["0x0", "9999x9999", "120", "x", "-3x4", "1e3x4", "12x", "120x40x2", "501x10"])
  func sizes(_ size: String) {
    #expect(error(["frame", "--demo", "deal", "--size=\(size)"])?.contains("500x200") == true)
  }

  @Test("Extreme sizes are accepted", arguments: ["1x1", "20x5", "500x200", "120X40"])
  func goodSizes(_ size: String) {
    #expect(error(["frame", "--demo", "deal", "--size", size]) == nil)
  }

  @Test(
    "An invalid time is refused", arguments: ["-1", "nan", "inf", "1e300", "soon"])
  func times(_ time: String) {
    #expect(error(["frame", "--demo", "deal", "--at=\(time)"])?.contains("12.5") == true)
    #expect(error(["replay", "file", "--at=\(time)"])?.contains("12.5") == true)
  }

  @Test("A speed beyond the range is refused", arguments: ["0", "11", "nan", "-1", "fast"])
  func speeds(_ speed: String) {
    #expect(error(["replay", "file", "--speed=\(speed)"])?.contains("0.1 to 10") == true)
    #expect(error(["demo", "--slow=\(speed)"])?.contains("0.1 to 10") == true)
  }

  @Test("An unknown demo is refused with the known names")
  func names() {
    for arguments in [["demo", "juggling"], ["frame", "--demo", "juggling"]] {
      let message = error(arguments) ?? ""
      #expect(message.contains("juggling"))
      for demo in Demo.all { #expect(message.contains(demo.name)) }
    }
  }

  @Test("Either a recording or a demo is required, not both")
  func either() {
    #expect(error(["frame"])?.contains("--demo") == true)
    #expect(error(["frame", "file", "--demo", "deal"])?.contains("either") == true)
  }

  @Test("A time beyond the end shows the end")
  func beyond() throws {
    let demo = try #require(Demo.named("ending"))
    let renderStyle = RenderStyle(depth: .mono)
    let size = WindowSize(columns: 80, rows: 24)
    func grid(_ offset: Duration) -> Grid {
      FrameCommand.grid(demo.makeTimeline(), at: offset, renderStyle, size)
    }
    #expect(grid(.seconds(1000)) == grid(.seconds(1_000_000_000)))
    #expect(grid(.seconds(1000)).contains("1. "))
  }

  @Test("The same arguments give the same bytes, with a time line or without")
  func deterministic() throws {
    let demo = try #require(Demo.named("deal"))
    let (renderStyle, size) = (RenderStyle(depth: .full), WindowSize(columns: 80, rows: 24))
    func text(_ timeLine: Bool) -> String {
      FrameText.ansi(
        FrameCommand.grid(
          demo.makeTimeline(), title: demo.title, caption: demo.sentence, at: .seconds(1),
          renderStyle, size,
          timeLine: timeLine), depth: .full)
    }
    #expect(text(false) == text(false) && text(true) == text(true))
    #expect(text(true) != text(false) && text(true).contains("█"))
  }
}
