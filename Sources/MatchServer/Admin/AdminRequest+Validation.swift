// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Requests from the fields of the wire and back, and the checks that the command makes as well.

extension AdminRequest {
  /// Maximum characters of an announcement.
  static let longestText = 300
  /// The longest time span: ten years.
  static let mostSeconds: Int64 = 10 * 365 * 86_400

  /// Requests without arguments, by name.
  private static let plain = Dictionary(
    uniqueKeysWithValues: [rooms, sessions, bans, status, reload].map { ($0.action, $0) })

  /// The request that `fields` make.
  ///
  /// - Throws: `AdminRefusal` if a value is invalid, missing or does not belong.
  init(_ fields: AdminFields) throws(AdminRefusal) {
    guard let version = try fields.number(.admin), let action = try fields.text(.action) else {
      throw .unreadable
    }
    guard version == AdminWire.version else {
      throw AdminRefusal(
        .version,
        "This server speaks version \(AdminWire.version) of the admin protocol: use the "
          + "facedown-server it was started from.")
    }
    if let plain = Self.plain[action] {
      try fields.allow(of: action)
      self = plain
      return
    }
    let length = try fields.number(.seconds).map { Duration.seconds($0) }
    let reason = try fields.text(.reason) ?? ""
    let request: AdminRequest
    switch action {
    case "kick":
      try fields.allow(.session, .reason, of: action)
      request = .kick(session: try fields.text(.session) ?? "", reason: reason)
    case "ban":
      try fields.allow(.key, .address, .seconds, .reason, of: action)
      request = .ban(try BanTarget(fields), lasting: length, reason: reason)
    case "unban":
      try fields.allow(.key, .address, of: action)
      request = .unban(try BanTarget(fields))
    case "drain":
      try fields.allow(.seconds, .cancel, of: action)
      request = try Self.drain(within: length, cancels: try fields.flag(.cancel))
    case "announce":
      try fields.allow(.text, of: action)
      request = .announce(try fields.text(.text) ?? "")
    case "backup":
      try fields.allow(.path, .force, of: action)
      request = .backup(path: try fields.text(.path) ?? "", replaces: try fields.flag(.force))
    default:
      throw AdminRefusal(
        .unknownAction,
        "There is no action \"\(action.printable(limit: 40))\": see facedown-server admin --help.")
    }
    self = try request.checked()
  }

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

  /// Its fields on the wire.
  var fields: AdminFields {
    var fields = AdminFields(action)
    switch self {
    case .rooms, .sessions, .bans, .status, .reload: break
    case .kick(let session, let reason):
      fields[.session] = .text(session)
      if !reason.isEmpty { fields[.reason] = .text(reason) }
    case .ban(let target, let length, let reason):
      target.add(to: &fields)
      fields[.seconds] = length.map { .number($0.components.seconds) }
      if !reason.isEmpty { fields[.reason] = .text(reason) }
    case .unban(let target): target.add(to: &fields)
    case .drain(let limit): fields[.seconds] = limit.map { .number($0.components.seconds) }
    case .cancelDrain: fields[.cancel] = .flag(true)
    case .announce(let text): fields[.text] = .text(text)
    case .backup(let path, let replaces):
      fields[.path] = .text(path)
      if replaces { fields[.force] = .flag(true) }
    }
    return fields
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
  /// The target that a request names.
  fileprivate init(_ fields: AdminFields) throws(AdminRefusal) {
    try self.init(key: fields.text(.key), address: fields.text(.address))
  }

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

  fileprivate func add(to fields: inout AdminFields) {
    switch self {
    case .key(let id): fields[.key] = .text(id)
    case .address(let range): fields[.address] = .text("\(range)")
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
