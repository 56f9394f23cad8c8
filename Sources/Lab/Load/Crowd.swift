// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import Protocol

/// Many clients that connect, and reconnect when they are disconnected.
actor Crowd {
  private let loop: EventLoop
  private let clock = ContinuousClock()
  private let makeOptions: (Int) -> ConnectOptions
  private var peers: [LoadClient] = []
  private var isIn: [Bool] = []
  private var failures: [Int] = []
  /// Maximum number of concurrent first attempts.
  private let atOnce: Int
  private var next = 0
  private var wanted = 0
  private var dice: UInt64 = 1
  private var waiter: CheckedContinuation<Void, Never>?
  /// The number of clients that have been welcomed.
  private(set) var count = 0
  /// How many attempts have failed.
  private(set) var failedAttempts = 0
  /// The number of clients that resumed their session.
  var resumed: Int { peers.count { $0.hasResumed } }

  init(_ loop: EventLoop, atOnce: Int = 200, options: @escaping @Sendable (Int) -> ConnectOptions) {
    self.loop = loop
    self.atOnce = atOnce
    makeOptions = options
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Connects `count` clients, and returns once all of them are welcomed.
  func fill(_ count: Int) async {
    wanted = count
    isIn = [Bool](repeating: false, count: count)
    failures = [Int](repeating: 0, count: count)
    peers = (0..<count).map { index in
      LoadClient(loop, name: "Guest \(index)") { [weak self] _, happening in
        self?.assumeIsolated { $0.happens(happening, to: index) }
      }
    }
    for _ in 0..<min(atOnce, count) { dialNext() }
    await allIn()
  }

  /// Waits until all clients are welcomed.
  func allIn() async {
    guard count < wanted else { return }
    await withCheckedContinuation { waiter = $0 }
  }

  /// Waits for `duration`.
  func rest(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      loop.schedule(after: duration) { continuation.resume() }
    }
  }

  private func dialNext() {
    guard next < wanted else { return }
    peers[next].connect(makeOptions(next))
    next += 1
  }

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(let message, _):
      guard case .welcome = message, !isIn[index] else { return }
      isIn[index] = true
      failures[index] = 0
      count += 1
      dialNext()
      if count == wanted {
        waiter?.resume()
        waiter = nil
      }
    case .ended:
      if isIn[index] { count -= 1 } else { failedAttempts += 1 }
      isIn[index] = false
      loop.schedule(after: wait(index)) { [weak self] in
        self?.assumeIsolated { $0.peers[index].connect($0.makeOptions(index)) }
      }
      failures[index] += 1
    }
  }

  /// The client's back-off before the next attempt.
  private func wait(_ index: Int) -> Duration {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let roll = Double(dice >> 11) / Double(1 << 53)
    let reconnectPolicy = ReconnectPolicy()
    guard failures[index] > 0, let last = reconnectPolicy.waits.last else {
      return reconnectPolicy.first * roll
    }
    let wait =
      failures[index] <= reconnectPolicy.waits.count
      ? reconnectPolicy.waits[failures[index] - 1] : last
    return wait * (1 - reconnectPolicy.spread + 2 * reconnectPolicy.spread * roll)
  }
}
