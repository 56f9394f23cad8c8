// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Logging
import MatchClient
import Protocol
import Settings

/// The settings of a server: a field for each value, and a row for each setting.
struct ServerSettings: SettingValues {
  var listen = ListenAddress.standard
  var publicNames: [PublicName] = []
  var data: String?
  var isInMemory = false
  var servesPage = true
  var waits = false
  var tlsCertificate: String?
  var tlsKey: String?
  var isSelfSigned = false
  var metrics: ListenAddress?
  /// The path of the admin socket, if it was set.
  var adminSocketPath: String?
  var logForm = LogForm.human
  var logLevel = Logger.Level.info
  var process = ProcessLimits()
  var client = ClientLimits()
  var address = AddressLimits()
  /// Whether the limits per address are enforced.
  var limitsAddresses = true
  var origins: [String] = []
  var trustedProxies: [String] = []
  /// Whether a proxy was declared other than by its address.
  var isBehindProxy = false
  var world = WorldSettings()
  /// The server whose matches a relay passes on.
  var owner: ServerURL?
  /// The only certificate that this server may present.
  var ownerFingerprint: CertificateFingerprint?
  /// The file with the key by which that server knows the relay.
  var identity: String?
  /// The relays whose counts of viewers are believed, by the ids of their keys.
  var trustedRelays: [String] = []

  static let listing = "facedown-server config"
  static let table = serving + worldSettings + relaying + processLimits + peerLimits + proxies

  /// Addresses, data, TLS and logs.
  static let serving: [Setting<Self>] = [
    Setting(
      "listen",
      .one(\.listen, .hostAndPort(example: "127.0.0.1:7777 or [::1]:7777")),
      "Address to listen on; port 0 picks a free port.", valueName: "host:port"),
    Setting(
      "public-name", .list(\.publicNames, .publicName),
      "The name players dial, against which their keys are proven; may be repeated.",
      more: """
        A host name or an address, with the port if it differs from the one listened on, as behind \
        a proxy. Default: localhost and the listen address. Web pages may call the server by these \
        names, by an IP address, by localhost and by the machine's own name only.
        """, valueName: "host[:port]"),
    Setting(
      "data", .optional(\.data, .folder), "The data folder, where matches are kept.",
      more: """
        Only one server at a time can use it. Default: $STATE_DIRECTORY, else \
        $XDG_STATE_HOME/facedown, else ~/.local/state/facedown.
        """, valueName: "folder"),
    Setting(
      "in-memory", .one(\.isInMemory, .trueOrFalse),
      "Keep matches in memory only: they end with the server."),
    Setting(
      "web", .one(\.servesPage, .trueOrFalse),
      "Serve the page in which browsers play and watch, at / and at the rooms' links."),
    Setting(
      "wait", .one(\.waits, .trueOrFalse),
      "Wait for another server to release the folder or the port, then take over."),
    Setting(
      "tls-certificate", .optional(\.tlsCertificate, .file),
      "Certificate chain for wss://, PEM.",
      more: "Reloaded on SIGHUP. Open connections keep the old certificate.", valueName: "file",
      change: .forNewConnections),
    Setting(
      "tls-key", .optional(\.tlsKey, .file), "Private key of the certificate, PEM.",
      valueName: "file", change: .forNewConnections),
    Setting(
      "tls-self-signed", .one(\.isSelfSigned, .trueOrFalse),
      "Create a self-signed certificate for wss:// at start and print its fingerprint."),
    Setting(
      "metrics", .optional(\.metrics, .hostAndPort(example: "127.0.0.1:9464")),
      "Address that serves /metrics, /healthz and /readyz; port 0 picks a free port.",
      more: "Plain HTTP without a password: keep it on this machine, or on a private network.",
      valueName: "host:port", standardInWords: "off"),
    Setting(
      "admin-socket", .optional(\.adminSocketPath, .file),
      "Path of the Unix socket for facedown-server admin.", valueName: "path",
      standardInWords: "admin.sock in the data folder"),
    Setting(
      "log-format", .one(\.logForm, .choice()),
      "Log format: for people, or one JSON object per line.", valueName: "format"),
    Setting(
      "log-level", .one(\.logLevel, .choice()), "Minimum level to log.", valueName: "level",
      change: .atOnce),
  ]

  /// Where a relay gets its matches.
  static let relaying: [Setting<Self>] = [
    Setting(
      "of", .optional(\.owner, .serverURL),
      "The server whose matches are passed on, for relay only.",
      more: "Another relay will do as well; at most four may stand in a row.", valueName: "url"),
    Setting(
      "of-fingerprint", .optional(\.ownerFingerprint, .fingerprint),
      "Trust that server's certificate by its fingerprint only, such as a self-signed one.",
      valueName: "sha256"),
    Setting(
      "identity", .optional(\.identity, .file),
      "The relay's own key, PEM, by which that server believes how many watch here.",
      more: """
        Made by facedown identity --make FILE, which prints the player's id to name there by trusted-relay. \
        Without it, the relay counts there as one spectator.
        """, valueName: "file"),
  ]

