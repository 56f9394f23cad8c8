// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
