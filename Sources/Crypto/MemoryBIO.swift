// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// An OpenSSL memory buffer for reading or writing.
struct MemoryBIO: ~Copyable {
  let pointer: OpaquePointer

  /// An empty buffer to write to.
  init() {
    self.init(taking: BIO_new(BIO_s_mem()))
  }

  /// A buffer with a copy of `bytes` to read from.
  init(_ bytes: [UInt8]) {
    self.init()
    precondition(
      bytes.isEmpty || BIO_write(pointer, bytes, Int32(clamping: bytes.count)) == bytes.count,
      "OpenSSL could not copy \(bytes.count) bytes.")
  }

  private init(taking bio: OpaquePointer?) {
    guard let bio else { preconditionFailure("OpenSSL has no memory for a buffer.") }
    pointer = bio
  }

  deinit { BIO_free_all(pointer) }

  /// What was written so far.
  var text: String {
    var start: UnsafeMutablePointer<CChar>?
    let count = cossl_bio_bytes(pointer, &start)
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    return String(decoding: bytes, as: UTF8.self)
  }
}
