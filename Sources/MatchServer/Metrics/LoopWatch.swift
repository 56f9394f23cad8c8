// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Looks how late the loop is: sets a timer again and again and tells by how much it was missed.
///
/// Whatever keeps the loop from its timers keeps it from everybody's messages.
final class LoopWatch {
  /// How often it looks.
  static let interval = Duration.milliseconds(100)

  private let loop: EventLoop
  private let clock = ContinuousClock()
  private let tell: (Duration) -> Void
  private var timer: LoopTimer?

  /// Begins to look; `tell` is called with how late each timer was.
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
