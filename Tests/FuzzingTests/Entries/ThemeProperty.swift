// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI

@testable import TermClient

/// Properties of a theme: whatever it contains, each face has printable words and unique letters,
/// the number of faces is unchanged, and errors are reported.
enum ThemeProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let text = String(decoding: bytes, as: UTF8.self)
    let file = ThemeFile(text: text, path: "themes.csv")
    try hold(file.notices.count <= 8, "\(file.notices.count) notices.")
    for notice in file.notices { try holdSentence(notice) }
    var isChanged = false
    for theme in ThemeName.all {
      let (faces, usual) = (file.faces.faces(of: theme), ThemeFaces.standard.faces(of: theme))
      try hold(faces.count == usual.count, "\(theme) has \(faces.count) faces.")
      guard faces != usual else { continue }
      isChanged = true
      try hold(
        Set(faces.map(\.code)).count == faces.count, "Two faces of \(theme) have one code.")
      for (face, former) in zip(faces, usual) where face != former {
        try hold(
          face.code.count == 3 && face.code.utf8.allSatisfy { (0x41...0x5a).contains($0) },
          "\(face.code.debugDescription) is not a code.")
        for words in [face.name, face.plural] {
          try holdHarmless(words)
          try hold((1...Wording.nameLimit).contains(words.count), "\(words) cannot be shown.")
        }
      }
    }
    return isChanged ? .read : .refused
  }
}
