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
  private var onReadable: (() -> Void)?

  init(core: LoopCore, descriptor: Int32, _ onReadable: @escaping () -> Void) {
    self.core = core
    guard core.context != nil else { return }
    self.onReadable = onReadable
    core.watches[ObjectIdentifier(self)] = self
    clws_readable_start(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<DescriptorWatch>.fromOpaque(owner).takeUnretainedValue().becomeReadable()
      }, Unmanaged.passUnretained(self).toOpaque(), descriptor)
  }

  deinit { watcher.deallocate() }

  /// Ends the watch; harmless if it has ended, and inside its own callback.
  package func cancel() {
    guard onReadable != nil else { return }
    onReadable = nil
    ev_io_stop(core.evLoop, watcher)
    core.watches[ObjectIdentifier(self)] = nil
  }

  private func becomeReadable() {
    let current = onReadable
    core.excludeFromHandshakes { current?() }
  }
}
