// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Files
import Game
import MatchUI
import TerminalUI

/// A user's table of faces, which overrides the program's.
///
/// Its lines are like those of the program's table: theme, rank, emoji, name, plural and code. An
/// invalid line is reported and skipped. A face with an emoji that the program cannot draw is shown
/// by its letters, which look the same on every terminal.
struct ThemeFile: Sendable {
  /// The maximum size of a table in bytes.
  static let limit = 65_536
  private static let noticeLimit = 8
  private static let codeLength = 3

  /// All faces, including the overrides.
  private(set) var faces: ThemeFaces
  /// The problems found, one sentence each; at most `noticeLimit`.
  private(set) var notices: [String] = []

  /// Parses a table and applies it to `faces`.
  ///
  /// - Parameters:
  ///   - text: the table's text.
  ///   - path: the file's name in notices.
  ///   - faces: the faces to override.
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

  /// Loads the faces that the preferences name, with the problems found in the file.
  static func chosen(by preferences: Preferences) -> (faces: ThemeFaces, notices: [String]) {
    guard let path = preferences.themeFile else { return (.standard, []) }
    let name = path.harmless(limit: 200)
    do throws(FileFailure) {
      let file = ThemeFile(
        text: try BoundedFile.text(at: path.wholePath(), limit: limit), path: name)
      return (file.faces, file.notices)
    } catch {
      let reason = error.isMissing ? "no such file" : error.reason
      return (
        .standard, ["Cannot read the faces in \(name) (\(reason)): using the built-in ones."]
      )
    }
  }

  /// Applies a line.
  ///
  /// - Returns: the problem with it; nil for none.
  private mutating func take(_ fields: [String]) -> String? {
    guard fields.count >= 6 else { return "expected  theme,rank,picture,name,plural,code." }
    let (theme, picture, name, plural) = (fields[0], fields[2], fields[3], fields[4])
    let known = faces.faces(of: theme)
    guard !known.isEmpty else {
      let themes = ThemeName.all.joined(separator: ", ")
      return "there is no theme \"\(theme)\"; choose from \(themes)."
    }
    guard let rank = Int(fields[1]), (1...known.count).contains(rank) else {
      return "\(theme) has ranks 1 to \(known.count), not \"\(fields[1])\"."
    }
    let code = fields[5].uppercased()
    guard code.count == Self.codeLength, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "a code is three letters from A to Z, not \"\(fields[5])\"."
    }
    let others = known.enumerated().filter { $0.offset != rank - 1 }
    guard !others.contains(where: { $0.element.code == code }) else {
      return "another face of \(theme) already has the code \(code)."
    }
    guard !name.isEmpty, !plural.isEmpty, name.count <= Wording.nameLimit,
      plural.count <= Wording.nameLimit
    else { return "name and plural must have 1 to \(Wording.nameLimit) characters each." }
    guard picture.isEmpty || !others.contains(where: { $0.element.emoji == picture }) else {
      return "another face of \(theme) already has that picture."
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

  /// The emoji that the program can draw, and whether terminals agree on their width.
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
