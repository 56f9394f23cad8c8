// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Testing

@testable import MatchUI

@Suite("Faces of themes", .timeLimit(.minutes(1)))
struct ThemeFacesTests {
  @Test(
    "Every theme has enough faces, each with a picture, names and a code of its own",
    arguments: ThemeName.all)
  func themes(theme: String) {
    let faces = ThemeFaces.standard.faces(of: theme)
    #expect(faces.count >= 32)
    #expect(Set(faces.map(\.code)).count == faces.count)
    #expect(Set(faces.map(\.name)).count == faces.count)
    #expect(Set(faces.compactMap { $0.emoji ?? $0.shape.map { "\($0)" } }).count == faces.count)
    for face in faces {
      if let emoji = face.emoji {
        #expect(emoji.unicodeScalars.count == 1)
        #expect(emoji.cells == 2, "\(face.name)")
      } else {
        #expect(theme == "shapes" && face.shape != nil)
      }
      #expect(face.code.count == 3 && face.code.allSatisfy { $0.isUppercase || $0.isNumber })
      #expect(!face.name.isEmpty && !face.plural.isEmpty)
    }
  }

  @Test("One theme needs no emoji: eight shapes, each filled in four ways")
  func shapes() {
    let shapes = ThemeFaces.standard.faces(of: "shapes").compactMap(\.shape)
    #expect(Set(shapes).count == 32)
    // A deck of few pairs has no shape twice.
    #expect(Set(shapes.prefix(8).map(\.outline)).count == 8)
    #expect(ThemeFaces.standard.pictures.allSatisfy { !$0.isEmpty })
  }

  @Test("Faces come by their index in theme order")
  func order() {
    let faces = ThemeFaces.standard
    #expect(faces.face("animals", Face(28)).name == "fox")
    #expect(faces.face("animals", Face(28)).plural == "foxes")
    #expect(faces.face("animals", Face(28)).emoji == "🦊")
    #expect(faces.face("animals", Face(28)).code == "FOX")
    #expect(faces.face("animals", Face(0)).name == "kangaroo")
    #expect(!faces.face("animals", Face(0)).isWideEverywhere)
  }

  @Test("One face is replaced, and the others stay")
  func replacing() {
    var faces = ThemeFaces.standard
    let fox = faces.face("animals", Face(28))
    faces.replace("animals", Face(0), by: fox)
    #expect(faces.face("animals", Face(0)) == fox)
    #expect(
      faces.faces(of: "animals").dropFirst()
        == ThemeFaces.standard.faces(of: "animals").dropFirst())
  }

  @Test(
    "A face without a picture still has a name",
    arguments: [("animals", 7000), ("no such theme", 7), ("", -1), ("food", Int.max)])
  func fallback(theme: String, index: Int) {
    let face = ThemeFaces.standard.face(theme, Face(index))
    #expect(face.name == "face \(index)")
    #expect(face.emoji == nil && (1...3).contains(face.code.count))
  }
}
