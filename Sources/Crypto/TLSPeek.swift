// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// A look at what a TLS connection (an `SSL`) will give its reader next, which it still gives then.
package enum TLSPeek {
  /// How much of the record that was decrypted last is still unread.
  package static func pending(in connection: OpaquePointer) -> Int {
    Int(SSL_pending(connection))
  }

  /// How many encrypted bytes were read so far.
  package static func bytesRead(by connection: OpaquePointer) -> UInt64 {
    BIO_number_read(SSL_get_rbio(connection))
  }

  /// Copies what is readable of one record into `buffer`.
  ///
  /// - Returns: how many bytes; 0 when there is nothing yet, or nothing more, which the reader will
  ///   find out by itself.
  package static func peek(
    _ connection: OpaquePointer, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = SSL_peek(connection, buffer.baseAddress, Int32(clamping: buffer.count))
    // The reader judges its own failure by OpenSSL's queue of errors.
    if count <= 0 { ERR_clear_error() }
    return max(0, Int(count))
  }
}
