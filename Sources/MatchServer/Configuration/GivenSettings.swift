// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import Protocol
import Settings

/// What a server's command line says: flags, and the file that it names.
///
/// Environment and file are read each time that the settings are merged.
struct GivenSettings: Sendable {
  /// The variable that names the configuration file.
  static let fileVariable = settingVariablePrefix + "CONFIG"

  /// The configuration file, if named.
  var file: String?
  /// The flags given.
  var flags: [SettingItem<ServerSettings>] = []
  /// Whether they are for a relay, which needs an owner, and keeps nothing whatever is set.
  var isForRelay = false

  /// Whether they are for a command about a world, which is no node of it.
  var isForWorld = false

  /// Merges flags, environment and file.
  ///
  /// - Throws: `ExitCode`, after printing the problems.
  func settingsOrExit() throws -> MergedSettings<ServerSettings> {
    do throws(SettingsProblem) {
      return try merged()
    } catch {
      throw error.toldExit()
    }
  }

  /// Merges flags, environment and file.
  ///
  /// - Parameter environment: the environment, which may name the file.
  /// - Returns: the settings in effect.
  /// - Throws: a sentence per problem.
  func merged(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SettingsProblem) -> MergedSettings<ServerSettings> {
    let named = environment[Self.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
    var lines = SettingLines<ServerSettings>()
    if let path = file ?? named { lines = try SettingLines(yamlFile: path) }
    var settings = MergedSettings(flags: flags, environment: { environment[$0] }, file: lines)
    // Contradictions are only checked among valid values.
    let problems =
      settings.problems
      + (settings.hasBadValues
        ? [] : isForWorld ? settings.missingWorld : settings.contradictions)
    guard problems.isEmpty else { throw SettingsProblem(problems) }
    if isForRelay, settings.values.owner == nil {
      throw SettingsProblem(
        "Say whose matches are passed on: facedown-server relay --of wss://play.example.org.")
    }
    settings.warnings = Self.warnings(about: environment)
    return settings
  }

  /// Warnings about variables that look like misspelt settings.
  ///
  /// Other variables may belong to the client or to tests.
  private static func warnings(about environment: [String: String]) -> [String] {
    let prefix = settingVariablePrefix
    let known = (ServerSettings.table.map(\.variable) + [fileVariable])
      .map { String($0.dropFirst(prefix.count)) }
    return environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }.keys.sorted()
      .compactMap { variable in
        let name = String(variable.dropFirst(prefix.count))
        guard !known.contains(name), let near = NearestName.of(name, among: known) else {
          return nil
        }
        return "\(variable.printable(limit: 80)) is ignored: there is no such setting."
          + " Did you mean \(prefix)\(near)?"
      }
  }
}

extension MergedSettings<ServerSettings> {
  /// A sentence per contradiction between settings.
  fileprivate var contradictions: [String] {
    var sentences: [String] = []
    if values.isInMemory, values.data != nil {
      sentences.append(
        "Give either --data or --in-memory, not both: \(told(\.data)), and \(told(\.isInMemory)).")
    }
    if values.publicNames.count > PublicName.limit {
      sentences.append(
        "Give public-name at most \(PublicName.limit) times: \(place(Setting(\.publicNames))) has"
          + " \(values.publicNames.count).")
    }
    if (values.tlsCertificate == nil) != (values.tlsKey == nil) {
      let (one, other): (PartialKeyPath<ServerSettings>, String) =
        values.tlsKey == nil ? (\.tlsCertificate, "tls-key") : (\.tlsKey, "tls-certificate")
      sentences.append(
        "--tls-certificate and --tls-key go together: \(told(one)), and there is no \(other).")
    }
    if values.isSelfSigned, values.tlsCertificate != nil {
      sentences.append(
        "Give either --tls-self-signed or a certificate, not both: \(told(\.isSelfSigned)), and"
          + " \(told(\.tlsCertificate)).")
    }
    if values.metrics == values.listen, values.listen.port != 0 {
      sentences.append(
        "--metrics and --listen need ports of their own: \(told(\.metrics)), and"
          + " \(told(\.listen)).")
    }
    return sentences + worldProblems + [socketProblem].compactMap(\.self)
  }

  /// What a command about a world needs and was not given.
  fileprivate var missingWorld: [String] {
    var sentences: [String] = []
    if values.world.servers.isEmpty {
      sentences.append("--nats is missing: the address of a NATS server of the world.")
    }
    if values.world.name == nil { sentences.append("--world is missing: the world's name.") }
    if (values.world.certificate == nil) != (values.world.key == nil) {
      sentences.append("--nats-certificate and --nats-key go together.")
    }
    return sentences
  }

  /// What does not fit together about the world.
  private var worldProblems: [String] {
    let world = values.world
    guard !world.servers.isEmpty else {
      let others: [(PartialKeyPath<ServerSettings>, Bool)] = [
        (\.world.name, world.name != nil), (\.world.nodeName, world.nodeName != nil),
        (\.world.nodeURL, world.nodeURL != nil),
      ]
      return others.filter(\.1).map { "--nats is missing: \(told($0.0)), which needs it." }
    }
    var sentences: [String] = []
    if world.name == nil { sentences.append("--nats needs --world: the world's name.") }
    if world.nodeURL == nil {
      sentences.append("--nats needs --node-url: where clients reach this node.")
    }
    for (path, isGiven) in [
      (\ServerSettings.data as PartialKeyPath<ServerSettings>, values.data != nil),
      (\.isInMemory, values.isInMemory),
    ] where isGiven {
      sentences.append(
        "Give either --nats or a journal of this server's own, not both: \(told(path)).")
    }
    if (world.certificate == nil) != (world.key == nil) {
      sentences.append("--nats-certificate and --nats-key go together.")
    }
    return sentences
  }

  /// The problem with the admin socket's path; nil if it is valid.
  private var socketProblem: String? {
    let limit = AdminSocketPath.longest
    guard let path = values.adminSocket, path.utf8.count > limit else { return nil }
    let whose =
      values.adminSocketPath == nil
      ? "in the data folder, set by \(place(Setting(\.data)))"
      : "set by \(place(Setting(\.adminSocketPath)))"
    return
      "The admin socket's path has \(path.utf8.count) bytes and may have at most \(limit)"
      + " (\(path.printable(limit: 200)), \(whose)): choose a shorter admin-socket."
  }

  /// A setting with its value and source.
  private func told(_ path: PartialKeyPath<ServerSettings>) -> String {
    let setting = Setting(path)
    let value = words(setting).joined(separator: ", ").printable(limit: 80)
    return "\(setting.name) is \(value) (\(place(setting)))"
  }
}
