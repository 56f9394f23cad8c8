// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import Game
import Protocol

/// The lines of the admin socket.
///
/// Each request is one JSON object on a line of its own, at most 64 KiB, such as
///
///     {"admin":1,"do":"ban","address":"203.0.113.0/24","seconds":604800,"reason":"spam"}
///
/// `admin` is the protocol's version, `do` one of `rooms`, `sessions`, `kick` (`session`,
/// `reason`), `ban` (`key` or `address`, `seconds`, `reason`), `bans`, `unban` (`key` or
/// `address`), `drain` (`seconds` and `move`, or `cancel`), `announce` (`text`), `status`, `reload`,
/// `backup` (`path`, `force`), and at nodes `nodes`, `world`, `move` (`code`, `node`) and `refill`
/// (`dry`). An unknown key is refused, so that a misspelt one is not silently ignored.
///
/// The answer is any number of lines with `room`, `session`, `ban`, `status`, `node`, `world`,
/// `stream`, `refilled`, `effect` (of `reload`) or `backup`, as ``AdminReply`` has them, and one last
/// line: `{"done":{"says":"..."}}`
/// or `{"refused":{"code":"...","says":"..."}}`. Requests over one connection are answered one
/// after the other; each must arrive within half a minute, or the connection times out.
enum AdminWire {
  /// Version of the admin protocol.
  static let version = 1
  /// The most bytes of a request, without its line break.
  static let mostBytes = 64 << 10

  /// Reads a request.
  ///
  /// - Throws: `AdminRefusal` with what is wrong in it.
  static func request(_ line: [UInt8]) throws(AdminRefusal) -> AdminRequest {
    guard let names = object(line)?.keys.sorted() else { throw notOneObject }
    if let strange = names.first(where: { AdminFields.CodingKeys(stringValue: $0) == nil }) {
      throw AdminRefusal(
        .malformed, "\"\(strange.printable(limit: 40))\" is not a request key: leave it out.")
    }
    guard let fields = try? JSONDecoder().decode(AdminFields.self, from: Data(line)) else {
      throw notOneObject
    }
    let request = try AdminRequest(fields)
    // What the request does not give back, it has not taken.
    let taken = words(encoded(AdminFields(request)))
    for name in words(line).keys.sorted() where taken[name] == nil {
      throw AdminRefusal(.malformed, "\(request.action) takes no \"\(name)\": leave it out.")
    }
    return try request.checked()
  }

  private static let notOneObject = AdminRefusal(
    .malformed, "A request is one JSON object on a line, as {\"admin\":1,\"do\":\"status\"}.")

  /// The known fields of a request, valid or not, as text; none if it is no object.
  static func words(_ line: [UInt8]) -> [String: String] {
    (object(line) ?? [:]).filter { AdminFields.CodingKeys(stringValue: $0.key) != nil }
      .compactMapValues(\.text)
  }

  private static func object(_ line: [UInt8]) -> [String: Word]? {
    try? JSONDecoder().decode([String: Word].self, from: Data(line))
  }

  /// A value as text; nil for null, lists and objects.
  private struct Word: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text =
        (try? value.decode(String.self)) ?? (try? value.decode(Bool.self)).map { "\($0)" }
        ?? (try? value.decode(Int64.self)).map { "\($0)" }
    }
  }

  /// The encoded line of a request, with its line break.
  static func line(_ request: AdminRequest) -> [UInt8] {
    encoded(AdminFields(request).shortened)
  }

  /// A line of an answer, with its line break.
  static func line(_ line: AdminReply) -> [UInt8] { encoded(line) }

  /// Parses a line of an answer; nil for anything else.
  static func answer(_ line: [UInt8]) -> AdminReply? {
    try? JSONDecoder().decode(AdminReply.self, from: Data(line))
  }

  /// A value as one line of JSON, keys in order.
  static func encoded(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("A line of the admin socket holds what JSON cannot: \(value)")
    }
    assert(!data.contains(10), "A value is encoded as one line.")
    return Array(data) + [10]
  }
}
