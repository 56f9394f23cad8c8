// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import TermClient

/// What a file of settings promises: its text is kept, what it comes to is the same after being
/// written again, and what cannot be followed is said.
enum SettingsProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let file = SettingsFile(text: String(decoding: bytes, as: UTF8.self))
    let again = SettingsFile(text: file.text)
    try hold(again == file, "The file is another when it is written: \(file.text.debugDescription)")
    let settings = ResolvedSettings(file: file, path: "config")
    for warning in settings.warnings { try holdSentence(warning) }
    for row in settings.table { try holdHarmless(row) }
    try holdHarmless(settings.preferences.playerName)
    try holdWritten(settings.preferences, over: file)
    return settings.preferences == .standard ? .refused : .read
  }

  /// Each setting is what it was after it was written, whatever else the file says.
  private static func holdWritten(
    _ preferences: Preferences, over file: SettingsFile
  ) throws(InvariantViolation) {
    var written = file
    for setting in Setting.allCases {
      let word = setting.word(in: preferences)
      if word.isEmpty { written.remove(setting) } else { written.set(setting, to: word) }
    }
    written = SettingsFile(text: written.text)
    let read = ResolvedSettings(file: written, path: "config").preferences
    try hold(read == preferences, "\(preferences) was written and became \(read).")
    for setting in Setting.allCases { written.remove(setting) }
    let rest = ResolvedSettings(file: SettingsFile(text: written.text), path: "config")
    try hold(rest.preferences == .standard, "What was forgotten still holds: \(written.text)")
  }
}
