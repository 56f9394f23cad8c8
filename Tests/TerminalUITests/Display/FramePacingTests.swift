// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TerminalUI

@Suite("Frame pacing", .timeLimit(.minutes(1)))
struct FramePacingTests {
  private func time(_ milliseconds: Int64) -> DisplayTime {
    .milliseconds(milliseconds)
  }

  /// A pacing on a terminal that answered the first question at once, at 0.
  private func answering(_ rate: FrameRate = .full) -> FramePacing {
    var pacing = FramePacing(rate)
    pacing.begin(at: time(0))
    pacing.answered(at: time(0))
    return pacing
  }

  /// Sends frames for `length` over a link whose answers take `delay`.
  private func run(
    _ pacing: inout FramePacing, from start: Int64, for length: Int64, bytes: Int = 1000,
    answersAfter delay: Int64
  ) -> Int {
    var frames = 0
    var answers: [Int64] = []
    for now in start..<(start + length) {
      while let first = answers.first, first <= now {
        answers.removeFirst()
        pacing.answered(at: time(now))
      }
      pacing.advance(to: time(now))
      guard pacing.nextFrame(.motion) <= time(now) else { continue }
      frames += 1
      pacing.sent(min(bytes, pacing.limit), at: time(now))
      answers.append(now + delay)
    }
    for _ in answers { pacing.answered(at: time(start + length)) }
    return frames
  }

  @Test("With two frames unanswered the next one waits for an answer")
  func window() {
    var pacing = answering()
    #expect(pacing.nextFrame(.change) <= time(0))
    pacing.sent(100, at: time(0))
    #expect(pacing.nextFrame(.change) <= time(17) && pacing.nextFrame(.change) > time(16))
    pacing.sent(100, at: time(20))
    #expect(pacing.unanswered == 2 && pacing.nextFrame(.change) == time(2000))
    pacing.answered(at: time(60))
    #expect(pacing.unanswered == 1 && pacing.nextFrame(.change) <= time(60))
    #expect(pacing.latest == .milliseconds(60))
  }

  @Test(
    "After a heavy frame motion goes on at thirty frames a second, and keys are answered at once")
  func heavy() {
    var pacing = answering()
    pacing.sent(FramePacing.heavyFrame - 1, at: time(0))
    #expect(pacing.nextFrame(.motion) < time(17))
    pacing.sent(FramePacing.heavyFrame, at: time(20))
    pacing.answered(at: time(21))
    pacing.answered(at: time(22))
    #expect(pacing.nextFrame(.motion) > time(53) && pacing.nextFrame(.motion) < time(54))
    #expect(pacing.nextFrame(.change) < time(37))
  }

  @Test(
    "A connection is slow once its answers are late",
    arguments: [(5, false), (100, false), (250, true)] as [(Int64, Bool)])
  func slow(delay: Int64, isSlow: Bool) {
    var pacing = answering()
    #expect(!pacing.isSlow)
    let frames = run(&pacing, from: 0, for: 3000, answersAfter: delay)
    #expect(frames > 10 && pacing.isSlow == isSlow)
  }

  @Test("A missing answer does not block frames for ever")
  func lost() {
    var pacing = answering()
    pacing.sent(100, at: time(0))
    pacing.sent(100, at: time(20))
    pacing.advance(to: time(1999))
    #expect(pacing.unanswered == 2)
    pacing.advance(to: time(2000))
    #expect(pacing.unanswered == 1 && pacing.nextFrame(.change) <= time(2000))
    pacing.forget()
    #expect(pacing.unanswered == 0)
  }

  @Test("A terminal that does not answer gets thirty frames a second and no further queries")
  func silent() {
    var pacing = FramePacing(.full)
    pacing.begin(at: time(0))
    pacing.sent(100, at: time(100))
    pacing.sent(100, at: time(120))
    #expect(pacing.asks && pacing.nextFrame(.change) == time(250))
    pacing.advance(to: time(250))
    #expect(!pacing.asks && pacing.unanswered == 0)
    pacing.sent(100, at: time(250))
    #expect(pacing.nextFrame(.change) > time(280) && pacing.nextFrame(.change) < time(284))
    // Better late than never.
    pacing.answered(at: time(900))
    #expect(pacing.asks && pacing.nextFrame(.change) < time(267))
  }

  @Test("The frame rate is sixty, thirty or fifteen, lowered at once and raised after a while")
  func ladder() {
    var pacing = answering()
    #expect(run(&pacing, from: 0, for: 1000, answersAfter: 5) >= 55)
    #expect(pacing.rung == .sixty)
    _ = run(&pacing, from: 1000, for: 1000, answersAfter: 50)
    #expect(pacing.rung == .thirty)
    #expect((25...31).contains(run(&pacing, from: 2000, for: 1000, answersAfter: 50)))
    _ = run(&pacing, from: 3000, for: 2000, answersAfter: 90)
    #expect(pacing.rung == .fifteen)
    #expect((13...16).contains(run(&pacing, from: 5000, for: 1000, answersAfter: 90)))
    _ = run(&pacing, from: 6000, for: 900, answersAfter: 4)
    #expect(pacing.rung == .fifteen, "One good second is needed.")
    _ = run(&pacing, from: 6900, for: 5000, answersAfter: 4)
    #expect(pacing.rung == .sixty)
  }

  @Test("Between two frame rates it does not oscillate")
  func hysteresis() {
    var pacing = answering()
    var changes = 0
    var rung = pacing.rung
    for second in 0..<30 {
      _ = run(
        &pacing, from: Int64(second) * 1000, for: 1000, answersAfter: second % 2 == 0 ? 34 : 31)
      if pacing.rung != rung { changes += 1 }
      rung = pacing.rung
    }
    #expect(changes <= 1)
  }

