// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Protocol

// Requests on the wire, and the checks that the command makes as well.

extension AdminRequest: Codable {
  /// The key of a field.
  enum Key: String, CodingKey {
    case admin, session, key, address, seconds, reason, text, path, force, cancel
    case action = "do"
  }

  /// Any key of an object.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The arguments of each action.
  private static let arguments: [String: Set<Key>] = [
    "rooms": [], "sessions": [], "bans": [], "status": [], "reload": [],
    "kick": [.session, .reason], "ban": [.key, .address, .seconds, .reason],
    "unban": [.key, .address], "drain": [.seconds, .cancel], "announce": [.text],
    "backup": [.path, .force],
  ]

  /// The request of an object whose fields all belong to it.
  ///
  /// - Throws: `AdminRefusal` if a value is invalid, missing or does not belong; `DecodingError` if
  ///   it is of another type.
  package init(from decoder: any Decoder) throws {
    let words = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let strange = words.first(where: { Key(stringValue: $0) == nil }) {
      throw AdminRefusal(
        .malformed, "\"\(strange.printable(limit: 40))\" is not a request key: leave it out.")
    }
    let fields = try decoder.container(keyedBy: Key.self)
    let version = try fields.decode(Int.self, forKey: .admin)
    let action = try fields.decode(String.self, forKey: .action)
    guard version == AdminWire.version else {
      throw AdminRefusal(
        .version,
        "This server speaks version \(AdminWire.version) of the admin protocol: use the "
          + "facedown-server it was started from.")
    }
    guard let arguments = Self.arguments[action] else {
      throw AdminRefusal(
        .unknownAction,
        "There is no action \"\(action.printable(limit: 40))\": see facedown-server admin --help.")
    }
    let known = arguments.union([.admin, .action])
    for word in words {
      guard let key = Key(stringValue: word), !known.contains(key),
        try !fields.decodeNil(forKey: key)
      else { continue }
      throw AdminRefusal(.malformed, "\(action) takes no \"\(word)\": leave it out.")
    }
    self = try Self(action, fields).checked()
  }

  /// The request for a known action.
  private init(_ action: String, _ fields: KeyedDecodingContainer<Key>) throws {
    func text(_ key: Key) throws -> String? {
      try fields.decodeIfPresent(String.self, forKey: key)
    }
    func flag(_ key: Key) throws -> Bool {
      try fields.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    let reason = try text(.reason) ?? ""
    let length = try fields.decodeIfPresent(Int64.self, forKey: .seconds).map {
      Duration.seconds($0)
    }
    switch action {
    case "rooms": self = .rooms
    case "sessions": self = .sessions
    case "bans": self = .bans
    case "status": self = .status
    case "reload": self = .reload
    case "kick": self = .kick(session: try text(.session) ?? "", reason: reason)
    case "ban":
      let target = try BanTarget(key: text(.key), address: text(.address))
      self = .ban(target, lasting: length, reason: reason)
    case "unban": self = .unban(try BanTarget(key: text(.key), address: text(.address)))
    case "drain": self = try .drain(within: length, cancels: flag(.cancel))
    case "announce": self = .announce(try text(.text) ?? "")
    case "backup": self = .backup(path: try text(.path) ?? "", replaces: try flag(.force))
    default: preconditionFailure("The action \(action) has arguments and no request.")
    }
  }

  /// Writes the request as an object.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(AdminWire.version, forKey: .admin)
    try fields.encode(action, forKey: .action)
    switch self {
    case .rooms, .sessions, .bans, .status, .reload: break
    case .kick(let session, let reason):
      try fields.encode(session, forKey: .session)
      try fields.encodeIfPresent(reason.isEmpty ? nil : reason, forKey: .reason)
    case .ban(let target, let length, let reason):
      try target.encode(to: &fields)
      try fields.encodeIfPresent(length?.components.seconds, forKey: .seconds)
      try fields.encodeIfPresent(reason.isEmpty ? nil : reason, forKey: .reason)
    case .unban(let target): try target.encode(to: &fields)
    case .drain(let limit):
      try fields.encodeIfPresent(limit?.components.seconds, forKey: .seconds)
    case .cancelDrain: try fields.encode(true, forKey: .cancel)
    case .announce(let text): try fields.encode(text, forKey: .text)
    case .backup(let path, let replaces):
      try fields.encode(path, forKey: .path)
      try fields.encodeIfPresent(replaces ? true : nil, forKey: .force)
    }
  }
}

