// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// Whether `left` and `right` hold the same bytes, in a time that depends only on their lengths.
///
/// For secrets that can be guessed: `==` on arrays stops at the first difference and so reveals its
/// place. Calls `CRYPTO_memcmp`.
package func areEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
