// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104, test vectors in RFC 4231).
package enum HMACSHA256 {
  /// The code of `message` under `key` of any length; one longer than 64 bytes is hashed first.
  package static func authenticate(key: [UInt8], message: [UInt8]) -> Digest {
    precondition(key.count <= Int(Int32.max), "An HMAC key of \(key.count) bytes was given.")
    var out = [UInt8](repeating: 0, count: Digest.byteCount)
    let result = HMAC(
      EVP_sha256(), key, Int32(key.count), message, message.count, &out, nil)
    precondition(result != nil, "OpenSSL offers no HMAC: is a provider without it configured?")
    return Digest(unchecked: out)
  }
}
