// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a face looks like in a terminal and what it is called.
struct ThemeFace: Hashable, Sendable {
  /// The picture: one code point, two cells wide; nil for a face nobody drew.
  var emoji: String?
  /// One of them, in words.
  var name: String
  /// Two of them, in words.
  var plural: String
  /// Three capital letters that no other face of the theme has.
  var code: String
  /// The shape in pixels that a face without an emoji has instead; nil where it has none.
  var shape: ShapeFace?
  /// Whether even a terminal with Unicode 9's tables makes the picture two cells wide.
  var isWideEverywhere: Bool

  /// What is drawn of it in pixels; nil for a face nobody drew.
  var picture: FacePicture? { emoji.map { .emoji($0) } ?? shape.map { .shape($0) } }
}

/// The pictures and names of all themes, from the table the program carries in itself.
struct ThemeFaces: Sendable {
  /// The faces of every theme of the game.
  static let standard = ThemeFaces(table: PackageResources.themes_csv)

  private var themes: [String: [ThemeFace]]
  /// Every picture once, in the order in which the table first names them.
  let pictures: [String]

  /// Reads a table in UTF-8; it is ours, so a bad line traps.
  ///
  /// After a line of titles come theme, rank, picture, name, plural, code and the picture's cells,
  /// in the order of ranks. Without a picture, the name is that of a `ShapeFace`.
  init(table: [UInt8]) {
    var themes: [String: [ThemeFace]] = [:]
    var pictures: [String] = []
    var known: Set<String> = []
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      precondition(fields.count == 7, "A line of the themes' table has not 7 fields: \(line)")
      let emoji = fields[2].isEmpty ? nil : fields[2]
      let shape = emoji == nil ? ShapeFace(named: fields[3]) : nil
      precondition(emoji != nil || shape != nil, "A face has neither picture nor shape: \(line)")
      let face = ThemeFace(
        emoji: emoji, name: fields[3], plural: fields[4], code: fields[5], shape: shape,
        isWideEverywhere: fields[6] == "2")
      themes[fields[0], default: []].append(face)
      if let emoji, known.insert(emoji).inserted { pictures.append(emoji) }
      precondition(
        fields[1] == "\(themes[fields[0], default: []].count)",
        "The themes' table is out of order at: \(line)")
    }
    self.themes = themes
    self.pictures = pictures
  }

  /// Puts another face in the place of one of a theme; traps unless the theme has such a face.
  mutating func replace(_ theme: String, _ face: Face, by other: ThemeFace) {
    precondition(faces(of: theme).indices.contains(face.index), "\(theme) has no \(face).")
    themes[theme]?[face.index] = other
  }

  /// The faces of a theme in the order of their indices; empty for a theme this program lacks.
  func faces(of theme: String) -> [ThemeFace] {
    themes[theme] ?? []
  }

  /// A face of a theme; one this program has no picture of gets a number for a name.
  func face(_ theme: String, _ face: Face) -> ThemeFace {
    let faces = faces(of: theme)
    if faces.indices.contains(face.index) { return faces[face.index] }
    return ThemeFace(
      emoji: nil, name: "face \(face.index)", plural: "face \(face.index)",
      code: String("\(face.index)".suffix(3)), isWideEverywhere: true)
  }
}
