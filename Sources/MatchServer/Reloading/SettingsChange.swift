// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The difference between the settings in force and new ones.
struct SettingsChange: Sendable {
  /// One changed setting.
  struct Difference: Hashable, Sendable {
    var setting: ServerSetting
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
  private(set) var result: ServerSettings

  /// Compares the settings in force with new ones.
  init(from before: ServerSettings, to after: ServerSettings) {
    result = after
    // TLS is switched on or off only when the listener opens.
    let keepsTLS = (before.certificateFiles == nil) == (after.certificateFiles == nil)
    let files = [ServerSetting.tlsCertificate, .tlsKey]
    for setting in ServerSetting.all {
      let (old, new) = (before[setting], after[setting])
      let isTaken = setting.change != .atStart && (keepsTLS || !files.contains(setting))
      if !isTaken { result.keep(old, as: setting) }
      guard old.words != new.words else { continue }
      let difference = Difference(
        setting: setting, before: old.words, after: new.words, place: after.place(setting))
      if isTaken { taken.append(difference) } else { postponed.append(difference) }
    }
    assert(
      postponed.allSatisfy { result[$0.setting].words == $0.before },
      "A postponed setting keeps its value until the restart.")
    assert(
      taken.allSatisfy { result[$0.setting].words == $0.after },
      "An applied setting has its new value.")
  }
}