  @Test("The user's rate is a cap, and changes wait less than motion")
  func caps() {
    var low = answering(.low)
    low.sent(10, at: time(0))
    #expect(low.nextFrame(.change) > time(66) && low.nextFrame(.motion) > time(66))
    var pacing = answering()
    pacing.isFocused = false
    pacing.sent(10, at: time(0))
    #expect(pacing.nextFrame(.motion) == time(100) && pacing.nextFrame(.change) < time(17))
  }

  @Test("Frames get shorter while transfers are slow, and longer again afterwards")
  func limits() {
    var pacing = answering()
    #expect(pacing.limit == .max && pacing.finish == .full)
    // The latency alone is 5 ms; every 100 bytes take 1 ms more, as on a link of 100 KiB/s.
    var now: Int64 = 0
    func send(_ wanted: Int) {
      let bytes = min(wanted, pacing.limit)
      pacing.sent(bytes, at: time(now))
      now += 5
      pacing.answered(at: time(now))
      now += Int64(bytes / 100)
      pacing.answered(at: time(now))
    }
    for _ in 0..<20 { send(50_000) }
    #expect((FramePacing.leastLimit...4000).contains(pacing.limit))
    #expect(pacing.finish == .coarse)
    for _ in 0..<400 {
      pacing.sent(min(50_000, pacing.limit), at: time(now))
      now += 5
      pacing.answered(at: time(now))
      pacing.answered(at: time(now))
    }
    #expect(pacing.limit == .max)
  }

  @Test("Pictures that take long to draw shorten no frames, unless their bytes take long to come")
  func pictures() {
    for (bytesPerMillisecond, isSlow) in [(1000, false), (100, true)] as [(Int, Bool)] {
      var pacing = answering()
      var now: Int64 = 0
      func send(_ bytes: Int, drawing: Int64, hasPixels: Bool) {
        pacing.sent(bytes, hasPixels: hasPixels, at: time(now))
        pacing.answered(at: time(now))
        now += Int64(bytes / bytesPerMillisecond) + drawing
        pacing.answered(at: time(now))
      }
      send(4000, drawing: 0, hasPixels: false)
      #expect(pacing.limit == .max)
      for _ in 0..<10 { send(10_000, drawing: 200, hasPixels: true) }
      #expect((pacing.limit == .max) != isSlow, "\(pacing.limit)")
    }
    // Without a frame of cells to compare with there is only the time it took.
    var pacing = answering()
    pacing.sent(10_000, hasPixels: true, at: time(0))
    pacing.answered(at: time(0))
    pacing.answered(at: time(200))
    #expect(pacing.limit < 10_000)
  }

  /// What a link that carries 100 bytes a millisecond held, and was sent.
  private struct Load {
    var mostQueued = 0
    var sent = 0
  }

  /// Sends as much as the pacing allows for a second, over a link whose answers take `latency` more
  /// than the transfer.
  private func load(_ pacing: inout FramePacing, latency: Int64, from start: Int64) -> Load {
    var load = Load()
    // What the link still holds when it reaches a query.
    var queries: [(position: Int, isEnd: Bool)] = []
    var answers: [Int64] = []
    var (written, carried) = (0, 0)
    let end = start + 1000
    var now = start
    while now < end || !queries.isEmpty || !answers.isEmpty {
      defer { now += 1 }
      carried = min(carried + 100, written)
      while let first = queries.first, first.position <= carried {
        queries.removeFirst()
        answers.append(now + latency)
      }
      while let first = answers.first, first <= now {
        answers.removeFirst()
        pacing.answered(at: time(now))
      }
      load.mostQueued = max(load.mostQueued, written - carried)
      guard now < end, pacing.nextFrame(.rest) <= time(now) else { continue }
      let bytes = min(50_000, pacing.limit)
      if pacing.asksBefore(bytes) { queries.append((written, false)) }
      pacing.sent(bytes, at: time(now))
      written += bytes
      queries.append((written, true))
    }
    load.sent = written
    return load
  }

  @Test(
    "Limited frames keep a slow connection busy, and queue no more than one of them",
    arguments: [0, 15] as [Int64])
  func idle(latency: Int64) {
    var pacing = answering()
    for second in 0..<5 {
      _ = load(&pacing, latency: latency, from: Int64(second) * 1100)
    }
    #expect(pacing.limit < 6000)
    let load = load(&pacing, latency: latency, from: 5500)
    #expect(load.sent > 90_000)
    #expect(load.mostQueued < pacing.limit + 1500, "A frame, and what comes while it is drawn.")
    // A change does not wait for that.
    pacing.sent(4000, at: time(7000))
    #expect(pacing.nextFrame(.change) < time(7017) && pacing.nextFrame(.rest) > time(7030))
  }

  @Test("On a busy terminal frames stay whole, and only their rate falls")
  func busy() {
    var pacing = answering()
    var now: Int64 = 0
    for _ in 0..<20 {
      #expect(pacing.asksBefore(5000) && !pacing.asksBefore(500))
      pacing.sent(5000, at: time(now))
      // Both queries are answered at once, when the terminal gets to reading.
      now += 150
      pacing.answered(at: time(now))
      pacing.answered(at: time(now + 1))
      now += 1
    }
    #expect(pacing.limit == .max && pacing.rung == .fifteen && pacing.unanswered == 0)
  }
}
