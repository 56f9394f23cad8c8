// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Assembles one incoming message from the pieces that libwebsockets delivers.
///
/// A piece is a WebSocket fragment (RFC 6455, section 5.4) or a part of one, as the network cut it.
struct MessageAssembly {
  /// The result of adding a piece.
  enum Step: Equatable {
    /// More pieces are needed.
    case incomplete
    /// This piece is the whole message: nothing was copied.
    case pieceIsMessage
    /// The message is complete, in ``MessageAssembly/bytes``.
    case complete
    /// The message exceeds a limit and must close the connection.
    case tooBig
  }

  /// The maximum message size, in bytes.
  let maximumBytes: Int
  /// The maximum number of fragments.
  let maximumPieces: Int

  /// The bytes of the message so far, or the complete one after ``Step/complete``.
  private(set) var bytes: [UInt8] = []
  /// Whether a message is incomplete.
  private(set) var isUnderWay = false
  private var pieces = 0

  init(maximumBytes: Int, maximumPieces: Int) {
    self.maximumBytes = maximumBytes
    self.maximumPieces = maximumPieces
  }

  /// Adds the next piece.
  ///
  /// - Parameters:
  ///   - piece: Its bytes, possibly none.
  ///   - endsFragment: Whether the fragment ends with it.
  ///   - endsMessage: Whether the message ends with it.
  /// - Returns: The result.
  mutating func add(_ piece: RawSpan, endsFragment: Bool, endsMessage: Bool) -> Step {
    if !isUnderWay {
      bytes.removeAll(keepingCapacity: true)
      pieces = 0
    }
    if endsFragment { pieces += 1 }
    if bytes.count + piece.byteCount > maximumBytes || pieces > maximumPieces { return .tooBig }
    if endsMessage && !isUnderWay { return .pieceIsMessage }
    piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    isUnderWay = !endsMessage
    return endsMessage ? .complete : .incomplete
  }
}
