// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// A thousand new spectators are sent the same view, each with its own request id. The common part
// is encoded once; the id is the last field of the message in both encodings.

extension WireEncoding {
  /// Inserts the request `id` into the `bytes` of an encoded `joined` without one.
  ///
  /// The result equals a fresh encoding; the cost is a copy.
  package func joined(_ bytes: [UInt8], answering id: RequestID) -> [UInt8] {
    switch self {
    case .json: Self.joinedJSON(bytes, answering: id)
    case .proto: Self.joinedProto(bytes, answering: id)
    }
  }

  /// The tags of `ServerMessage.joined` and `Joined.id` (protobuf's encoding guide: the field
  /// number shifted by three, plus 2 for length-delimited or 0 for a varint).
  private static let joinedTag = UInt8(4 << 3 | 2)
  private static let idTag = UInt8(8 << 3 | 0)

  private static func joinedJSON(_ bytes: [UInt8], answering id: RequestID) -> [UInt8] {
    let ending = Array("}}".utf8)
    precondition(bytes.suffix(2) == ending[...], "A joined in JSON ends with two braces.")
    let body = bytes.dropLast(2)
    let separator = body.last == UInt8(ascii: "{") ? "" : ","
    return body + Array("\(separator)\"id\":\"\(id.rawValue)\"".utf8) + ending
  }

  private static func joinedProto(_ bytes: [UInt8], answering id: RequestID) -> [UInt8] {
    precondition(bytes.first == joinedTag, "A joined in protobuf begins with its tag.")
    // The length ends with the first byte without the continuation bit.
    guard let lengthEnd = bytes.dropFirst().firstIndex(where: { $0 < 0x80 }) else {
      preconditionFailure("A joined in protobuf has a length.")
    }
    let body = bytes[(lengthEnd + 1)...]
    var field = [idTag]
    field.append(varint: id.rawValue)
    var message = [joinedTag]
    message.append(varint: UInt64(body.count + field.count))
    return message + body + field
  }
}
