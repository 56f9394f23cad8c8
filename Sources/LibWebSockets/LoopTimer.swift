// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

/// A scheduled call, made by ``EventLoop/schedule(after:_:)``; for the loop's thread.
package final class LoopTimer {
  private let core: LoopCore
  private let watcher = UnsafeMutablePointer<ev_timer>.allocate(capacity: 1)
  private var body: (() -> Void)?

  init(core: LoopCore, after delay: Duration, _ body: @escaping () -> Void) {
    self.core = core
    // An ended loop makes no calls.
    guard core.context != nil else { return }
    self.body = body
    core.timers[ObjectIdentifier(self)] = self
    // libev counts from the start of the tick, which may be a while ago.
    ev_now_update(core.evLoop)
    clws_timer_start(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<LoopTimer>.fromOpaque(owner).takeUnretainedValue().fire()
      }, Unmanaged.passUnretained(self).toOpaque(), max(0, delay / .seconds(1)), 0)
  }

  deinit { watcher.deallocate() }

  /// Whether the call is still pending.
  package var isPending: Bool { body != nil }

  /// Cancels the call; harmless if it has happened or is happening.
  package func cancel() {
    guard body != nil else { return }
    body = nil
    ev_timer_stop(core.evLoop, watcher)
    core.timers[ObjectIdentifier(self)] = nil
  }

  private func fire() {
    let body = body
    cancel()
    core.excludeFromHandshakes { body?() }
  }
}
