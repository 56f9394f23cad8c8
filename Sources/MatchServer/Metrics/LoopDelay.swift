// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets

/// Measures the loop's delay: sets a timer repeatedly and reports how late it fires.
///
/// Whatever delays timers also delays everybody's messages.
final class LoopWatch {
  /// Sampling interval.
  static let interval = Duration.milliseconds(100)

  private let loop: EventLoop
  private let clock = ContinuousClock()
  private let report: (Duration) -> Void
  private var timer: LoopTimer?

  /// Starts sampling; `report` gets each timer's delay.
  init(_ loop: EventLoop, _ report: @escaping (Duration) -> Void) {
    self.loop = loop
    self.report = report
    look()
  }

  deinit { timer?.cancel() }

  private func look() {
    let due = clock.now + Self.interval
    timer = loop.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      report(max(.zero, clock.now - due))
      look()
    }
  }
}

/// The maximum of the last one to two minutes.
///
/// Kept per minute; the value is the maximum of this minute and the one before, so reading changes
/// nothing, and a reader that polls each minute misses nothing.
struct RecentMaximum: Hashable, Sendable {
  /// Minimum time a value is kept, in microseconds.
  static let span: Int64 = 60_000_000

  private var minute: Int64 = 0
  private var current: Int64 = 0
  private var former: Int64 = 0

  /// Adds a value.
  mutating func add(_ value: Int64, at now: ServerTime) {
    let next = now.microseconds / Self.span
    if next != minute {
      former = next == minute + 1 ? current : 0
      (minute, current) = (next, 0)
    }
    current = max(current, value)
  }

  /// The recent maximum; zero without values.
  func value(at now: ServerTime) -> Int64 {
    switch now.microseconds / Self.span - minute {
    case 0: max(current, former)
    case 1: current
    default: 0
    }
  }
}
