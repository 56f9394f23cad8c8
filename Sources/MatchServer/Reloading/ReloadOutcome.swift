// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Settings

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
