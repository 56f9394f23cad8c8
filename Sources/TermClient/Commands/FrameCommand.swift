// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Game
import MatchClient
import MatchUI
import TerminalUI

/// `facedown frame`: prints one frame of a recording or a demo, the same on every machine.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Print one frame of a recorded match or of a demo.",
    discussion: """
      For documents and tests: it needs no terminal, and the same arguments print the same bytes \
      on every machine. Show the colours with cat, or less -R.
      """)

  @Argument(
    help: "The recording; - reads standard input.", transform: RecordingFile.init)
  var file: RecordingFile?

  @Option(
    help: ArgumentHelp("Use a demo instead of a recording.", valueName: "name"),
    transform: Demo.forCommand)
  var demo: Demo?

  @Option(
    help: ArgumentHelp("The moment to print, in seconds from the beginning.", valueName: "seconds"),
    transform: offset(from:))
  var at = Duration.zero

  @OptionGroup var picture: PictureArguments

  @Flag(help: "Print plain text without colours.")
  var text = false

  @Flag(help: "Include the timeline at the bottom.")
  var timeLine = false

  func validate() throws {
    guard (file == nil) != (demo == nil) else {
      throw ValidationError("Give either a recording or --demo NAME.")
    }
  }

  func run() throws {
    let grid = try makeGrid()
    let frame = text ? FrameText.plain(grid) : FrameText.ansi(grid, depth: picture.colors)
    StandardStream.output.put(String(frame.dropLast()))
  }

  /// The requested frame.
  private func makeGrid() throws -> Grid {
    let (renderStyle, size) = (picture.renderStyle, picture.size)
    if let demo {
      return FrameCommand.grid(
        demo.makeTimeline(), title: demo.title, caption: demo.sentence, at: at, renderStyle, size,
        timeLine: timeLine)
    }
    guard let file else { throw CleanExit.helpRequest(self) }
    let recording = try file.recordingForCommand()
    return FrameCommand.grid(Timeline(recording), at: at, renderStyle, size, timeLine: timeLine)
  }

  /// The frame of a timeline at `offset` from its beginning, in a window.
  static func grid(
    _ timeline: Timeline, title: String = "", caption: String? = nil, at offset: Duration,
    _ renderStyle: RenderStyle,
    _ size: WindowSize, timeLine: Bool = false
  ) -> Grid {
    let now = DisplayTime.zero
    guard timeLine else {
      let time = min(timeline.span.lowerBound + offset, timeline.span.upperBound)
      var picture = TimelineRenderer(timeline, title: title)
      let message = caption.map(picture.caption) ?? timeline.marks.sentence(at: time) ?? ""
      return picture.draw(
        timeline.scene(at: time, renderStyle.decoration.motion), at: time, message: message,
        renderStyle,
        in: size)
    }
    var screen = PlaybackScreen(timeline, title: title, caption: caption, at: now)
    screen.seek(to: offset, at: now)
    return screen.frame(renderStyle, in: size, at: now).grid
  }
}
