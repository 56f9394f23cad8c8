// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// What differs between what a server goes by and what it is told now.
struct SettingsChange: Sendable {
  /// One setting that is another now.
  struct Difference: Hashable, Sendable {
    var setting: ServerSetting
    var before: [String]
    var after: [String]
    /// Who says so.
    var place: String

    /// The change as an entry of the log.
    func sentence(isTaken: Bool) -> String {
      let words = { (words: [String]) in
        words.isEmpty ? "nothing" : words.joined(separator: ", ").printable(limit: 200)
      }
      let change = "\(setting.name) changes from \(words(before)) to \(words(after)) (\(place))"
      guard isTaken else { return "\(change) after a restart." }
      return setting.change == .forNewConnections ? "\(change) for new connections." : "\(change)."
    }
  }

  /// What is taken up.
  private(set) var taken: [Difference] = []
  /// What is not before the next start.
  private(set) var postponed: [Difference] = []
  /// What the server goes by then.
  private(set) var result: ServerSettings

  /// From what a server goes by to what it is told.
  init(from before: ServerSettings, to after: ServerSettings) {
    result = after
    // Whether there is TLS at all is decided when the listener opens.
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
  }
}
