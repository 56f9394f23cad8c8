// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Settings

/// The difference between the settings in force and new ones.
struct SettingsChange: Sendable {
  /// One changed setting.
  struct Difference: Hashable, Sendable {
    var setting: Setting<ServerSettings>
    var before: [String]
    var after: [String]
    /// The new value's source.
    var place: String

    /// The change as a log sentence.
    func sentence(isTaken: Bool) -> String {
      let words = { (words: [String]) in
        words.isEmpty ? "nothing" : words.joined(separator: ", ").printable(limit: 200)
      }
      let change = "\(setting.name) changes from \(words(before)) to \(words(after)) (\(place))"
      guard isTaken else { return "\(change) after a restart." }
      return setting.change == .forNewConnections ? "\(change) for new connections." : "\(change)."
    }
  }

  /// Changes to apply.
  private(set) var taken: [Difference] = []
  /// Changes that need a restart.
  private(set) var postponed: [Difference] = []
  /// The settings in force afterwards.
  private(set) var result: MergedSettings<ServerSettings>

  /// Compares the settings in force with new ones.
  init(
    from before: MergedSettings<ServerSettings>, to after: MergedSettings<ServerSettings>
  ) {
    result = after
    // TLS is switched on or off only when the listener opens.
    let keepsTLS = (before.values.certificateFiles == nil) == (after.values.certificateFiles == nil)
    let files = [Setting<ServerSettings>(\.tlsCertificate), Setting(\.tlsKey)]
    for setting in ServerSettings.table {
      let (old, new) = (before.words(setting), after.words(setting))
      let isTaken = setting.change != .atStart && (keepsTLS || !files.contains(setting))
      if !isTaken { result.keep(setting, from: before) }
      guard old != new else { continue }
      let difference = Difference(
        setting: setting, before: old, after: new, place: after.place(setting))
      if isTaken { taken.append(difference) } else { postponed.append(difference) }
    }
    assert(
      postponed.allSatisfy { result.words($0.setting) == $0.before },
      "A postponed setting keeps its value until the restart.")
    assert(
      taken.allSatisfy { result.words($0.setting) == $0.after },
      "An applied setting has its new value.")
  }
}

/// The outcome of a reload.
enum ReloadOutcome: Hashable, Sendable {
  /// Applied, as far as a running server can.
  case taken([AdminReply.Effect])
  /// Rejected, nothing changed; a sentence per reason.
  case refused([String])

  /// Maximum number of sentences in the answer; the log has all.
  private static let mostSentences = 5

  /// The answer to the admin request.
  var answer: AdminAnswer {
    switch self {
    case .taken(let effects):
      return effects.map { .effect($0) } + [.done(Self.summary(of: effects))]
    case .refused(let sentences):
      var said = sentences.prefix(Self.mostSentences).map { $0.printable(limit: 300) }
      if sentences.count > said.count {
        said.append("See the server's log for \(sentences.count - said.count) more.")
      }
      said.append("The configuration was rejected: the server keeps the old one.")
      return .refused(AdminRefusal(.configuration, said.joined(separator: " ")))
    }
  }

  private static func summary(of effects: [AdminReply.Effect]) -> String {
    let changed = effects.count { $0.kind == .changed }
    let waiting = effects.count { $0.kind == .waits }
    var parts: [String] = []
    if changed > 0 { parts.append("\(changed.counted("change")) applied") }
    if waiting > 0 {
      parts.append(
        "\(waiting.counted("change")) \(waiting == 1 ? "needs" : "need") a restart")
    }
    let sum = parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    return "The configuration was reloaded: \(sum)."
  }
}

extension SettingsChange {
  /// The effects of a change as sentences, with warnings about the new settings.
  var effects: [AdminReply.Effect] {
    var effects = taken.map {
      AdminReply.Effect(kind: .changed, says: $0.sentence(isTaken: true))
    }
    effects += postponed.map {
      AdminReply.Effect(kind: .waits, says: $0.sentence(isTaken: false))
    }
    effects += result.warnings.map { AdminReply.Effect(kind: .warning, says: $0) }
    if taken.contains(where: { $0.setting == Setting(\.process.connections) }),
      let warning = Descriptors.warning(connections: result.values.process.connections)
    {
      effects.append(
        AdminReply.Effect(kind: .warning, says: "Until the next restart: \(warning)"))
    }
    return effects
  }
}
