// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Protocol

/// An admin request as received, not yet validated.
struct AdminMessage: Hashable, Codable, Sendable {
  /// Maximum characters of an announcement.
  static let longestText = 300
  /// The longest time span: ten years.
  static let mostSeconds: Int64 = 10 * 365 * 86_400

  enum CodingKeys: String, CodingKey, CaseIterable {
    case admin, session, key, address, seconds, reason, text, path, force, cancel
    case action = "do"
  }

  var admin = AdminReply.version
  var action = ""
  var session: String?
  var key: String?
  var address: String?
  var seconds: Int64?
  var reason: String?
  var text: String?
  var path: String?
  var force: Bool?
  var cancel: Bool?

  /// A request for `action` without arguments.
  init(_ action: String) { self.action = action }

  /// Any key of an object.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let words = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let strange = words.first(where: { CodingKeys(stringValue: $0) == nil }) {
      throw AdminRefusal(
        .malformed, "\"\(strange.printable(limit: 40))\" is not a request key: leave it out.")
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    admin = try values.decode(Int.self, forKey: .admin)
    action = try values.decode(String.self, forKey: .action)
    session = try values.decodeIfPresent(String.self, forKey: .session)
    key = try values.decodeIfPresent(String.self, forKey: .key)
    address = try values.decodeIfPresent(String.self, forKey: .address)
    seconds = try values.decodeIfPresent(Int64.self, forKey: .seconds)
    reason = try values.decodeIfPresent(String.self, forKey: .reason)
    text = try values.decodeIfPresent(String.self, forKey: .text)
    path = try values.decodeIfPresent(String.self, forKey: .path)
    force = try values.decodeIfPresent(Bool.self, forKey: .force)
    cancel = try values.decodeIfPresent(Bool.self, forKey: .cancel)
  }

  /// The arguments for the audit log, truncated to 4,096 characters each.
  var arguments: [String: String] {
    let words: [(String, String?)] = [
      ("session", session), ("key", key), ("address", address), ("reason", reason), ("text", text),
      ("path", path), ("seconds", seconds.map { "\($0)" }), ("force", force.map { "\($0)" }),
      ("cancel", cancel.map { "\($0)" }),
    ]
    return words.reduce(into: [:]) { $0[$1.0] = $1.1?.printable(limit: 4096) }
  }

  /// Validates the request.
  ///
  /// - Throws: `AdminRefusal` if a value is invalid, missing or does not belong.
  func request() throws(AdminRefusal) -> AdminRequest {
    guard admin == AdminReply.version else {
      throw AdminRefusal(
        .version,
        "This server speaks version \(AdminReply.version) of the admin protocol: use the "
          + "facedown-server it was started from.")
    }
    switch action {
    case "rooms", "sessions", "bans", "status", "reload":
      try allow()
      return switch action {
      case "rooms": .rooms
      case "sessions": .sessions
      case "bans": .bans
      case "status": .status
      default: .reload
      }
    case "kick":
      try allow(.session, .reason)
      guard let session, !session.isEmpty else { throw Self.missing("session") }
      return .kick(session: session, reason: try checkedReason())
    case "ban":
      try allow(.key, .address, .seconds, .reason)
      return .ban(try target(), lasting: try duration(), reason: try checkedReason())
    case "unban":
      try allow(.key, .address)
      return .unban(try target())
    case "drain":
      try allow(.seconds, .cancel)
      guard cancel == true else { return .drain(within: try duration()) }
      guard seconds == nil else {
        throw AdminRefusal(.badValue, "Give either a time limit for draining or cancel, not both.")
      }
      return .cancelDrain
    case "announce":
      try allow(.text)
      guard let text, !text.isBlank else {
        throw AdminRefusal(.badValue, "An announcement needs text: give one line.")
      }
      return .announce(try Self.checked(text, "An announcement", limit: Self.longestText))
    case "backup":
      try allow(.path, .force)
      guard let path, path.hasPrefix("/"), path.utf8.count < 4096, !path.utf8.contains(0) else {
        throw AdminRefusal(
          .badValue, "A backup's path must begin with / and be shorter than 4096 bytes.")
      }
      return .backup(path: path, replaces: force ?? false)
    default:
      throw AdminRefusal(
        .unknownAction,
        "There is no action \"\(action.printable(limit: 40))\": see facedown-server admin --help.")
    }
  }

  /// Rejects keys the action does not take.
  private func allow(_ keys: CodingKeys...) throws(AdminRefusal) {
    let given: [(CodingKeys, Bool)] = [
      (.session, session != nil), (.key, key != nil), (.address, address != nil),
      (.seconds, seconds != nil), (.reason, reason != nil), (.text, text != nil),
      (.path, path != nil), (.force, force != nil), (.cancel, cancel != nil),
    ]
    for (key, isGiven) in given where isGiven && !keys.contains(key) {
      throw AdminRefusal(
        .malformed, "\(action) takes no \"\(key.rawValue)\": leave it out.")
    }
  }

  private func target() throws(AdminRefusal) -> BanTarget {
    switch (key, address) {
    case (let key?, nil):
      guard BanTarget.isPlayerID(key) else {
        throw AdminRefusal(
          .badValue,
          "Name a key by its full player id, 32 letters and digits, as facedown-server admin "
            + "sessions prints it.")
      }
      return .key(key)
    case (nil, let address?):
      guard let range = AddressRange(address) else {
        guard !AddressRange.isEverything(address) else {
          throw AdminRefusal(
            .badValue,
            "\(address) means everybody: to let nobody in, stop the server, or drain it "
              + "(facedown-server admin drain).")
        }
        throw AdminRefusal(
          .badValue,
          "\"\(address.printable(limit: 60))\" is not an address or a block of addresses such as "
            + "203.0.113.9 or 2001:db8::/48.")
      }
      return .address(range)
    default: throw AdminRefusal(.badValue, "Name either a key or an address.")
    }
  }

  private func duration() throws(AdminRefusal) -> Duration? {
    guard let seconds else { return nil }
    guard (1...Self.mostSeconds).contains(seconds) else {
      throw AdminRefusal(.badValue, SpanText.Problem.bounds.description)
    }
    return .seconds(seconds)
  }

  private func checkedReason() throws(AdminRefusal) -> String {
    guard let reason, !reason.isBlank else { return "" }
    return try Self.checked(reason, "A reason", limit: Ban.longestReason)
  }

  private static func checked(
    _ text: String, _ name: String, limit: Int
  ) throws(AdminRefusal) -> String {
    let count = text.unicodeScalars.count
    guard count <= limit else {
      throw AdminRefusal(
        .badValue, "\(name) may have at most \(limit) characters and has \(count): shorten it.")
    }
    guard text.printable(limit: limit) == text else {
      throw AdminRefusal(
        .badValue,
        "\(name) must be one visible line: leave out line breaks and other invisible characters.")
    }
    return text
  }

  private static func missing(_ key: String) -> AdminRefusal {
    AdminRefusal(.malformed, "The request lacks \"\(key)\".")
  }
}

extension String {
  /// Whether it is only white space.
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
