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
  private let tell: (Duration) -> Void
  private var timer: LoopTimer?

  /// Starts sampling; `tell` gets each timer's delay.
  init(_ loop: EventLoop, _ tell: @escaping (Duration) -> Void) {
    self.loop = loop
    self.tell = tell
    look()
  }

  deinit { timer?.cancel() }

  private func look() {
    let due = clock.now + Self.interval
    timer = loop.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      tell(max(.zero, clock.now - due))
      look()
    }
  }
}
