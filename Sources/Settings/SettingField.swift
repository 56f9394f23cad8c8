// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where a setting's value is stored, as words: one, none or several.
package struct SettingField<Values>: Sendable {
  /// The path of the value.
  package let path: any PartialKeyPath<Values> & Sendable
  /// The kind of its words.
  package let kind: SettingKind
  /// Whether it may have several words.
  package let isList: Bool
  /// The remedy for a word that is no value; nil for one that is.
  package let remedy: @Sendable (String) -> String?
  /// The words of the value; none if it is unset.
  package let words: @Sendable (Values) -> [String]
  /// Stores words, each of which has no remedy; none only where the value may be unset.
  package let store: @Sendable ([String], inout Values) -> Void

  /// A value of this form.
  package static func one<Value>(
    _ path: any WritableKeyPath<Values, Value> & Sendable, _ form: SettingForm<Value>
  ) -> SettingField {
    SettingField(
      path, form, isList: false, words: { [form.word($0[keyPath: path])] },
      store: { words, values in
        guard let word = words.last, let value = form.parse(word) else {
          preconditionFailure("A setting that is never unset has no value in \(words).")
        }
        values[keyPath: path] = value
      })
  }

  /// A value of this form, or nil.
  package static func optional<Value>(
    _ path: any WritableKeyPath<Values, Value?> & Sendable, _ form: SettingForm<Value>
  ) -> SettingField {
    SettingField(
      path, form, isList: false, words: { $0[keyPath: path].map { [form.word($0)] } ?? [] },
      store: { $1[keyPath: path] = $0.last.flatMap(form.parse) })
  }

  /// Any number of values of this form.
  package static func list<Value>(
    _ path: any WritableKeyPath<Values, [Value]> & Sendable, _ form: SettingForm<Value>
  ) -> SettingField {
    SettingField(
      path, form, isList: true, words: { $0[keyPath: path].map(form.word) },
      store: { $1[keyPath: path] = $0.compactMap(form.parse) })
  }

  private init<Value>(
    _ path: any PartialKeyPath<Values> & Sendable, _ form: SettingForm<Value>, isList: Bool,
    words: @escaping @Sendable (Values) -> [String],
    store: @escaping @Sendable ([String], inout Values) -> Void
  ) {
    self.path = path
    kind = form.kind
    self.isList = isList
    remedy = { form.parse($0) == nil ? form.remedy($0) : nil }
    self.words = words
    self.store = store
  }
}
