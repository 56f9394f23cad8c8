// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Settings

@testable import TermClient

/// Properties of the settings file: its text is preserved, its values survive rewriting, and
/// invalid settings are reported.
enum SettingsProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let file = SettingsFile(text: String(decoding: bytes, as: UTF8.self))
    let again = SettingsFile(text: file.text)
    try hold(again == file, "The file does not round-trip: \(file.text.debugDescription)")
    let settings = ResolvedSettings(file: file, path: "config")
    for warning in settings.warnings { try holdSentence(warning) }
    for row in settings.table { try holdHarmless(row) }
    try holdHarmless(settings.preferences.playerName)
    try holdWritten(settings.preferences, over: file)
    return settings.preferences == .standard ? .refused : .read
  }

  /// Checks that each setting is unchanged by rewriting, whatever else the file contains.
  private static func holdWritten(
    _ preferences: Preferences, over file: SettingsFile
  ) throws(InvariantViolation) {
    var written = file
    for setting in Preferences.table {
      let word = setting.word(in: preferences)
      if word.isEmpty { written.remove(setting) } else { written.set(setting, to: word) }
    }
    written = SettingsFile(text: written.text)
    let read = ResolvedSettings(file: written, path: "config").preferences
    try hold(read == preferences, "\(preferences) was written but read as \(read).")
    for setting in Preferences.table { written.remove(setting) }
    let rest = ResolvedSettings(file: SettingsFile(text: written.text), path: "config")
    try hold(rest.preferences == .standard, "A removed setting is still in effect: \(written.text)")
  }
}
