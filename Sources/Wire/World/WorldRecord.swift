// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import SwiftProtobuf

/// What the nodes of a world store for each other, as values of the schema `facedown.world.v1`.
///
/// Names of sessions, rooms and nodes are the texts that are stored. Decoding takes time and memory
/// proportional to the input, and throws `WireError` on anything that is no record of a form that
/// this version knows.
package enum WorldRecord {
  /// The form of all records that this version writes, and the only one that it reads.
  package static let form = 1

  /// What is stored whole, as one message or key.
  package protocol Stored: Hashable, Sendable {
    /// Decodes a record.
    ///
    /// - Throws: `WireError` if the bytes are none of this form.
    init(_ bytes: [UInt8]) throws(WireError)

    /// Its bytes.
    var bytes: [UInt8] { get }
  }
}

extension WorldRecord {
  static func decode<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, _ bytes: [UInt8]
  ) throws(WireError) -> Message {
    try WireEncoding.proto.message(type, from: bytes)
  }

  static func encode(_ message: some SwiftProtobuf.Message) -> [UInt8] {
    WireEncoding.proto.bytes(of: message)
  }
}

extension Fields {
  /// Requires the form that this version reads.
  func checkForm(_ isPresent: Bool, _ form: UInt32) throws(WireError) {
    _ = try integer(isPresent, form, "form", in: WorldRecord.form...WorldRecord.form)
  }

  /// A name, which cannot be empty.
  func name(_ value: String, _ field: String) throws(WireError) -> String {
    try require(!value.isEmpty, field)
    return try text(value, field, limit: Bounds.storedName)
  }

  /// A counter that can be followed by another.
  func ordinal(_ isPresent: Bool, _ value: UInt64, _ field: String) throws(WireError) -> UInt64 {
    try require(isPresent, field)
    try check(value, field, in: 1...Bounds.seq.upperBound)
    return value
  }
}
