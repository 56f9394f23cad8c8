// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Bytes that neither change nor go away, such as those linked into the program.
///
/// They are equal if they are the same memory.
package struct ConstantBytes: Hashable, @unchecked Sendable {
  // Unchecked, because nothing writes there.
  private let start: UnsafePointer<UInt8>
  /// How many they are.
  package let count: Int

  /// The `count` bytes at `start`, which must stay unchanged until the program ends.
  package init(start: UnsafePointer<UInt8>, count: Int) {
    precondition(count >= 0, "There cannot be \(count) bytes.")
    self.start = start
    self.count = count
  }

  /// A copy that is never freed.
  package init(keeping bytes: [UInt8]) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    copy.initialize(from: bytes, count: bytes.count)
    self.init(start: copy, count: bytes.count)
  }

  /// The bytes themselves.
  package var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
