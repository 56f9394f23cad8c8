// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// The peer of a Unix socket, according to the kernel.
struct PeerCredentials: Hashable, Sendable {
  /// The process that connected.
  var process: Int32
  /// Its user.
  var user: UInt32

  /// A peer.
  init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }

  /// The peer of a connected socket (`SO_PEERCRED`); nil if unavailable.
  init?(socket: Int32) {
    // struct ucred: process, user, group.
    var parts: [UInt32] = [0, 0, 0]
    let size = socklen_t(MemoryLayout<UInt32>.size * parts.count)
    var length = size
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &parts, &length) == 0, length == size else {
      return nil
    }
    self.init(process: Int32(bitPattern: parts[0]), user: parts[1])
  }

  /// Whether it may administer a server that runs as `owner`: that user and root may.
  func mayAdminister(serverOf owner: UInt32) -> Bool { user == owner || user == 0 }
}
