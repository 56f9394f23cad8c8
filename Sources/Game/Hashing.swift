// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The two hash functions that the rules need, injected so that the module has no dependencies.
public struct Hashing: Sendable {
  /// SHA-256 of a message: 32 bytes.
  public var sha256: @Sendable (_ message: [UInt8]) -> [UInt8]
  /// HMAC-SHA256 of a message under a key: 32 bytes (RFC 2104).
  public var hmac: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

  /// Creates the pair of hash functions.
  public init(
    sha256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8],
    hmac: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
  ) {
    self.sha256 = sha256
    self.hmac = hmac
  }
}
