// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Journal
import Protocol

/// A validated admin request.
package enum AdminRequest: Hashable, Sendable {
  /// List rooms.
  case rooms
  /// List connected sessions.
  case sessions
  /// End a session: its connection closes, and its tokens become invalid.
  case kick(session: String, reason: String)
  /// Ban a target, for a time or until it is lifted.
  case ban(BanTarget, lasting: Duration?, reason: String)
  /// List bans.
  case bans
  /// Lift a ban.
  case unban(BanTarget)
  /// Start no new matches; stop when the running ones are over, or after a time; with `moves` hand
  /// every room over to other nodes and stop then.
  case drain(within: Duration?, moves: Bool = false)
  /// Stop draining.
  case cancelDrain
  /// Show a message to everyone connected.
  case announce(String)
  /// Report the server's state.
  case status
  /// List the world's nodes.
  case nodes
  /// Report the world's state, and list its streams.
  case world
  /// Write back what this node remembers of the world, or only compare it.
  case refill(isDry: Bool)
  /// Hand the room with this code over to a node, or to the emptiest.
  case move(code: String, to: String?)
  /// Reload the configuration.
  case reload
  /// Copy the journal to a file; replace an existing file only if asked.
  case backup(path: String, replaces: Bool)

  /// Its name on the wire and in the audit log.
  package var action: String { AdminFields(self).action }
}

/// A request's number in this process, to route its answer.
package struct AdminRequestID: Hashable, Sendable {
  /// The number.
  package var rawValue: UInt64

  /// Request number `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
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
  static func drain(
    within limit: Duration?, moves: Bool, cancels: Bool
  ) throws(AdminRefusal) -> AdminRequest {
    guard cancels else { return .drain(within: limit, moves: moves) }
    guard limit == nil, !moves else {
      throw AdminRefusal(.badValue, "Cancel a drain with neither a time limit nor move.")
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
    case .drain(let limit, _): try Self.check(limit)
    case .move(let code, let node):
      guard (1...16).contains(code.utf8.count), code.allSatisfy({ $0.isASCII }) else {
        throw AdminRefusal(.badValue, "Name the room to move by its code, as rooms lists it.")
      }
      guard node.map({ NodeID.isName($0) }) ?? true else {
        throw AdminRefusal(.badValue, "Name the node as nodes lists it: a-z, 0-9 and -.")
      }
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
    case .rooms, .sessions, .bans, .status, .nodes, .world, .refill, .reload, .unban, .cancelDrain:
      break
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
      guard KeyProof.isPlayerID(key) else {
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
