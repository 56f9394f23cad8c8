// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

/// A response that a socket takes piece by piece.
///
/// libwebsockets copies what the kernel does not take, and cuts it off five seconds after it was told
/// to close. So pieces go past it, from where they are.
final class OutgoingResponse {
  /// How far it got with one more piece.
  enum Progress {
    case underWay
    /// The kernel has everything.
    case complete
    /// The socket is broken.
    case broken
  }

  /// Head and text, in memory of its own.
  private let lead: [UInt8]
  /// What follows it, sent from where it is.
  private let body: ConstantBytes?
  /// The bytes that were handed over.
  private(set) var sentCount = 0

  init(_ response: HTTPResponse, isHead: Bool) {
    switch response.body {
    case _ where isHead:
      (lead, body) = (response.head, nil)
    case .text(let text):
      (lead, body) = (response.head + Array(text.utf8), nil)
    case .constant(let bytes):
      (lead, body) = (response.head, bytes)
    }
  }

  private var byteCount: Int { lead.count + (body?.count ?? 0) }

  /// Hands a piece of the lead or of the body to the socket.
  func write(to socket: OpaquePointer) -> Progress {
    let isWritten = lead.withUnsafeBufferPointer { write($0, after: 0, to: socket) }
    guard isWritten, body.map({ write($0.buffer, after: lead.count, to: socket) }) ?? true else {
      return .broken
    }
    return sentCount == byteCount ? .complete : .underWay
  }

  /// Hands the next piece of a part to the socket, if it is that part's turn; false if the socket is
  /// broken.
  private func write(
    _ part: UnsafeBufferPointer<UInt8>, after begin: Int, to socket: OpaquePointer
  ) -> Bool {
    let offset = sentCount - begin
    guard (0..<part.count).contains(offset), let start = part.baseAddress else { return true }
    let taken = clws_send(
      socket, start + offset, Int32(min(part.count - offset, LoopCore.largestWrite)))
    sentCount += Int(max(taken, 0))
    return taken >= 0
  }
}

/// How a response ended.
package struct ResponseEnd: Hashable, Sendable {
  /// The bytes that were handed to the socket, head included.
  package let byteCount: Int
  /// Whether the kernel took all of it; otherwise the client hung up or was hung up on.
  package let isComplete: Bool

  /// An end as a stand-in for the network tells it.
  package init(byteCount: Int, isComplete: Bool) {
    self.byteCount = byteCount
    self.isComplete = isComplete
  }
}
