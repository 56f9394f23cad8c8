// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of 32 faces that need no font: eight outlines, each filled in four ways.
///
/// Outline and filling identify the face; the colour, one per outline, only helps.
package struct ShapeFace: Hashable, Sendable {
  /// The outline.
  package enum Outline: String, Hashable, Sendable, CaseIterable {
    case disc
    case square
    case triangle
    case diamond
    case star
    case heart
    case cross
    case moon
  }

  /// How it is filled.
  package enum Filling: String, Hashable, Sendable, CaseIterable {
    /// The whole shape.
    case solid
    /// Only the outline.
    case hollow
    /// The left half and the outline.
    case halved
    /// Stripes and the outline.
    case striped
  }

  /// The outline.
  package var outline: Outline
  /// How it is filled.
  package var filling: Filling

  /// Parses a name such as `hollow star`; nil for any other text.
  init?(named name: String) {
    let words = name.split(separator: " ")
    guard words.count == 2, let filling = Filling(rawValue: String(words[0])),
      let outline = Outline(rawValue: String(words[1]))
    else { return nil }
    self.outline = outline
    self.filling = filling
  }
}
