// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
package import Game

extension Hashing {
  /// SHA-256 and HMAC-SHA256 of OpenSSL.
  package static let openSSL = Hashing(
    sha256: { SHA256.hash($0).bytes },
    hmac: { HMACSHA256.authenticate(key: $0, message: $1).bytes })
}
