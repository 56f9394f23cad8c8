// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// How a face looks in a terminal, and its names.
package struct ThemeFace: Hashable, Sendable {
  /// The emoji: one code point, two cells wide; nil for none.
  package var emoji: String?
  /// The singular name.
  package var name: String
  /// The plural name.
  package var plural: String
  /// Three capital letters, unique within the theme.
  package var code: String
  /// The shape drawn for a face without an emoji; nil for none.
  package var shape: ShapeFace?
  /// Whether terminals with Unicode 9 tables also make the emoji two cells wide.
  package var isWideEverywhere: Bool

  /// A face; by default one without a picture.
  package init(
    emoji: String? = nil, name: String, plural: String, code: String, shape: ShapeFace? = nil,
    isWideEverywhere: Bool = true
  ) {
    self.emoji = emoji
    self.name = name
    self.plural = plural
    self.code = code
    self.shape = shape
    self.isWideEverywhere = isWideEverywhere
  }
}

/// The faces of all themes, from the embedded table.
package struct ThemeFaces: Sendable {
  /// The faces of every theme of the game.
  package static let standard = ThemeFaces(table: PackageResources.themes_csv)

  private var themes: [String: [ThemeFace]]
  /// All emoji, once each, in the table's order.
  package let pictures: [String]

  /// Parses a table in UTF-8.
  ///
  /// Traps on a bad line, because the table is part of the program.
  ///
  /// After a header line come theme, rank, emoji, name, plural, code and the emoji's width in
  /// cells, in the order of ranks. Without an emoji, the name is that of a `ShapeFace`.
  init(table: [UInt8]) {
    var themes: [String: [ThemeFace]] = [:]
    var pictures: [String] = []
    var known: Set<String> = []
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      precondition(fields.count == 7, "A line of the theme table must have 7 fields: \(line)")
      let emoji = fields[2].isEmpty ? nil : fields[2]
      let shape = emoji == nil ? ShapeFace(named: fields[3]) : nil
      precondition(emoji != nil || shape != nil, "A face needs an emoji or a shape: \(line)")
      let face = ThemeFace(
        emoji: emoji, name: fields[3], plural: fields[4], code: fields[5], shape: shape,
        isWideEverywhere: fields[6] == "2")
      themes[fields[0], default: []].append(face)
      if let emoji, known.insert(emoji).inserted { pictures.append(emoji) }
      precondition(
        fields[1] == "\(themes[fields[0], default: []].count)",
        "The theme table is out of order at: \(line)")
    }
    self.themes = themes
    self.pictures = pictures
  }

  /// Replaces a face of a theme; traps if the theme has no such face.
  package mutating func replace(_ theme: String, _ face: Face, by other: ThemeFace) {
    precondition(faces(of: theme).indices.contains(face.index), "Theme \(theme) has no \(face).")
    themes[theme]?[face.index] = other
  }

  /// A theme's faces, by index; empty for an unknown theme.
  package func faces(of theme: String) -> [ThemeFace] {
    themes[theme] ?? []
  }

  /// A face of a theme; an unknown one is named by its number.
  package func face(_ theme: String, _ face: Face) -> ThemeFace {
    let faces = faces(of: theme)
    if faces.indices.contains(face.index) { return faces[face.index] }
    return ThemeFace(
      emoji: nil, name: "face \(face.index)", plural: "face \(face.index)",
      code: String("\(face.index)".suffix(3)), isWideEverywhere: true)
  }
}
