// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import MatchClient
import Settings
import Wire

/// The settings of a node of a world.
struct WorldSettings: Sendable {
  var servers: [String] = []
  var name: String?
  var nodeName: String?
  var nodeURL: String?
  var credentials: String?
  var system: String?
  var systemCredentials: String?
  var authorities: String?
  var certificate: String?
  var key: String?
  var restHours: Int?
  var acceptsUnsynced = false
}

extension ServerSettings {
  /// A world of many nodes.
  static let worldSettings: [Setting<Self>] = [
    Setting(
      "nats", .list(\.world.servers, .natsServer),
      "NATS servers whose JetStream keeps the journal of a world of several nodes; may be repeated.",
      more: """
        One of a cluster is enough: it names the others. The address may have user:password@ before the \
        host. Needs --world and --node-url, and takes the place of --data.
        """, valueName: "url"),
    Setting(
      "world", .optional(\.world.name, .nodeName), "The name of the world: a-z, 0-9 and -.",
      valueName: "name"),
    Setting(
      "node-name", .optional(\.world.nodeName, .nodeName),
      "This node's name in the world, which no other node has.", valueName: "name",
      standardInWords: "the machine's name"),
    Setting(
      "node-url", .optional(\.world.nodeURL, .nodeURL),
      "Where clients reach this very node.",
      more: """
        The world's own host with this node's port or path, such as wss://play.example.org/n/2, or a \
        host below it, such as wss://n2.play.example.org: clients follow to no other.
        """, valueName: "url"),
    Setting(
      "nats-credentials", .optional(\.world.credentials, .file),
      "File that shows the NATS servers who this is: user:password, or credentials as nsc writes them.",
      valueName: "file"),
    Setting(
      "nats-system", .optional(\.world.system, .natsServer),
      "Address with the user and password of the system account, over which the servers are checked.",
      valueName: "url"),
    Setting(
      "nats-system-credentials", .optional(\.world.systemCredentials, .file),
      "File that shows who this is in the system account, in place of --nats-system.",
      valueName: "file"),
    Setting(
      "nats-ca", .optional(\.world.authorities, .file),
      "Certificates by which the NATS servers' own are checked, PEM.", valueName: "file",
      standardInWords: "the system's"),
    Setting(
      "nats-certificate", .optional(\.world.certificate, .file),
      "This node's certificate for the NATS servers, PEM.", valueName: "file"),
    Setting(
      "nats-key", .optional(\.world.key, .file), "Private key of that certificate, PEM.",
      valueName: "file"),
    Setting(
      "world-rest-hours",
      .optional(\.world.restHours, .number(WorldRecord.World.possibleRestHours)),
      "How many hours the world keeps the code and the log of a closed room.",
      more: """
        Until then the code opens no other room, and replays can be watched. It counts for the whole \
        world: nodes learn it within a minute. See docs/fleet.md for what it costs.
        """, valueName: "hours", standardInWords: "what the world has, 720 in a new one"),
    Setting(
      "journal-unsynced", .one(\.world.acceptsUnsynced, .trueOrFalse),
      "Accept NATS servers that acknowledge what is not on their disks, or cannot be checked.",
      more: "A power cut may then lose matches. /readyz, the log and a metric say so."),
  ]
}

extension SettingForm where Value == String {
  /// The address of a NATS server; listings hide its password.
  static var natsServer: SettingForm {
    SettingForm { word in
      NATSAddress(word).map { _ in word }
    } word: { word in
      NATSAddress(word)?.hidden ?? word
    } remedy: { _ in
      "give an address like nats://nats1.example.org:4222 or tls://user:password@nats1.example.org"
    }
  }

  /// The name of a world or a node.
  static var nodeName: SettingForm {
    text("give 1 to 32 of a-z, 0-9 and -") { NodeID.isName($0) }
  }

  /// The address of a node: scheme, host, and perhaps a port and a path of two segments, one that
  /// cannot be mistaken for a link to a room.
  static var nodeURL: SettingForm {
    text("give an address like wss://n2.play.example.org or wss://play.example.org/n/2") { word in
      // It is no link for browsers.
      guard word.hasPrefix("ws"), word.last != "/", word.utf8.allSatisfy({ $0 < 0x80 }) else {
        return false
      }
      return (try? ServerURL(word)).map { $0.code == nil } ?? false
    }
  }
}

/// The address of a NATS server: `nats://` or `tls://`, perhaps `user:password@`, host and port.
struct NATSAddress: Hashable, Sendable {
  /// The address without user and password.
  let server: String
  /// The user; nil for none.
  let user: String?
  /// The password; nil for none.
  let password: String?

  /// Parses an address; nil for anything else.
  init?(_ text: String) {
    guard let scheme = ["nats://", "tls://"].first(where: { text.hasPrefix($0) }) else {
      return nil
    }
    let rest = text.dropFirst(scheme.count)
    let parts = rest.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.last, !host.isEmpty,
      host.allSatisfy({ $0.isASCII && !"/ ".contains($0) })
    else { return nil }
    server = scheme + host
    guard parts.count == 2 else {
      (user, password) = (nil, nil)
      return
    }
    guard let colon = parts[0].firstIndex(of: ":"), colon != parts[0].startIndex else { return nil }
    user = String(parts[0][..<colon])
    password = String(parts[0][parts[0].index(after: colon)...])
  }

  /// The address with three stars for the password.
  var hidden: String {
    guard let user, let range = server.firstRange(of: "://") else { return server }
    return "\(server[..<range.upperBound])\(user):***@\(server[range.upperBound...])"
  }
}