  // The limits' ranges go from barely playable to technically possible.

  /// Limits for all peers together.
  static let processLimits = [
    limit(
      "max-connections", \.process.connections, 1...1_000_000, "Maximum number of connections."),
    limit("max-rooms", \.process.rooms, 1...1_000_000, "Maximum number of rooms."),
    limit(
      "max-sessions", \.process.sessions, 1...10_000_000,
      "Maximum number of sessions, including those waiting for their clients to reconnect."),
    limit(
      "max-wrong-codes", \.process.wrongCodes.eachMinute, 1...10_000_000,
      "Unknown room codes per minute from all peers together; beyond that, peers that tried one "
        + "recently must wait."),
  ]

  /// Limits per connection and per address.
  static let peerLimits = [
    limit(
      "messages", \.client.messagesPerSecond, 5...10_000,
      "Messages per second on each connection.", change: .forNewConnections),
    limit(
      "message-burst", \.client.messageBurst, 10...100_000,
      "Messages one connection may send in a burst.", change: .forNewConnections),
    limit(
      "intents", \.client.intentsPerSecond, 1...1_000, "Intents per second on each connection.",
      change: .forNewConnections),
    limit(
      "message-bytes", \.client.messageBytes, 1_024...65_536,
      "Maximum size of a message, in bytes.", valueName: "bytes", change: .forNewConnections),
    limit(
      "read-bytes", \.client.bytesPerSecond, 4_096...1 << 30,
      "Bytes read per second from each connection.", valueName: "bytes",
      change: .forNewConnections),
    limit(
      "address-connections", \.address.connections, 1...1_000_000,
      "Maximum number of connections per address."),
    limit(
      "address-new-connections", \.address.newConnections.eachSecond, 1...100_000,
      "New connections per second from each address."),
    limit(
      "address-rooms", \.address.rooms.eachMinute, 1...100_000,
      "Rooms opened per minute from each address."),
    limit(
      "address-wrong-codes", \.address.wrongCodes.eachMinute, 1...100_000,
      "Unknown room codes per minute from each address."),
    Setting(
      "address-limits", .one(\.limitsAddresses, .trueOrFalse), "Enforce the limits per address.",
      change: .atOnce),
    Setting(
      "limit-loopback", .one(\.address.countsLoopback, .trueOrFalse),
      "Apply these limits to this machine's own addresses as well.", change: .atOnce),
  ]

  /// Web pages and proxies.
  static let proxies: [Setting<Self>] = [
    Setting(
      "allow-origin", .list(\.origins, .origin),
      "Allow web pages of this origin, besides those of the server's own host; * allows all.",
      more: "May be repeated.", valueName: "origin", change: .atOnce),
    Setting(
      "trusted-proxy", .list(\.trustedProxies, .addresses),
      "Trust the proxy at this address to name its clients (X-Forwarded-For).",
      more: """
        An address like 192.0.2.7, or a block like 172.18.0.0/16 if the proxy's address changes: \
        every address in it is trusted. May be repeated.
        """, valueName: "address[/bits]", change: .atOnce),
    Setting(
      "trusted-relay", .list(\.trustedRelays, .keyID),
      "Believe how many viewers the relay with this key has; may be repeated.",
      more: """
        The player's id that facedown identity prints for the key's file, 32 characters. Any other relay counts \
        as one spectator. A key that is named here is a relay's, not a player's: it may be in use over \
        several connections.
        """, valueName: "id", change: .atOnce),
    Setting(
      "behind-proxy", .one(\.isBehindProxy, .trueOrFalse),
      "The server is behind a proxy: round trips measured by the kernel are the proxy's.",
      change: .forNewConnections),
  ]

  private static func limit(
    _ name: String, _ path: any WritableKeyPath<Self, Int> & Sendable, _ range: ClosedRange<Int>,
    _ abstract: String, valueName: String = "count", change: Setting<Self>.Change = .atOnce
  ) -> Setting<Self> {
    Setting(
      name, .one(path, .number(range)), abstract, valueName: valueName, change: change)
  }
}

extension TokenBucket.Rate {
  /// A number per minute, all of them at once if need be.
  fileprivate var eachMinute: Int {
    get { Int(burst) }
    set { self = .perMinute(Double(newValue)) }
  }

  /// A number per second, twice as many at once.
  fileprivate var eachSecond: Int {
    get { Int(perSecond) }
    set { self = TokenBucket.Rate(burst: Double(newValue) * 2, perSecond: Double(newValue)) }
  }
}
