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
