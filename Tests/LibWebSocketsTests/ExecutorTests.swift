// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ExecutorTests {
  private actor Counter {
    let loop: EventLoop
    private var count = 0
    /// Calls that ran off the loop's thread.
    ///
    /// Asked of the loop: the optimizer treats `pthread_self` as a constant and moves it out of
    /// tasks that change threads.
    private var strays = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func increment() {
      count += 1
      if !loop.isCurrent { strays += 1 }
    }

    func result() -> (count: Int, strays: Int) { (count, strays) }

    /// A chain of calls, each made in a callback of the loop.
    nonisolated func incrementFromCallbacks(_ times: Int, _ done: @escaping @Sendable () -> Void) {
      assumeIsolated { $0.increment() }
      if times == 1 { return done() }
      loop.schedule(after: .zero) { [self] in incrementFromCallbacks(times - 1, done) }
    }
  }

  @Test("An actor on the loop counts calls of many tasks, on one thread")
  func manyTasks() async throws {
    try await withLoop { onLoop in
      let counter = Counter(onLoop.loop)
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<2_000 { await counter.increment() } }
        }
      }
      let result = await counter.result()
      #expect(result == (16_000, 0))
    }
  }

  @Test("Callbacks of the loop are inside its actors' isolation")
  func isolation() async throws {
    try await withLoop { onLoop in
      let loop = onLoop.loop
      let counter = Counter(loop)
      #expect(loop.isIsolatingCurrentContext() == false && !loop.isCurrent)
      await withCheckedContinuation { done in
        loop.post {
          #expect(loop.isIsolatingCurrentContext() == true && loop.isCurrent)
          counter.incrementFromCallbacks(100) { done.resume() }
        }
      }
      #expect(await counter.result() == (100, 0))
    }
  }

  /// An actor that is itself a server's handler, as in the article on threads.
  private actor Echo: ServerHandler {
    let loop: EventLoop
    private var received: [MessageKind] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func listen() throws -> UInt16 { try loop.listen(ListenOptions(), handler: self).port }

    func kinds() -> [MessageKind] { received }

    nonisolated func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}

    nonisolated func received(
      _ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan
    ) {
      assumeIsolated { echo in
        echo.received.append(kind)
        echo.loop.send(
          Frame(kind, payload: bytes.withUnsafeBytes { Array($0) }), to: connection)
      }
    }

    nonisolated func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
  }

  @Test("An actor on the loop may be a handler itself")
  func actorAsHandler() async throws {
    try await withLoop { onLoop in
      let echo = Echo(onLoop.loop)
      let client = Happenings()
      let port = try await echo.listen()
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      let id = try await client.opened().id
      await onLoop.run { $0.send(Frame(text: "through an actor"), to: id) }
      #expect(try await client.text() == "through an actor")
      #expect(await echo.kinds() == [.text])
    }
  }

  @Test("Posted calls run in order")
  func posts() async throws {
    try await withLoop { onLoop in
      let (stream, called) = AsyncStream.makeStream(of: Int.self)
      for index in 0..<1_000 { onLoop.loop.post { called.yield(index) } }
      onLoop.loop.post { called.finish() }
      var order: [Int] = []
      for await index in stream { order.append(index) }
      #expect(order == Array(0..<1_000))
    }
  }

  @Test("Work that keeps posting work does not starve timers")
  func fairness() async throws {
    try await withLoop { onLoop in
      let loop = onLoop.loop
      await withCheckedContinuation { done in
        loop.post {
          nonisolated(unsafe) var isDone = false
          loop.schedule(after: .milliseconds(5)) {
            isDone = true
            done.resume()
          }
          @Sendable func again() {
            if !isDone { loop.post(again) }
          }
          again()
        }
      }
    }
  }

  @Test("A method for the loop's thread traps on another")
  func wrongThread() async throws {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop.start()
      loop.schedule(after: .zero) {}
    }
  }
}
