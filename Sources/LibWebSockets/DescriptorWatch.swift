// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

/// Watches a file descriptor for input, made by ``EventLoop/watch(fileDescriptor:_:)``; for the
/// loop's thread.
///
/// The descriptor stays its owner's: it is neither closed nor made non-blocking. Cancel the watch
/// before closing it. At the end of a file or of a terminal the descriptor stays readable, and a
/// read returns 0 bytes: cancel then, or the callback repeats forever.
package final class DescriptorWatch {
  private let core: LoopCore
  private let watcher = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
  private var onReady: (() -> Void)?

  /// Watches for input, or for room for output.
  init(
    core: LoopCore, descriptor: Int32, forOutput: Bool = false, _ onReady: @escaping () -> Void
  ) {
    self.core = core
    guard core.context != nil else { return }
    self.onReady = onReady
    core.watches[ObjectIdentifier(self)] = self
    (forOutput ? clws_writable_start : clws_readable_start)(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<DescriptorWatch>.fromOpaque(owner).takeUnretainedValue().becomeReady()
      }, Unmanaged.passUnretained(self).toOpaque(), descriptor)
  }

  deinit { watcher.deallocate() }

  /// Ends the watch; harmless if it has ended, and inside its own callback.
  package func cancel() {
    guard onReady != nil else { return }
    onReady = nil
    ev_io_stop(core.evLoop, watcher)
    core.watches[ObjectIdentifier(self)] = nil
  }

  private func becomeReady() {
    let current = onReady
    core.excludeFromHandshakes { current?() }
  }
}
