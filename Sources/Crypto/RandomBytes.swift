// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// Cryptographically secure random bytes for tokens, seeds and nonces.
package enum RandomBytes {
  /// `count` bytes from OpenSSL's generator (`RAND_bytes`).
  ///
  /// Traps if the system has no entropy: no secret can be made then.
  package static func make(_ count: Int) -> [UInt8] {
    precondition(
      (0...Int(Int32.max)).contains(count), "\(count) random bytes cannot be made at once.")
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(
      RAND_bytes(&bytes, Int32(count)) == 1,
      "OpenSSL has no entropy (RAND_bytes failed), so no secret can be made.")
    return bytes
  }
}
