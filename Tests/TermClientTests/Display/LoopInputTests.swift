// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import MatchClient
import SocketClient
import TerminalUI
import Testing

@testable import TermClient

/// Listens to an input on a loop.
private actor Listener {
  private let loop: EventLoop
  private let inputs: [LoopInput]
  private var events: [TerminalInputEvent] = []
  private var sleeper: CheckedContinuation<Void, Never>?

  /// A listener on a keyboard, `count` times.
  init(_ keyboard: Int32, events: Int32? = nil, count: Int = 1) throws {
    let loop = try EventLoop.start()
    self.loop = loop
    inputs = (0..<count).map { _ in
      LoopInput(loop, clock: LocalClock(), events: events, keyboard: keyboard)
    }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  nonisolated func stop() { loop.stop() }

  func start() {
    for input in inputs { input.start { self.take($0) } }
  }

  func wake(after pause: Duration?) { inputs[0].wake(at: pause.map { inputs[0].now + $0 }) }

  func stopListening() { for input in inputs { input.stop() } }

  /// Waits for so many events in all.
  func events(_ count: Int) async -> [TerminalInputEvent] {
    while events.count < count { await withCheckedContinuation { sleeper = $0 } }
    return events
  }

  private func take(_ event: TerminalInputEvent) {
    events.append(event)
    sleeper?.resume()
    sleeper = nil
  }
}

@Suite("Input on the loop", .timeLimit(.minutes(1)))
struct LoopInputTests {
  private var keyboard = AppTester.Keyboard()

  @Test("Typed bytes arrive, and the end of the input arrives once")
  mutating func bytes() async throws {
    let listener = try Listener(keyboard.output)
    await listener.start()
    keyboard.type("ab")
    #expect(await listener.events(1) == [.bytes([0x61, 0x62])])
    keyboard.type("c")
    _ = await listener.events(2)
    keyboard.end()
    _ = await listener.events(3)
    await listener.wake(after: .milliseconds(20))
    #expect(await listener.events(4).suffix(3) == [.bytes([0x63]), .end, .due])
    listener.stop()
  }

  @Test("Bytes that another reader took are no end of the input")
  func spurious() async throws {
    _ = fcntl(keyboard.output, F_SETFL, O_NONBLOCK)
    let listener = try Listener(keyboard.output, count: 2)
    await listener.start()
    keyboard.type("a")
    _ = await listener.events(1)
    keyboard.type("b")
    #expect(await listener.events(2) == [.bytes([0x61]), .bytes([0x62])])
    listener.stop()
  }

  @Test("It wakes at the time last set")
  func timer() async throws {
    let listener = try Listener(keyboard.output)
    await listener.start()
    await listener.wake(after: .seconds(3600))
    await listener.wake(after: .milliseconds(1))
    #expect(await listener.events(1) == [.due])
    await listener.wake(after: .milliseconds(1))
    await listener.wake(after: nil)
    keyboard.type("a")
    #expect(await listener.events(2) == [.due, .bytes([0x61])])
    listener.stop()
  }

  @Test("An event of the terminal makes it due")
  func terminal() async throws {
    let signals = AppTester.Keyboard()
    let listener = try Listener(keyboard.output, events: signals.output)
    await listener.start()
    signals.type("x")
    #expect(await listener.events(1).first == .due)
    listener.stop()
  }

  @Test("What is typed after it stopped is left for the next listener")
  func handover() async throws {
    let listener = try Listener(keyboard.output)
    await listener.start()
    await listener.stopListening()
    keyboard.type("a")
    await listener.start()
    #expect(await listener.events(1) == [.bytes([0x61])])
    listener.stop()
  }

  @Test("A second listener traps")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let listener = try Listener(AppTester.Keyboard().output)
      await listener.start()
      await listener.start()
    }
  }
}
