// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Accepts the connections of a listening socket, made by ``EventLoop/accept(on:_:)``; for the
/// loop's thread.
///
/// It accepts a bounded number a tick. While the process has run out of descriptors, connections
/// wait in the kernel's queue.
package final class Acceptor {
  private let core: LoopCore
  private let watcher = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
  private let onAccept: (Int32, PeerAddress?) -> Void
  /// The listening socket; -1 once closed.
  private var descriptor: Int32
  /// Runs while accepting is suspended.
  private var pause: LoopTimer?

  /// How many connections one tick may accept, so that open ones get their turn.
  private static let acceptsPerTick = 16
  /// How long to wait after the process has run out of descriptors.
  private static let pauseWithoutDescriptors = Duration.milliseconds(100)

  init(core: LoopCore, descriptor: Int32, _ onAccept: @escaping (Int32, PeerAddress?) -> Void) {
    self.core = core
    self.descriptor = descriptor
    self.onAccept = onAccept
    // An ended loop has nothing to watch a socket with.
    guard core.context != nil else {
      Glibc.close(descriptor)
      self.descriptor = -1
      return
    }
    core.acceptors[ObjectIdentifier(self)] = self
    startAccepting()
  }

  deinit { watcher.deallocate() }

  /// Stops accepting and closes the listening socket; closing twice is harmless.
  package func close() {
    guard descriptor >= 0 else { return }
    pause?.cancel()
    ev_io_stop(core.evLoop, watcher)
    Glibc.close(descriptor)
    descriptor = -1
    core.acceptors[ObjectIdentifier(self)] = nil
  }

  /// Leaves new connections in the kernel's queue for a while.
  ///
  /// The watch is stopped too, because they keep the socket readable and the loop would spin.
  func suspend(for wait: Duration) {
    guard descriptor >= 0, pause == nil else { return }
    ev_io_stop(core.evLoop, watcher)
    pause = LoopTimer(core: core, after: wait) { [unowned self] in
      pause = nil
      startAccepting()
    }
  }

  private func startAccepting() {
    clws_readable_start(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<Acceptor>.fromOpaque(owner).takeUnretainedValue().acceptAll()
      }, Unmanaged.passUnretained(self).toOpaque(), descriptor)
  }

  private func acceptAll() {
    for _ in 0..<Acceptor.acceptsPerTick {
      // The callback may have closed it.
      guard descriptor >= 0 else { return }
      var storage = sockaddr_storage()
      let socket = clws_accept(descriptor, &storage)
      if socket >= 0 {
        onAccept(socket, PeerAddress(storage))
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        return suspend(for: Acceptor.pauseWithoutDescriptors)
      default: return
      }
    }
  }
}
