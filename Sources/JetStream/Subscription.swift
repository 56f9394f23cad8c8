// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch

/// Something that goes on until it is cancelled, or its connection is closed.
///
/// Unchecked: what ends it is used on the connection's queue only.
package final class Subscription: @unchecked Sendable {
  private let queue: DispatchQueue
  /// Ends it; set on the queue as it begins.
  var stop: (() -> Void)?

  init(on queue: DispatchQueue) { self.queue = queue }

  /// Ends it; what is being delivered already still comes.
  package func cancel() {
    queue.async { [self] in
      stop?()
      stop = nil
    }
  }
}
