// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// Whether `left` and `right` hold the same bytes, in a time that depends on their lengths alone.
///
/// For secrets that somebody guesses at: `==` on arrays stops at the first difference and tells
/// where it was. Stands for `CRYPTO_memcmp`.
public func areEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
