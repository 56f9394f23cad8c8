// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// An actor on a loop, for tests to run code there.
actor OnLoop {
  let loop: EventLoop

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) { self.loop = loop }

  /// Runs `body` on the loop's thread.
  func run<Result: Sendable>(_ body: @Sendable (EventLoop) throws -> Result) rethrows -> Result {
    try body(loop)
  }
}

/// Runs `body` with a loop of its own, which is always stopped afterwards.
func withLoop<Result>(
  restingTick: Int = 1, _ body: (OnLoop) async throws -> Result
) async throws -> Result {
  var options = EventLoopOptions()
  options.restingTick = restingTick
  // The tests provoke warnings of libwebsockets.
  options.log = { _, _ in }
  let loop = try EventLoop.start(options)
  defer { loop.stop() }
  return try await body(OnLoop(loop))
}

extension ListenOptions {
  /// Options of a server that keeps clients which answer no pings, as raw ones do, for longer than a
  /// busy machine takes for a test.
  static var patient: ListenOptions {
    var options = ListenOptions()
    options.connection.pingAfter = .seconds(600)
    options.connection.hangUpAfter = .seconds(700)
    return options
  }
}
