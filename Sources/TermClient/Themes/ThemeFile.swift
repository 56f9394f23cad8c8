// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A person's own table of faces, put over the program's.
///
/// Its lines are like those of the program's table: theme, rank, picture, name, plural and code. A
/// line that cannot be followed is told of and passed over. A picture that the program has no
/// drawing of leaves the face its letters, which every terminal shows alike.
struct ThemeFile: Sendable {
  /// The most bytes a table may have.
  static let limit = 65_536
  private static let noticeLimit = 8
  private static let codeLength = 3

  /// All faces, with those of the table.
  private(set) var faces: ThemeFaces
  /// What could not be followed, a sentence each.
  private(set) var notices: [String] = []

  /// Reads a table, and puts it over `faces`.
  ///
  /// - Parameters:
  ///   - text: the table.
  ///   - path: what it is called in notices.
  ///   - faces: the faces of the program.
  init(text: String, path: String, over faces: ThemeFaces = .standard) {
    self.faces = faces
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
    for (index, line) in lines.enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0).harmless(limit: 60) }
      let isForPeople = fields.allSatisfy { $0.isEmpty } || line.hasPrefix("#")
      guard !isForPeople, fields.first != "theme" else { continue }
      if let problem = take(fields) { note("\(path) line \(index + 1): \(problem)") }
    }
  }

  /// The faces a person's preferences name, and what could not be followed in their table.
  static func chosen(by preferences: Preferences) -> (faces: ThemeFaces, notices: [String]) {
    guard let path = preferences.themeFile else { return (.standard, []) }
    let name = path.harmless(limit: 200)
    do throws(BoundedFile.Failure) {
      let file = ThemeFile(
        text: try BoundedFile.text(at: path.wholePath(), limit: limit), path: name)
      return (file.faces, file.notices)
    } catch {
      let reason =
        switch error {
        case .notThere: "there is no such file"
        case .failed(let reason): reason
        case .exposed: "others may read it"
        }
      return (
        .standard, ["The faces in \(name) cannot be read (\(reason)): the usual ones are shown."]
      )
    }
  }

  /// Takes a line.
  ///
  /// - Returns: what is wrong with it; nil for nothing.
  private mutating func take(_ fields: [String]) -> String? {
    guard fields.count >= 6 else { return "write  theme,rank,picture,name,plural,code." }
    let (theme, picture, name, plural) = (fields[0], fields[2], fields[3], fields[4])
    let known = faces.faces(of: theme)
    guard !known.isEmpty else {
      let themes = ThemeName.all.joined(separator: ", ")
      return "there is no theme \"\(theme)\"; these are: \(themes)."
    }
    guard let rank = Int(fields[1]), (1...known.count).contains(rank) else {
      return "\(theme) has the ranks 1 to \(known.count), and not \"\(fields[1])\"."
    }
    let code = fields[5].uppercased()
    guard code.count == Self.codeLength, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "a code is three letters from A to Z, and not \"\(fields[5])\"."
    }
    let others = known.enumerated().filter { $0.offset != rank - 1 }
    guard !others.contains(where: { $0.element.code == code }) else {
      return "another face of \(theme) has the code \(code) already."
    }
    guard !name.isEmpty, !plural.isEmpty, name.count <= Wording.nameLimit,
      plural.count <= Wording.nameLimit
    else { return "name and plural are 1 to \(Wording.nameLimit) characters each." }
    guard picture.isEmpty || !others.contains(where: { $0.element.emoji == picture }) else {
      return "another face of \(theme) has that picture already."
    }
    let drawn = Self.drawn[picture]
    faces.replace(
      theme, Face(rank - 1),
      by: ThemeFace(
        emoji: drawn == nil ? nil : picture, name: name, plural: plural, code: code,
        isWideEverywhere: drawn ?? true))
    guard picture.isEmpty || drawn != nil else {
      return "there is no drawing of \(picture), so \(name) is shown as \(code)."
    }
    return nil
  }

  private mutating func note(_ sentence: String) {
    if notices.count < Self.noticeLimit { notices.append(sentence) }
  }

  /// The pictures the program has drawings of, and whether terminals agree on their width.
  private static let drawn: [String: Bool] = {
    var drawn: [String: Bool] = [:]
    for theme in ThemeName.all {
      for face in ThemeFaces.standard.faces(of: theme) {
        if let emoji = face.emoji { drawn[emoji] = face.isWideEverywhere }
      }
    }
    return drawn
  }()
}
