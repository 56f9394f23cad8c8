// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Configuration
import Protocol

/// The effective settings of a server, by precedence of flags, environment, file and defaults.
struct ServerSettings: Sendable {
  /// A setting's value and source.
  struct Value: Hashable, Sendable {
    /// One word, or several for a list; empty if unset.
    var words: [String]
    var source: SettingSource
  }

  /// The values by setting name.
  private var values: [String: Value] = [:]
  /// Warnings, a sentence each.
  private(set) var warnings: [String] = []

  /// Merges and validates flags, environment and file.
  ///
  /// - Parameters:
  ///   - flags: the command line's flags.
  ///   - environment: the environment, which may name the file.
  /// - Throws: a sentence per problem.
  init(_ flags: SettingFlags, _ environment: ServerEnvironment) throws(SettingsProblem) {
    warnings = environment.warnings
    let path = flags.file ?? environment.file
    let file = try path.map { path throws(SettingsProblem) in try ServerFile(path: path) }
    let items = file?.items ?? []
    let lines = Dictionary(items.map { ($0.setting, $0.line) }) { first, _ in first }
    let sources: [(any ConfigProvider, (ServerSetting) -> SettingSource)] = [
      (
        InMemoryProvider(name: "flags", flags.values.map { ($0.setting, $0.values) }),
        { _ in .flag }
      ),
      (
        EnvironmentVariablesProvider(environmentVariables: environment.variables),
        { .environment($0.variable) }
      ),
      (
        InMemoryProvider(name: "file", items.map { ($0.setting, $0.values) }),
        { .file(path: path ?? "", line: lines[$0] ?? 1) }
      ),
    ]
    // Problems in the file are reported in line order, after those of flags.
    var problems = file?.problems ?? []
    for setting in ServerSetting.all {
      values[setting.name] = Value(words: setting.standard, source: .standard)
      for (provider, source) in sources {
        guard let words = Self.words(for: setting, in: provider) else { continue }
        let value = Value(words: words, source: source(setting))
        values[setting.name] = Value(
          words: words.map(setting.form.asListed), source: value.source)
        problems += Self.problems(with: value, for: setting)
        break
      }
    }
    assert(values.count == ServerSetting.all.count, "Each setting has a value and its own name.")
    problems.sort { $0.line < $1.line }
    // Contradictions are only checked among valid values.
    let isSound = problems.count == file?.problems.count ?? 0
    let sentences = problems.map(\.sentence) + (isSound ? contradictions : [])
    guard sentences.isEmpty else { throw SettingsProblem(sentences) }
  }

  /// A setting's value and source.
  subscript(setting: ServerSetting) -> Value {
    values[setting.name] ?? Value(words: setting.standard, source: .standard)
  }

  /// The value of a single-valued setting; nil if unset.
  func word(_ setting: ServerSetting) -> String? { self[setting].words.first }

  /// Whether a toggle is on.
  func isOn(_ setting: ServerSetting) -> Bool {
    word(setting).flatMap(SettingForm.truth) ?? false
  }

  /// The value of a numeric setting.
  func number(_ setting: ServerSetting) -> Int {
    guard let number = word(setting).flatMap({ Int($0) }) else {
      preconditionFailure("\(setting.name) was read as a number but is not one.")
    }
    return number
  }

  /// Overrides a setting with its former value.
  mutating func keep(_ value: Value, as setting: ServerSetting) {
    assert(setting.isList || value.words.count <= 1, "Only a list has several values.")
    values[setting.name] = value
  }

  // MARK: One source

  private static func words(for setting: ServerSetting, in provider: any ConfigProvider)
    -> [String]?
  {
    let key = AbsoluteConfigKey(ServerSetting.key(setting))
    let type = setting.isList ? ConfigType.stringArray : .string
    // Neither provider fails for values that were put in with these types.
    switch try? provider.value(forKey: key, type: type).value?.content {
    case .string(let word): return [word]
    case .stringArray(let words): return words
    default: return nil
    }
  }

  private static func problems(
    with value: Value, for setting: ServerSetting
  ) -> [ServerFile.Problem] {
    var line = 0
    if case .file(_, let number) = value.source { line = number }
    return value.words.compactMap { word in
      setting.form.remedy(for: word).map {
        ServerFile.Problem(line: line, sentence: value.source.refusal(of: word, for: setting, $0))
      }
    }
  }
}

extension ServerSetting {
  /// A setting's key among providers, such that environment variables get their prefix.
  fileprivate static func key(_ setting: ServerSetting) -> [String] { ["facedown", setting.name] }
}

extension InMemoryProvider {
  /// A provider of one source's values.
  fileprivate init(name: String, _ values: [(ServerSetting, [String])]) {
    let pairs = values.map { setting, words in
      let content =
        setting.isList ? ConfigContent.stringArray(words) : .string(words.last ?? "")
      return (
        AbsoluteConfigKey(ServerSetting.key(setting)), ConfigValue(content, isSecret: false)
      )
    }
    self.init(name: name, values: Dictionary(pairs) { _, last in last })
  }
}
