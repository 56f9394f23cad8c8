// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import Logging
import MatchClient
import MatchFixtures
import Protocol
import Settings
import Testing

@testable import MatchServer

@Suite("Server settings", .timeLimit(.minutes(1)))
struct ServerSettingsTests {
  private func settings(
    _ arguments: [String] = [], _ variables: [String: String] = [:], file: String? = nil,
    ofRelay: Bool = false
  ) throws -> MergedSettings<ServerSettings> {
    let folder = try TemporaryFolder()
    var given =
      try ofRelay
      ? RelayArguments.parse(arguments).given : ServerArguments.parse(arguments).given
    if let file {
      try folder.write(Array(file.utf8), to: "server.yaml")
      given.file = folder.path + "/server.yaml"
    }
    return try given.merged(variables)
  }

  /// The problems of the given settings.
  private func problem(
    _ arguments: [String] = [], _ variables: [String: String] = [:], file: String? = nil
  ) -> String {
    let error = #expect(throws: SettingsProblem.self) {
      try settings(arguments, variables, file: file)
    }
    return error?.description ?? ""
  }

  @Test("have the defaults if nothing is set")
  func standard() throws {
    let settings = try settings()
    let values = settings.values
    #expect(values.limits == ServerLimits())
    #expect(values.listen == .standard && values.publicNames.isEmpty)
    #expect(values.logLevel == .info && values.logForm == .human)
    #expect(values.certificateFiles == nil && settings.warnings.isEmpty)
    for setting in ServerSettings.table { #expect(settings.source(setting) == .standard) }
  }

  @Test("come from the flags, then the environment, then the file")
  func precedence() throws {
    let file = "max-rooms: 3\nmax-sessions: 3\nmax-connections: 3\nwait: true\nin-memory: true"
    let settings = try settings(
      ["--max-rooms", "1", "--no-wait"], ["FACEDOWN_MAX_ROOMS": "2", "FACEDOWN_MAX_SESSIONS": "2"],
      file: file)
    let (values, process) = (settings.values, settings.values.process)
    #expect(process.rooms == 1 && settings.source(Setting(\.process.rooms)) == .flag)
    #expect(process.sessions == 2)
    #expect(
      settings.source(Setting(\.process.sessions)) == .environment("FACEDOWN_MAX_SESSIONS"))
    #expect(process.connections == 3)
    #expect(settings.place(Setting(\.process.connections)).hasSuffix("/server.yaml:3"))
    #expect(!values.waits && values.isInMemory)
  }

  @Test("can be given by every source", arguments: ServerSettings.table)
  func everySetting(setting: Setting<ServerSettings>) throws {
    let value = try sample(setting)
    let flag = setting.field.kind.isToggle ? [setting.flag] : [setting.flag, value]
    // Settings that require each other are given together.
    let partners = [
      "tls-key": ["--tls-certificate", "other.pem"], "tls-certificate": ["--tls-key", "other.pem"],
      "of-fingerprint": ["--of", "wss://play.example.org"],
      "identity": ["--of", "wss://play.example.org"],
    ]
    var beside = partners[setting.name] ?? []
    if ServerSettings.worldSettings.contains(where: { $0.name == setting.name }) {
      let world = [
        ("nats", "nats://192.0.2.1"), ("world", "w"), ("node-url", "ws://n"),
        ("nats-key", "other.pem"), ("nats-certificate", "other.pem"),
      ]
      beside = world.filter { $0.0 != setting.name }.flatMap { ["--\($0.0)", $0.1] }
    }
    let isRelays = ServerSettings.relaying.contains(setting)
    for words in [
      try settings(flag + beside, ofRelay: isRelays).words(setting),
      try settings(beside, [setting.variable: value], ofRelay: isRelays).words(setting),
      try settings(beside, file: "\(setting.name): '\(value)'", ofRelay: isRelays).words(setting),
    ] { #expect(words == [value]) }
    let help =
      isRelays
      ? RelayArguments.helpMessage(columns: 200) : ServerArguments.helpMessage(columns: 200)
    #expect(help.contains(setting.flag), "\(setting.flag) is not among the flags.")
  }

  /// A value other than the default.
  private func sample(_ setting: Setting<ServerSettings>) throws -> String {
    switch setting.field.kind {
    case .toggle: "true"
    case .number(let range): "\(range.lowerBound + 1)"
    case .word(let words): words[words.count - 1]
    case .path: "some.pem"
    case .text:
      try #require(
        [
          "192.0.2.7:7000", "play.example.org", "wss://play.example.org:443",
          "https://play.example.org", "192.0.2.0/24", "nats://192.0.2.7:4222", "north-2",
          Self.fingerprint, Self.relay,
        ].first { setting.field.remedy($0) == nil })
    }
  }

  /// A certificate's fingerprint.
  private static let relay = "kzdvvj2umnduyauf35o36k6kw462mujv"
  private static let fingerprint = [String](repeating: "5A", count: 32).joined(separator: ":")

  @Test("of a relay are those of a server without data, and name the server that it relays")
  func relay() throws {
    let values = try settings(["--of", "wss://play.example.org"], ofRelay: true).values
    let options = try values.serverOptions(outlivesItsInput: true, relays: true).0
    #expect(options.owner?.url.description == "wss://play.example.org:443")
    #expect(options.owner?.trust == .system && options.farewell == .stopping)
    #expect(options.dataPath == nil && options.adminSocket == nil)
    #expect(throws: (any Error).self) { try RelayArguments.parse(["--data", "folder"]) }
    #expect(throws: (any Error).self) { try ServerArguments.parse(["--of", "ws://a"]) }
    // A file may be shared with a server.
    let shared = try settings(file: "of: ws://192.0.2.7:7777\nin-memory: true").values
    #expect(try shared.serverOptions(outlivesItsInput: true).0.owner == nil)
  }

  @Test(
    "of a relay need the address of a server, without a room",
    arguments: ["", "--of=play.example.org", "--of=wss://play.example.org/K7QF2", "--of=ws://"])
  func relayWithoutOwner(flag: String) {
    #expect(throws: SettingsProblem.self) {
      try settings(flag.isEmpty ? [] : [flag], ofRelay: true)
    }
  }

  @Test("become the limits of a server core")
  func bounds() throws {
    let limits = try settings([
      "--max-connections", "7", "--max-rooms", "3", "--allow-origin", "https://a.example",
      "--allow-origin", "https://b.example", "--trusted-proxy", "::1", "--limit-loopback",
      "--messages", "30", "--message-burst", "90", "--intents", "6", "--message-bytes", "8192",
      "--read-bytes", "131072", "--address-connections", "8", "--address-new-connections", "3",
      "--address-rooms", "4", "--address-wrong-codes", "5", "--max-sessions", "40",
      "--max-wrong-codes", "50", "--trusted-relay", Self.relay,
    ]).values.limits
    #expect(limits.process.connections == 7 && limits.process.rooms == 3)
    #expect(limits.process.sessions == 40 && limits.process.wrongCodes == .perMinute(50))
    #expect(limits.origins.allowed == ["https://a.example", "https://b.example"])
    #expect(limits.trustedProxies == ["::1"] && limits.isBehindProxy)
    #expect(limits.trustedRelays == [Self.relay])
    #expect(
      limits.client
        == ClientLimits(
          messageBytes: 8_192, bytesPerSecond: 131_072, messageBurst: 90, messagesPerSecond: 30,
          intentsPerSecond: 6))
    let address = try #require(limits.address)
    #expect(address.countsLoopback && address.connections == 8)
    #expect(address.rooms == .perMinute(4) && address.wrongCodes == .perMinute(5))
    #expect(address.newConnections == .init(burst: 6, perSecond: 3))
    #expect(try settings(["--no-address-limits"]).values.limits.address == nil)
    #expect(try settings([], ["FACEDOWN_ADDRESS_LIMITS": "no"]).values.limits.address == nil)
  }

  @Test("may have several words, separated by commas in the environment")
  func lists() throws {
    let variables = ["FACEDOWN_PUBLIC_NAME": "a.example, 192.0.2.7:443"]
    #expect(
      try settings([], variables).values.publicNames
        == [PublicName(host: "a.example"), PublicName(host: "192.0.2.7", port: 443)])
    #expect(
      try settings([], file: "public-name: a.example").values.publicNames.map(\.host)
        == ["a.example"])
  }

  @Test(
    "are rejected alike from every source if they are invalid",
    arguments: [
      ("max-rooms", "many", "is \"many\": give a whole number from 1 to 1000000."),
      ("max-rooms", "0", "is \"0\": give a whole number"), ("max-sessions", "1e3", "whole number"),
      ("max-connections", "99999999999999999999", "whole number from 1 to 1000000"),
      ("intents", "1001", "is \"1001\": give a whole number from 1 to 1000."),
      ("trusted-relay", "relay", "give the player's id that facedown identity prints"),
      ("trusted-proxy", "proxy", "is \"proxy\": give an address"),
      ("allow-origin", "a.example", "is \"a.example\": give an origin like"),
      ("trusted-proxy", "10.0.0.0/33", "or a block of them like 192.0.2.0/24."),
      ("listen", "7777", "is \"7777\": give HOST:PORT such as 127.0.0.1:7777"),
      ("listen", "127.0.0.1:70000", "with a port from 0 to 65535."),
      ("listen", "999.1.1.1:7777", "its host looks like an address but is not one"),
      ("listen", "[fe80::zz]:7777", "its host looks like an address but is not one"),
      ("metrics", "9464", "give HOST:PORT such as 127.0.0.1:9464, with a port from 0 to 65535."),
      ("public-name", "a.example:70000", "with a port from 1 to 65535 if it needs one"),
      ("log-level", "loud", "choose one of trace"),
      ("log-format", "xml", "choose one of human, json."),
      ("public-name", "a b", "give a host name or an address"),
    ])
  func wrong(name: String, value: String, sentence: String) throws {
    let setting = try #require(Setting<ServerSettings>.named(name))
    #expect(problem([setting.flag, value]).hasPrefix("\(setting.flag) "))
    for said in [
      problem([setting.flag, value]), problem([], [setting.variable: value]),
      problem(file: "wait: true\n\(name): '\(value)'"),
    ] {
      #expect(said.contains(sentence), "\(said)")
    }
    #expect(problem([], [setting.variable: value]).hasPrefix("\(setting.variable) is "))
    #expect(problem(file: "wait: true\n\(name): '\(value)'").contains("server.yaml:2: \(name) is "))
  }

  @Test("are rejected with all problems: those of the flags, then of the file by line")
  func everything() {
    let problem = #expect(throws: SettingsProblem.self) {
      try settings(
        ["--intents", "many"], ["FACEDOWN_LOG_LEVEL": "loud"],
        file: "trusted-proxy: [a, b]\nmax-roms: 5\nwait: [1]\nmax-rooms: many\nbanana: 1\nlisten: 1"
      )
    }
    let places = (problem?.sentences ?? []).map { sentence in
      sentence.split(separator: "server.yaml:").last?.prefix { $0 != ":" && $0 != " " } ?? ""
    }
    #expect(
      places == ["FACEDOWN_LOG_LEVEL", "--intents", "1", "1", "2", "3", "4", "5", "6"]
        || places == ["--intents", "FACEDOWN_LOG_LEVEL", "1", "1", "2", "3", "4", "5", "6"],
      "\(problem?.description ?? "")")
    let mixed = self.problem(["--in-memory"], file: "banana: 1\ndata: /x")
    #expect(mixed.contains(":1: there is no setting") && mixed.contains("Give either --data"))
  }

  @Test(
    "may contain any valid host to listen on",
    arguments: [
      "0.0.0.0:1", "[::]:0", ":::7", "[fe80::1%eth0]:7777", "localhost:7", "1.club:65535",
    ])
  func hosts(host: String) throws {
    #expect(try settings(["--listen", host]).values.listen == ListenAddress(argument: host))
  }

  @Test("are rejected from any source if the admin socket's path is too long")
  func longSocket() {
    let path = "/" + String(repeating: "x", count: 120)
    #expect(problem(["--data", path]).contains("in the data folder, set by --data"))
    #expect(
      problem([], ["FACEDOWN_ADMIN_SOCKET": path]).contains("121 bytes and may have at most 107"))
    #expect(problem([], ["FACEDOWN_ADMIN_SOCKET": path]).contains("set by FACEDOWN_ADMIN_SOCKET"))
    #expect(throws: Never.self) { try settings(["--data", path, "--admin-socket", "/run/x.sock"]) }
  }

  @Test("are not rejected for an invalid value that another source overrides")
  func outranked() throws {
    #expect(
      try settings(["--max-rooms", "5"], ["FACEDOWN_MAX_ROOMS": "many"]).values.process.rooms
        == 5)
  }

  @Test("are rejected if they contradict each other, from any source")
  func contradictions() {
    #expect(
      problem(["--data", "/x", "--in-memory"]).hasPrefix("Give either --data or --in-memory"))
    let mixed = problem(["--in-memory"], ["FACEDOWN_DATA": "/x"])
    #expect(mixed.contains("data is /x (FACEDOWN_DATA), and in-memory is true (--in-memory)"))
    #expect(
      problem(file: "tls-key: k.pem").contains("server.yaml:1), and there is no tls-certificate"))
    #expect(problem(["--tls-certificate", "c.pem"]).contains("there is no tls-key"))
    #expect(
      problem(["--tls-certificate", "c", "--tls-key", "k", "--tls-self-signed"])
        .contains("Give either --tls-self-signed or a certificate"))
    let names = (0..<9).flatMap { ["--public-name", "host\($0).example"] }
    #expect(problem(names).contains("at most 8 times"))
    #expect(problem(["--data", ""]).contains("it names no folder: give its path"))
  }

  @Test("draw a warning for variables like a setting's, but not for the client's")
  func variables() throws {
    let variables = [
      "FACEDOWN_MAXROOMS": "5", "FACEDOWN_PALETTE": "dark", "FACEDOWN_IDENTITY": "guest",
      "FACEDOWN_FUZZ": "1", "FACEDOWN_UPDATE_GOLDEN": "1", "FACEDOWN_NAME": "Eve", "PATH": "/bin",
      "FACEDOWN_MAX_ROOMS": "",
    ]
    let settings = try settings([], variables)
    #expect(
      settings.warnings == [
        "FACEDOWN_MAXROOMS is ignored: there is no such setting. Did you mean FACEDOWN_MAX_ROOMS?"
      ])
    #expect(
      settings.source(Setting(\.process.rooms)) == .standard, "An empty variable says nothing.")
  }

  @Test("come from the file that the command line names, or else the environment")
  func file() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("max-rooms: 4".utf8), to: "a.yaml")
    try folder.write(Array("max-rooms: 5".utf8), to: "b.yaml")
    let environment = ["FACEDOWN_CONFIG": folder.path + "/a.yaml"]
    let named = try ServerArguments.parse(["--config", folder.path + "/b.yaml"]).given
    #expect(try GivenSettings().merged(environment).values.process.rooms == 4)
    #expect(try named.merged(environment).values.process.rooms == 5)
  }
}
