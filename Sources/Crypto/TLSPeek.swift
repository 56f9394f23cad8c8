// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// A look at what a TLS connection (an `SSL`) will deliver next, without consuming it.
package enum TLSPeek {
  /// How much of the last decrypted record is still unread.
  package static func pending(in connection: OpaquePointer) -> Int {
    Int(SSL_pending(connection))
  }

  /// How many encrypted bytes were read so far.
  package static func bytesRead(by connection: OpaquePointer) -> UInt64 {
    BIO_number_read(SSL_get_rbio(connection))
  }

  /// Copies what is readable of one record into `buffer`.
  ///
  /// - Returns: the number of bytes; 0 if there is nothing yet, or the stream has ended, which the
  ///   reader will notice by itself.
  package static func peek(
    _ connection: OpaquePointer, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = SSL_peek(connection, buffer.baseAddress, Int32(clamping: buffer.count))
    // The reader judges its own failure by OpenSSL's error queue.
    if count <= 0 { ERR_clear_error() }
    return max(0, Int(count))
  }
}
