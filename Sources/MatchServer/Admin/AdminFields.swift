// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Protocol

/// The fields of a request's line: each argument's name and type.
struct AdminFields: Codable {
  /// The names on the wire.
  enum CodingKeys: String, CodingKey {
    case admin, session, key, address, seconds, reason, text, path, force, cancel, code, node, move,
      dry
    case action = "do"
  }

  var admin = AdminWire.version
  var action: String
  var session: String?
  var key: String?
  var address: String?
  var seconds: Int64?
  var reason: String?
  var text: String?
  var path: String?
  var force: Bool?
  var cancel: Bool?
  var code: String?
  var node: String?
  var move: Bool?
  var dry: Bool?

  /// The length of time, if one is given.
  fileprivate var length: Duration? {
    get { seconds.map { .seconds($0) } }
    set { seconds = newValue?.components.seconds }
  }
}

// Each action stands twice: as the request of its fields, and as the fields of its request.

extension AdminRequest {
  /// The request of a line's fields, not checked further.
  ///
  /// - Throws: `AdminRefusal` if there is no such action, or its values do not go together.
  init(_ fields: AdminFields) throws(AdminRefusal) {
    guard fields.admin == AdminWire.version else {
      throw AdminRefusal(
        .version,
        "This server speaks version \(AdminWire.version) of the admin protocol: use the "
          + "facedown-server it was started from.")
    }
    let reason = fields.reason ?? ""
    switch fields.action {
    case "rooms": self = .rooms
    case "sessions": self = .sessions
    case "bans": self = .bans
    case "status": self = .status
    case "reload": self = .reload
    case "nodes": self = .nodes
    case "world": self = .world
    case "refill": self = .refill(isDry: fields.dry ?? false)
    case "move": self = .move(code: fields.code ?? "", to: fields.node)
    case "kick": self = .kick(session: fields.session ?? "", reason: reason)
    case "ban":
      let target = try BanTarget(key: fields.key, address: fields.address)
      self = .ban(target, lasting: fields.length, reason: reason)
    case "unban": self = .unban(try BanTarget(key: fields.key, address: fields.address))
    case "drain":
      self = try .drain(
        within: fields.length, moves: fields.move ?? false, cancels: fields.cancel ?? false)
    case "announce": self = .announce(fields.text ?? "")
    case "backup": self = .backup(path: fields.path ?? "", replaces: fields.force ?? false)
    default:
      throw AdminRefusal(
        .unknownAction,
        "There is no action \"\(fields.action.printable(limit: 40))\": see facedown-server admin "
          + "--help.")
    }
  }
}

extension AdminFields {
  /// All fields of a request.
  init(_ request: AdminRequest) {
    switch request {
    case .rooms: action = "rooms"
    case .sessions: action = "sessions"
    case .bans: action = "bans"
    case .status: action = "status"
    case .reload: action = "reload"
    case .nodes: action = "nodes"
    case .world: action = "world"
    case .refill(let isDry):
      action = "refill"
      dry = isDry
    case .move(let code, let node):
      action = "move"
      self.code = code
      self.node = node
    case .kick(let session, let reason):
      action = "kick"
      self.session = session
      self.reason = reason
    case .ban(let target, let length, let reason):
      action = "ban"
      (key, address) = target.fields
      self.length = length
      self.reason = reason
    case .unban(let target):
      action = "unban"
      (key, address) = target.fields
    case .drain(let limit, let moves):
      action = "drain"
      length = limit
      move = moves
      cancel = false
    case .cancelDrain:
      action = "drain"
      cancel = true
    case .announce(let text):
      action = "announce"
      self.text = text
    case .backup(let path, let replaces):
      action = "backup"
      self.path = path
      force = replaces
    }
  }
}

extension AdminFields {
  /// The fields that say something.
  var shortened: AdminFields {
    var fields = self
    if reason == "" { fields.reason = nil }
    if force == false { fields.force = nil }
    if cancel == false { fields.cancel = nil }
    if move == false { fields.move = nil }
    if dry == false { fields.dry = nil }
    return fields
  }
}

extension BanTarget {
  /// The key, or the address.
  fileprivate var fields: (key: String?, address: String?) {
    switch self {
    case .key(let id): (id, nil)
    case .address(let range): (nil, "\(range)")
    }
  }
}
