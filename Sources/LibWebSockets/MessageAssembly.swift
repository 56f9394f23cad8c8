// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Puts one incoming message together from the pieces libwebsockets hands over.
///
/// A piece is a WebSocket fragment (RFC 6455, section 5.4) or a part of one, as the network cut it.
struct MessageAssembly {
  /// What a piece leads to.
  enum Step: Equatable {
    /// More pieces must come.
    case incomplete
    /// This piece is the whole message: nothing was copied.
    case pieceIsMessage
    /// The message is whole, in ``MessageAssembly/bytes``.
    case complete
    /// The message has outgrown its limits and must end the connection.
    case tooBig
  }

  /// The longest message taken, in bytes.
  let maximumBytes: Int
  /// The most fragments a message may come in.
  let maximumPieces: Int

  /// What has come of the message so far, or the whole one after ``Step/complete``.
  private(set) var bytes: [UInt8] = []
  /// Whether a message has begun and not ended.
  private(set) var isUnderWay = false
  private var pieces = 0

  init(maximumBytes: Int, maximumPieces: Int) {
    self.maximumBytes = maximumBytes
    self.maximumPieces = maximumPieces
  }

  /// Takes the next piece.
  ///
  /// - Parameters:
  ///   - piece: Its bytes, maybe none.
  ///   - endsFragment: Whether the fragment ends with it.
  ///   - endsMessage: Whether the message ends with it.
  /// - Returns: What it leads to.
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
