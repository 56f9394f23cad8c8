// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What kind of words a setting takes, for help, completion and listings.
package enum SettingKind: Hashable, Sendable {
  /// True or false, in these words.
  case toggle(on: String, off: String)
  /// An integer in a range.
  case number(ClosedRange<Int>)
  /// One of these words.
  case word([String])
  /// The path of a file or folder.
  case path(isFolder: Bool)
  /// Any text of the right form, of about this many characters at most.
  case text(longest: Int)

  /// Whether its flag takes no value.
  package var isToggle: Bool { if case .toggle = self { true } else { false } }
}

/// The form of a setting's value as a word.
package struct SettingForm<Value: Sendable>: Sendable {
  /// The kind of its words.
  package let kind: SettingKind
  /// The value of a word; nil if the word is invalid.
  package let parse: @Sendable (String) -> Value?
  /// The word of a value.
  package let word: @Sendable (Value) -> String
  /// What to do about a word that is no value, as the end of a sentence.
  package let remedy: @Sendable (String) -> String

  /// A form.
  package init(
    _ kind: SettingKind = .text(longest: 200), parse: @escaping @Sendable (String) -> Value?,
    word: @escaping @Sendable (Value) -> String, remedy: @escaping @Sendable (String) -> String
  ) {
    self.kind = kind
    self.parse = parse
    self.word = word
    self.remedy = remedy
  }

  /// One of these words.
  package static func choice(_ choices: [(word: String, value: Value)]) -> SettingForm
  where Value: Equatable {
    let words = choices.map(\.word)
    return SettingForm(.word(words)) { word in
      choices.first { $0.word == word }?.value
    } word: { value in
      guard let choice = choices.first(where: { $0.value == value }) else {
        preconditionFailure("\(value) is not among the choices.")
      }
      return choice.word
    } remedy: { _ in
      "choose one of \(words.joined(separator: ", "))"
    }
  }

  /// One of the values' names.
  package static func choice() -> SettingForm
  where Value: CaseIterable & Equatable & RawRepresentable<String> {
    choice(Value.allCases.map { ($0.rawValue, $0) })
  }
}

extension SettingForm where Value == Bool {
  /// `true` or `false`, and other words for them.
  package static var trueOrFalse: SettingForm { toggle(on: "true", off: "false") }

  /// `on` or `off`, and other words for them.
  package static var onOrOff: SettingForm { toggle(on: "on", off: "off") }

  private static func toggle(on: String, off: String) -> SettingForm {
    SettingForm(.toggle(on: on, off: off)) { word in
      switch word.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    } word: {
      $0 ? on : off
    } remedy: { _ in
      "say \(on) or \(off)"
    }
  }
}

extension SettingForm where Value == Int {
  /// A whole number in a range.
  package static func number(_ range: ClosedRange<Int>) -> SettingForm {
    SettingForm(.number(range)) { word in
      Int(word).flatMap { range.contains($0) ? $0 : nil }
    } word: {
      "\($0)"
    } remedy: { _ in
      "give a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

extension SettingForm where Value == String {
  /// Any text that is valid.
  package static func text(
    _ remedy: String, kind: SettingKind = .text(longest: 200),
    where isValid: @escaping @Sendable (String) -> Bool
  ) -> SettingForm {
    SettingForm(kind, parse: { isValid($0) ? $0 : nil }, word: { $0 }, remedy: { _ in remedy })
  }

  /// The path of a file.
  package static var file: SettingForm { path(isFolder: false) }

  /// The path of a folder.
  package static var folder: SettingForm { path(isFolder: true) }

  private static func path(isFolder: Bool) -> SettingForm {
    let what = isFolder ? "folder" : "file"
    return text("it names no \(what): give its path", kind: .path(isFolder: isFolder)) {
      !$0.isEmpty && !$0.utf8.contains(0)
    }
  }
}
