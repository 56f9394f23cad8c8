// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The digest of `bytes`, in linear time.
  package static func hash(_ bytes: RawSpan) -> Digest {
    var out = [UInt8](repeating: 0, count: Digest.byteCount)
    let succeeded = bytes.withUnsafeBytes { input in
      EVP_Digest(input.baseAddress, input.count, &out, nil, EVP_sha256(), nil)
    }
    precondition(succeeded == 1, "OpenSSL offers no SHA-256: is a provider without it configured?")
    return Digest(unchecked: out)
  }

  /// The digest of `bytes`, in linear time.
  package static func hash(_ bytes: [UInt8]) -> Digest {
    hash(bytes.span.bytes)
  }

  /// The digest of `bytes`, which are copied first unless they are contiguous.
  package static func hash(_ bytes: some Sequence<UInt8>) -> Digest {
    if let digest = bytes.withContiguousStorageIfAvailable({ hash($0.span.bytes) }) {
      return digest
    }
    return hash(Array(bytes))
  }
}