extension AdminRequest {
  /// Maximum characters of an announcement.
  static let longestText = 300
  /// The longest time span: ten years.
  static let mostSeconds: Int64 = 10 * 365 * 86_400

  /// A request to drain, or to stop draining.
  ///
  /// - Throws: `AdminRefusal` if it asks for both.
  static func drain(within limit: Duration?, cancels: Bool) throws(AdminRefusal) -> AdminRequest {
    guard cancels else { return .drain(within: limit) }
    guard limit == nil else {
      throw AdminRefusal(.badValue, "Give either a time limit for draining or cancel, not both.")
    }
    return .cancelDrain
  }

  /// The request with a blank reason left out.
  ///
  /// - Throws: `AdminRefusal` if a value is invalid.
  func checked() throws(AdminRefusal) -> AdminRequest {
    switch self {
    case .kick(let session, let reason):
      guard !session.isEmpty else {
        throw AdminRefusal(.malformed, "The request lacks \"session\".")
      }
      return .kick(session: session, reason: try reason.checkedReason())
    case .ban(let target, let length, let reason):
      try Self.check(length)
      return .ban(target, lasting: length, reason: try reason.checkedReason())
    case .drain(let limit): try Self.check(limit)
    case .announce(let text):
      guard !text.isBlank else {
        throw AdminRefusal(.badValue, "An announcement needs text: give one line.")
      }
      try text.check("An announcement", limit: Self.longestText)
    case .backup(let path, _):
      guard path.hasPrefix("/"), path.utf8.count < 4096, !path.utf8.contains(0) else {
        throw AdminRefusal(
          .badValue, "A backup's path must begin with / and be shorter than 4096 bytes.")
      }
    case .rooms, .sessions, .bans, .status, .reload, .unban, .cancelDrain: break
    }
    return self
  }

  private static func check(_ length: Duration?) throws(AdminRefusal) {
    guard let length else { return }
    guard (.seconds(1)...(.seconds(mostSeconds))).contains(length) else {
      throw AdminRefusal(.badValue, SpanText.Problem.bounds.description)
    }
  }
}

extension BanTarget {
  /// The target of a key or of an address.
  ///
  /// - Throws: `AdminRefusal` if it is neither or both, or invalid.
  init(key: String?, address: String?) throws(AdminRefusal) {
    switch (key, address) {
    case (let key?, nil):
      guard Self.isPlayerID(key) else {
        throw AdminRefusal(
          .badValue,
          "Name a key by its full player id, 32 letters and digits, as facedown-server admin "
            + "sessions prints it.")
      }
      self = .key(key)
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
      self = .address(range)
    default: throw AdminRefusal(.badValue, "Name either a key or an address.")
    }
  }

  fileprivate func encode(to fields: inout KeyedEncodingContainer<AdminRequest.Key>) throws {
    switch self {
    case .key(let id): try fields.encode(id, forKey: .key)
    case .address(let range): try fields.encode("\(range)", forKey: .address)
    }
  }
}

extension String {
  /// Whether it is only white space.
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The reason, empty if it is blank.
  fileprivate func checkedReason() throws(AdminRefusal) -> String {
    guard !isBlank else { return "" }
    try check("A reason", limit: Ban.longestReason)
    return self
  }

  fileprivate func check(_ name: String, limit: Int) throws(AdminRefusal) {
    let count = unicodeScalars.count
    guard count <= limit else {
      throw AdminRefusal(
        .badValue, "\(name) may have at most \(limit) characters and has \(count): shorten it.")
    }
    guard printable(limit: limit) == self else {
      throw AdminRefusal(
        .badValue,
        "\(name) must be one visible line: leave out line breaks and other invisible characters.")
    }
  }
}
