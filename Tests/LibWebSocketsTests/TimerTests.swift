// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TimerTests {
  @Test("Timers fire in the order they are due, whatever the order of creation")
  func order() async throws {
    try await withLoop { onLoop in
      let (stream, fired) = AsyncStream.makeStream(of: Int.self)
      await onLoop.run { loop in
        for milliseconds in [30, 10, 20, 0, 40] {
          loop.schedule(after: .milliseconds(milliseconds)) { fired.yield(milliseconds) }
        }
        loop.schedule(after: .seconds(3_600)) { fired.yield(-1) }
        loop.schedule(after: .milliseconds(50)) { fired.finish() }
      }
      var order: [Int] = []
      for await milliseconds in stream { order.append(milliseconds) }
      #expect(order == [0, 10, 20, 30, 40])
    }
  }

  @Test("A cancelled timer does not fire; a timer may cancel itself and others while it fires")
  func cancel() async throws {
    try await withLoop { onLoop in
      let (stream, fired) = AsyncStream.makeStream(of: String.self)
      await onLoop.run { loop in
        nonisolated(unsafe) var timers: [String: LoopTimer] = [:]
        timers["never"] = loop.schedule(after: .milliseconds(1)) { fired.yield("never") }
        timers["never"]?.cancel()
        timers["never"]?.cancel()
        #expect(timers["never"]?.isPending == false)
        timers["victim"] = loop.schedule(after: .milliseconds(20)) { fired.yield("victim") }
        timers["self"] = loop.schedule(after: .milliseconds(10)) {
          #expect(timers["victim"]?.isPending == true)
          timers["self"]?.cancel()
          timers["victim"]?.cancel()
          fired.yield("self")
          // Both are released while one of them is firing.
          timers = [:]
        }
        loop.schedule(after: .milliseconds(30)) { fired.finish() }
      }
      var names: [String] = []
      for await name in stream { names.append(name) }
      #expect(names == ["self"])
    }
  }

  @Test("Timers may schedule each other, and their delays do not accumulate")
  func chain() async throws {
    try await withLoop { onLoop in
      let (stream, fired) = AsyncStream.makeStream(of: Int.self)
      await onLoop.run { loop in again(loop, 1_000, fired) }
      var count = 0
      for await _ in stream { count += 1 }
      #expect(count == 1_000)
    }
  }

  @Test("A negative delay counts as none")
  func negative() async throws {
    try await withLoop { onLoop in
      let (stream, fired) = AsyncStream.makeStream(of: Void.self)
      await onLoop.run { loop in
        _ = loop.schedule(after: .seconds(-5)) { fired.finish() }
      }
      for await _ in stream {}
    }
  }
}

private func again(_ loop: EventLoop, _ left: Int, _ fired: AsyncStream<Int>.Continuation) {
  if left == 0 { return fired.finish() }
  fired.yield(left)
  loop.schedule(after: .zero) { again(loop, left - 1, fired) }
}
