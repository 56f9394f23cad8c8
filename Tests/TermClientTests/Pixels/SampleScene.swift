// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI

@testable import MatchUI
@testable import TermClient

/// One moment of a match with everything that pixels draw: backs, faces, turned cards, a flight, a
/// bonus pie, a flying score and the turn's ring.
struct SampleScene {
  /// Cells across.
  var columns = 120
  /// Rows.
  var rows = 40
  let blocks: Blocks

  private let card: CardArt
  private let backs: [Texture]
  private let faces: [Texture]
  private let score: Texture

  /// Draws all textures of the scene.
  init(blocks: Blocks, colors: PictureColors = .standard) {
    self.blocks = blocks
    card = CardArt(width: 11, for: blocks, colors)
    backs = [card.back()]
    faces = [
      card.face(.emoji("🦊"), pie: 0.62), card.face(.emoji("🐙"), pie: 0.3), card.face(.emoji("🦉")),
      card.face(.emoji("🦁"), isMatched: true), card.face(.emoji("🐼")),
    ]
    score = ScoreArt(height: 8, for: blocks).texture(8)
  }

  /// The picture; the cost of a frame in which everything moves.
  func pixels() -> Pixels {
    var canvas = Canvas(columns: columns, rows: rows, blocks: blocks)
    canvas.fillFelt(lit: RGBA(0x2f7468), dark: RGBA(0x0f353b))
    for place in 0..<24 where ![6, 13, 17].contains(place) {
      let (column, row) = (place % 6, place / 6)
      var pose = Pose(x: 11 + Float(column) * 13.5, y: 11 + Float(row) * 19.3)
      var texture = backs[0]
      switch place {
      case 3: texture = faces[0]
      case 8: texture = faces[1]
      case 10:
        (texture, pose.turn, pose.lift) = (faces[2], 52, 0.4)
      case 15: (pose.turn, pose.lift) = (-112, 0.4)
      case 20: texture = faces[3]
      case 21: (texture, pose.turn, pose.lift) = (faces[3], -30, 0.3)
      default: break
      }
      if pose.turn == 0 {
        pose = canvas.aligned(pose, width: card.width, height: card.height)
      }
      draw(texture, pose, on: &canvas)
    }
    draw(backs[0], Pose(x: 82, y: 43, spin: -12, scale: 1.08, lift: 1), on: &canvas)
    canvas.draw(score, Pose(x: 55, y: 43, scale: 1))
    canvas.fillArc(
      x: 105, y: 14, radii: 5...6.4, share: 1, RGBA(0x0a2327, alpha: 0.8))
    canvas.fillArc(x: 105, y: 14, radii: 5...6.4, share: 0.7, RGBA(0xf2c14e))
    return canvas.pixels
  }

  /// The picture as a terminal shows it.
  func grid() -> Grid {
    var grid = Grid(width: columns, height: rows)
    grid.draw(pixels(), with: blocks)
    return grid
  }

  private func draw(_ texture: Texture, _ pose: Pose, on canvas: inout Canvas) {
    canvas.drawShadow(width: card.width, height: card.height, radius: card.radius, pose)
    canvas.draw(texture, pose)
  }
}
