// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CZlib

/// What zlib does for files of our own.
package enum Zlib {
  /// The compressed form of some bytes, as a zlib stream (RFC 1950).
  package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    let stream = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      let status = compress2(
        buffer.baseAddress, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
      precondition(status == Z_OK, "zlib compresses into a buffer of its own bound: \(status).")
      written = Int(count)
    }
    return stream
  }

  /// The checksum of some bytes by the polynomial of Ethernet and PNG (ISO 3309).
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: CZlib.crc32(0, $0.baseAddress, uInt($0.count)))
    }
  }
}
