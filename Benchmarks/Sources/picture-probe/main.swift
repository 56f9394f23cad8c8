// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Bytes and processor time of a frame of the table as a picture, motion by motion and window by
// window; built and run by `scripts/bench picture`.

import Game
import Glibc
import Stage

@testable import MatchFixtures
@testable import TermClient
@testable import TerminalUI

/// A motion to be drawn, and its time.
struct Motion {
  let name: String
  let log: MatchLog
  let start: ServerTime
  let frames: Int

  /// The frames at sixty a second.
  func time(_ frame: Int) -> ServerTime { start + .microseconds(16_667 * Int64(frame)) }

  static let all: [Motion] = {
    // Mates are adjacent, so that the first two of a row make a pair.
    var match = ScriptedMatch(
      ["Mira", "Jonas", "owl-bot"], faces: (0..<24).map { $0 / 2 },
      settings: MatchSettings(theme: "animals"))
    match.begin()
    let dealt = match.now
    match.deal()
    let deal = Motion(
      name: "deal 24", log: match.log, start: dealt + .milliseconds(100), frames: 140)
    match.pass(.seconds(1))
    let idle = Motion(
      name: "idle", log: match.log, start: match.now + .milliseconds(50), frames: 30)
    let (slots, first) = (match.view, match.now)
    func place(_ slot: Int) -> Int { slots.cards[slot].place }
    var flipped = match
    flipped.choose(place(0))
    let flip = Motion(
      name: "one flip", log: flipped.log, start: first + .milliseconds(60), frames: 24)
    var missed = flipped
    missed.pass(.seconds(1))
    missed.choose(place(2))
    let back = missed.now
    missed.pass(.seconds(2))
    let two = Motion(
      name: "two flips", log: missed.log, start: back + .milliseconds(1480), frames: 24)
    var found = flipped
    found.pass(.seconds(1))
    found.choose(place(1))
    let pair = Motion(
      name: "pair spins", log: found.log, start: found.now + .milliseconds(100), frames: 60)
    let shuffled = match.now
    match.shuffle()
    let shuffle = Motion(
      name: "shuffle 24", log: match.log, start: shuffled + .milliseconds(110), frames: 28)
    return [idle, flip, two, pair, deal, shuffle]
  }()
}

/// The cost of a motion's frames.
struct Cost {
  var bytes = 0
  var most = 0
  var staging = 0.0
  var drawing = 0.0
  var painting = 0.0
}

/// Milliseconds of this thread's processor time.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func cost(of motion: Motion, _ style: RenderStyle, in size: WindowSize) -> Cost {
  var screen = MatchScreen(roomCode: "K7QF2")
  var local = ViewerState()
  local.add(.seat(SeatIndex(0)), at: .zero)
  let staged = StagedLog(motion.log)
  var differ = FrameDiffer(depth: style.depth)
  var cost = Cost()
  // The first round creates the textures, which are cached for a match.
  for _ in 0..<2 {
    cost = Cost()
    differ.paint(screen.redraw(stage(staged, local, at: motion.time(-1)), style, in: size))
    for frame in 0..<motion.frames {
      let start = processorTime()
      let scene = stage(staged, local, at: motion.time(frame))
      let isStaged = processorTime()
      let grid = screen.redraw(scene, style, in: size)
      let isDrawn = processorTime()
      differ.paint(grid)
      let isPainted = processorTime()
      cost.bytes += differ.bytes.count
      cost.most = max(cost.most, differ.bytes.count)
      cost.staging += isStaged - start
      cost.drawing += isDrawn - isStaged
      cost.painting += isPainted - isDrawn
    }
  }
  return cost
}

let drawing = CommandLine.arguments.dropFirst().first.flatMap { Drawing(rawValue: $0) } ?? .sextants
print("window,motion,bytes,most bytes,staging ms,drawing ms,painting ms")
for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
  for motion in Motion.all {
    let cost = cost(
      of: motion, RenderStyle(depth: .full, drawing: drawing),
      in: WindowSize(columns: columns, rows: rows))
    func mean(_ sum: Double) -> Double { (sum / Double(motion.frames) * 1000).rounded() / 1000 }
    print(
      "\(columns)x\(rows),\(motion.name),\(cost.bytes / motion.frames),\(cost.most),"
        + "\(mean(cost.staging)),\(mean(cost.drawing)),\(mean(cost.painting))")
  }
}
