// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient

/// `facedown frame`: one frame of a recording or a demo as text, the same everywhere.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Print one frame of a recorded match or of a demo.",
    discussion: """
      It needs no terminal, and the same arguments print the same bytes on every machine: for \
      documents and tests. Show the colours with cat, or less -R.
      """)

  @Argument(
    help: "The recording; - reads standard input.", transform: RecordingFile.init)
  var file: RecordingFile?

  @Option(
    help: ArgumentHelp("A demo instead of a recording.", valueName: "name"),
    transform: Demo.forCommand)
  var demo: Demo?

  @Option(
    help: ArgumentHelp("Which moment: seconds after the beginning.", valueName: "seconds"),
    transform: offset(from:))
  var at = Duration.zero

  @OptionGroup var picture: PictureArguments

  @Flag(help: "The characters alone.")
  var text = false

  @Flag(help: "With the time line below.")
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

  /// The frame that is asked for.
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

  /// A moment of a timeline, so long after its beginning, in a window.
  static func grid(
    _ timeline: Timeline, title: String = "", caption: String? = nil, at offset: Duration,
    _ renderStyle: RenderStyle,
    _ size: WindowSize, timeLine: Bool = false
  ) -> Grid {
    let now = LocalTime(microseconds: 0)
    guard timeLine else {
      let time = min(timeline.span.lowerBound + offset, timeline.span.upperBound)
      var picture = TimelineRenderer(timeline, title: title)
      let message = caption.map(picture.caption) ?? timeline.sentence(at: time) ?? ""
      return picture.draw(
        timeline.scene(at: time, renderStyle.decoration), at: time, message: message, renderStyle,
        in: size)
    }
    var screen = PlaybackScreen(timeline, title: title, caption: caption, at: now)
    screen.seek(to: offset, at: now)
    return screen.frame(renderStyle, in: size, at: now).grid
  }
}
