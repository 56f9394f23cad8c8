// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Flags for all settings, shared by `serve` and `config`.
struct ServerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file, in YAML.",
      discussion: """
        Its keys are the flags' names: listen: 0.0.0.0:7777. A flag overrides the environment \
        variable (FACEDOWN_LISTEN), which overrides the file. FACEDOWN_CONFIG may name the file.
        """, valueName: "file"))
  var config: String?

  @OptionGroup
  var serving: ServingArguments

  @OptionGroup(title: "Limits")
  var limits: LimitArguments

  @OptionGroup(title: "Limits")
  var peer: PeerLimitArguments

  /// The flags given.
  var flags: SettingFlags {
    SettingFlags(file: config, values: serving.given + limits.given + peer.given)
  }

  /// Merges flags, environment and file.
  ///
  /// - Throws: a sentence per problem.
  func settings(
    _ environment: ServerEnvironment = .ofProcess
  ) throws(SettingsProblem) -> ServerSettings {
    try ServerSettings(flags, environment)
  }
}

/// The command line's flags for addresses, data, TLS and logs.
struct ServingArguments: SettingArguments {
  @Option(.listen) var listen: String?
  @Option(.publicName) var publicName: [String] = []
  @Option(.data) var data: String?
  @Flag(.inMemory) var inMemory: Bool?
  @Flag(.wait) var wait: Bool?
  @Option(.tlsCertificate) var tlsCertificate: String?
  @Option(.tlsKey) var tlsKey: String?
  @Flag(.tlsSelfSigned) var tlsSelfSigned: Bool?
  @Option(.metrics) var metrics: String?
  @Option(.adminSocket) var adminSocket: String?
  @Option(.logFormat) var logFormat: String?
  @Option(.logLevel) var logLevel: String?

  var given: [SettingFlags.Given] {
    [
      .init(.listen, listen), .init(.publicName, publicName), .init(.data, data),
      .init(.inMemory, inMemory), .init(.wait, wait), .init(.tlsCertificate, tlsCertificate),
      .init(.tlsKey, tlsKey), .init(.tlsSelfSigned, tlsSelfSigned), .init(.metrics, metrics),
      .init(.adminSocket, adminSocket), .init(.logFormat, logFormat), .init(.logLevel, logLevel),
    ].compactMap { $0 }
  }
}
