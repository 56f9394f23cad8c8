// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// Plays a timeline full screen, with a timeline bar: it can be paused, slowed, stepped, reversed
/// and scrubbed, because every moment of it can be drawn.
///
/// It draws no frames while it is paused or nothing moves.
struct PlaybackScreen: InteractiveScreen, Sendable {
  private var playback: Playback
  /// The current position.
  var playhead: Playhead { playback.playhead }
  private var picture: TimelineRenderer
  /// A constant caption; nil to show the last event.
  private let caption: String?
  /// Shown before the first event.
  private let notice: String?

  private var timeline: Timeline { picture.timeline }

  /// Plays a timeline from its beginning.
  ///
  /// - Parameters:
  ///   - timeline: the timeline.
  ///   - title: the title; may be empty.
  ///   - caption: a constant caption; nil to show the last event.
  ///   - notice: shown before the first event.
  ///   - loops: whether to start again at the end.
  ///   - speed: timeline seconds per second.
  ///   - hasNeighbours: whether there is a next and a previous timeline.
  ///   - now: the current time, when it starts.
  init(
    _ timeline: Timeline, title: String = "", caption: String? = nil, notice: String? = nil,
    loops: Bool = false, speed: Double = 1, hasNeighbours: Bool = false, at now: DisplayTime
  ) {
    picture = TimelineRenderer(timeline, title: title)
    playback = Playback(
      timeline.span, timeline.marks, loops: loops, speed: speed, hasNeighbours: hasNeighbours,
      at: now)
    self.caption = caption
    self.notice = notice
  }

  /// Seeks to a time after the beginning.
  mutating func seek(to offset: Duration, at now: DisplayTime) {
    playback.seek(to: timeline.span.lowerBound + offset, at: now)
  }

  // MARK: Drawing

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let position = playhead.position(at: now)
    let scene = timeline.scene(
      at: position, renderStyle.decoration.motion, asHeatMap: playback.isHeatMap)
    let isRunning = playhead.isRunning(at: now)
    var renderStyle = renderStyle
    renderStyle.isPaused = !isRunning
    let grid = draw(scene, at: position, now: now, renderStyle, in: size)
    return Frame(
      grid: grid, motion: isRunning ? Frame.Motion(scene.motion) : .still,
      nextChange: isRunning ? nextChange(scene, at: position, in: size, now: now) : nil)
  }

  private func timelineBar(in size: WindowSize) -> TimelineBar? {
    TimelineBar(timeline.span, in: size, row: size.rows - 2)
  }

  /// When the next frame is due, while it plays.
  private func nextChange(
    _ scene: Scene, at position: ServerTime, in size: WindowSize, now: DisplayTime
  ) -> DisplayTime {
    // A scene knows its next change, not the one before it.
    guard scene.motion == .still, !playhead.isReversed else { return now }
    let second = Duration.seconds(1)
    let shown = (position - timeline.span.lowerBound).wholeMicroseconds / second.wholeMicroseconds
    let times = [
      scene.nextChange, timeline.span.lowerBound + second * (Int(clamping: shown) + 1),
      timelineBar(in: size)?.nextColumn(after: position), timeline.span.upperBound,
    ]
    let arrivals = times.compactMap { $0.flatMap { playhead.arrival(at: $0, after: now) } }
    return arrivals.min() ?? now
  }

  /// Draws one frame.
  private mutating func draw(
    _ scene: Scene, at position: ServerTime, now: DisplayTime, _ renderStyle: RenderStyle,
    in size: WindowSize
  ) -> Grid {
    let palette = renderStyle.panelPalette
    var lines: [String] = []
    let showsHeat = playback.isHeatMap && caption == nil && scene.standings.isEmpty
    let heat = showsHeat ? Playback.heatMapLegend : nil
    // The standings say how it ended.
    let event = scene.standings.isEmpty ? timeline.marks.sentence(at: position) : ""
    let told = heat ?? caption.map(picture.caption) ?? event ?? notice ?? ""
    // Events are shown in the panel if there is one: lines that come and go below would change the
    // table's layout.
    let over = WindowSize(columns: size.columns, rows: max(size.rows - 2, 1))
    let isAside = caption == nil && picture.writesAside(scene, renderStyle, in: over)
    if !isAside, size.rows >= MatchLayout.smallest.rows + 3 {
      lines = told.folded(to: size.columns - 2, lines: 3)
    }
    // The match's own footer rows make room for the caption and the timeline bar.
    let spare = picture.rowsBelow(scene, renderStyle, in: over)
    let rows = isAside ? over.rows : over.rows - max(lines.count, 1) + spare
    let matchSize = WindowSize(columns: size.columns, rows: max(rows, 1))
    let match = picture.draw(
      scene, at: position, message: lines.isEmpty ? told : "",
      help: playback.isHelpShown ? help : nil, renderStyle, in: matchSize)
    var grid = Grid(width: size.columns, height: size.rows, style: palette.text)
    grid.put(match)
    for (index, line) in lines.enumerated() {
      let row = size.rows - 2 - lines.count + index
      grid.clear(row: row, palette.text)
      grid.put(line, column: 1, row: row, palette.text)
    }
    grid.clear(row: size.rows - 2, palette.text)
    grid.clear(row: size.rows - 1, palette.text)
    timelineBar(in: size)?.draw(timeline.marks, at: position, palette, on: &grid)
    drawState(at: now, palette, on: &grid)
    return grid
  }

  /// The help, with the keys that only a terminal has.
  private var help: [MatchDialog.Row] {
    playback.help(
      adding: [("Esc", "back"), ("q", "quit")].map {
        MatchDialog.Row(keys: $0.0, meaning: $0.1)
      })
  }

  /// Draws the last row: position, speed and key hints.
  private func drawState(at now: DisplayTime, _ palette: Palette, on grid: inout Grid) {
    let row = grid.height - 1
    let state = playback.state(at: now)
    let end = grid.put(state, column: 1, row: row, palette.strong, limit: grid.width - 2)
    let room = grid.width - end - 4
    guard !playback.isHelpShown else {
      grid.put("Esc close", column: end + 3, row: row, palette.dim, limit: max(room, 0))
      return
    }
    // Those that fit, the most important ones first.
    let isRunning = playhead.isRunning(at: now)
    var keys = ["space \(isRunning ? "pause" : "play")", "? help", "q quit"]
    let (step, speed) = (", . step", "- + speed")
    let means = isRunning ? [speed, step] : [step, speed]
    for key in ["← → 1 s"] + means + (playback.hasNeighbours ? ["n p next"] : [])
    where (keys + [key]).joined(separator: "  ").cells <= room {
      keys.insert(key, at: keys.count - 2)
    }
    grid.put(
      keys.joined(separator: "  "), column: end + 3, row: row, palette.dim, limit: max(room, 0))
  }

  // MARK: Keys

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  )
    -> Playback.Outcome?
  {
    guard case .press(let column, let row) = key else { return playback.take(key, at: now) }
    if let time = timelineBar(in: size)?.time(column: column, row: row) {
      playback.seek(to: time, at: now)
    }
    return nil
  }
}
