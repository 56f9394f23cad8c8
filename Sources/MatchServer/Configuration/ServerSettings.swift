// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Configuration
import Protocol

/// What a server is told, from all who tell it something: flags before the environment, the
/// environment before the file, and the file before what holds where nobody says anything.
struct ServerSettings: Sendable {
  /// What a setting is, and by whose word.
  struct Value: Hashable, Sendable {
    /// One word, or several of a list; none where nothing holds.
    var words: [String]
    var source: SettingSource
  }

  /// What all settings are, by their names.
  private var values: [String: Value] = [:]
  /// What is odd and yet can be served with, a sentence each.
  private(set) var warnings: [String] = []

  /// Gathers what flags, environment and file say, and checks that it can be.
  ///
  /// - Parameters:
  ///   - flags: what the command line says.
  ///   - environment: what the environment says, where the file is among it.
  /// - Throws: a sentence for each thing that is wrong.
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
    // What is wrong with the file is told line by line, behind what was typed.
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
    problems.sort { $0.line < $1.line }
    // Nothing contradicts a value that is none.
    let isSound = problems.count == file?.problems.count ?? 0
    let sentences = problems.map(\.sentence) + (isSound ? contradictions : [])
    guard sentences.isEmpty else { throw SettingsProblem(sentences) }
  }

  /// What a setting is, and by whose word.
  subscript(setting: ServerSetting) -> Value {
    values[setting.name] ?? Value(words: setting.standard, source: .standard)
  }

  /// The one word a setting has; nil for none.
  func word(_ setting: ServerSetting) -> String? { self[setting].words.first }

  /// Whether a toggle is on.
  func isOn(_ setting: ServerSetting) -> Bool {
    word(setting).flatMap(SettingForm.truth) ?? false
  }

  /// The number a bound is.
  func number(_ setting: ServerSetting) -> Int {
    guard let number = word(setting).flatMap({ Int($0) }) else {
      preconditionFailure("\(setting.name) was asked for as a number and is none.")
    }
    return number
  }

  /// Leaves a setting as it was.
  mutating func keep(_ value: Value, as setting: ServerSetting) {
    values[setting.name] = value
  }

  // MARK: What one source says

  private static func words(for setting: ServerSetting, in provider: any ConfigProvider)
    -> [String]?
  {
    let key = AbsoluteConfigKey(ServerSetting.key(setting))
    let type = setting.isList ? ConfigType.stringArray : .string
    // Neither kind of provider fails for words and lists of words that were put in as such.
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
  /// What a setting is called among providers, so that the environment's variables begin as they do.
  fileprivate static func key(_ setting: ServerSetting) -> [String] { ["facedown", setting.name] }
}

extension InMemoryProvider {
  /// What one source says of settings.
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
