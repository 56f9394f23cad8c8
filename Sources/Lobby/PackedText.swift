// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A text that is cheap to copy, compare and hash if it has at most 16 bytes, as identifiers do.
///
/// A string of 16 bytes is on the heap: one byte more than fits into a `String` itself.
struct PackedText: Sendable {
  private enum Storage: Sendable {
    /// The bytes from the lowest up; zero behind the last.
    case packed(UInt64, UInt64)
    /// A longer text, or one with a byte zero.
    case string(String)
  }

  private let storage: Storage

  init(_ text: String) {
    guard text.utf8.count <= 16, !text.utf8.contains(0) else {
      storage = .string(text)
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in text.utf8.enumerated() {
      if index < 8 {
        words.0 |= UInt64(byte) << (8 * index)
      } else {
        words.1 |= UInt64(byte) << (8 * (index - 8))
      }
    }
    storage = .packed(words.0, words.1)
  }

  /// The text.
  var string: String {
    switch storage {
    case .packed(let low, let high):
      String(unsafeUninitializedCapacity: 16) { bytes in
        var count = 0
        for word in [low, high] {
          var rest = word
          while rest != 0 {
            bytes[count] = UInt8(truncatingIfNeeded: rest)
            count += 1
            rest >>= 8
          }
        }
        return count
      }
    case .string(let text): text
    }
  }
}

extension PackedText: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.packed(let low, let high), .packed(let otherLow, let otherHigh)):
      low == otherLow && high == otherHigh
    case (.string(let text), .string(let other)): text == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch storage {
    case .packed(let low, let high):
      hasher.combine(low)
      hasher.combine(high)
    case .string(let text): hasher.combine(text)
    }
  }
}
