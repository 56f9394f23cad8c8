// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Textures in poses", .timeLimit(.minutes(1)))
struct CanvasTextureTests {
  /// Ten by ten units, red on the left and blue on the right, with a green stripe on top.
  static let flag = Texture(width: 10, height: 10, for: .halves) { canvas in
    canvas.draw(in: SIMD4(0, 0, canvas.width, canvas.height)) { x, y in
      let (right, below) = (x - canvasMiddle, y - canvasMiddle)
      guard abs(right) < 5, abs(below) < 5 else { return .clear }
      return below < -3 ? RGBA(0x00ff00) : right < 0 ? RGBA(0xff0000) : RGBA(0x0000ff)
    }
  }

  /// Twenty pixels and a margin of one on each side, in units of two pixels.
  private static let canvasMiddle: Float = 5.5

  static func drawn(turn: Float, spin: Float = 0) -> Pixels {
    var canvas = Canvas(columns: 20, rows: 10, blocks: .halves)
    canvas.draw(flag, Pose(x: 10, y: 10, turn: turn, spin: spin))
    return canvas.pixels
  }

  @Test("From the front it is unchanged, with sharp edges")
  func front() {
    let pixels = Self.drawn(turn: 0)
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (5..<15).contains(x) && (5..<15).contains(y)
        let color = y < 7 ? RGBA(0x00ff00) : x < 10 ? RGBA(0xff0000) : RGBA(0x0000ff)
        #expect(pixels[x, y] == (isInside ? color : .clear), "\(x) \(y)")
      }
    }
  }

  @Test("Edge-on it is invisible", arguments: [90, -90, 270] as [Float])
  func edge(turn: Float) {
    #expect(Self.drawn(turn: turn).colors.allSatisfy { $0 == .clear })
  }

  @Test("From behind it is mirrored")
  func behind() {
    let (front, behind) = (Self.drawn(turn: 0), Self.drawn(turn: 180))
    for y in 0..<20 {
      for x in 0..<20 {
        let (a, b) = (front[x, y].floats, behind[19 - x, y].floats)
        #expect(pointwiseMax(a - b, b - a).max() <= 1, "\(x) \(y)")
      }
    }
  }

  @Test("Spun by half a turn it is upside down")
  func spun() {
    let pixels = Self.drawn(turn: 0, spin: 180)
    #expect(pixels[7, 14].lanes.y > 250)
    #expect(pixels[7, 7].lanes.z > 250)
    #expect(pixels[12, 7].lanes.x > 250)
  }

  @Test("The edge that is pushed away is shorter and both are darker")
  func perspective() {
    let pixels = Self.drawn(turn: 50)
    func height(_ x: Int) -> Int { (0..<20).reduce(0) { $0 + Int(pixels[x, $1].alpha) } }
    let seen = (0..<20).filter { height($0) > 1000 }
    let (left, right) = (seen.first ?? 0, seen.last ?? 0)
    #expect((5...8).contains(right - left))
    #expect(height(left + 1) > height(right - 1))
    #expect(pixels[8, 12].lanes.x < 230)
  }

  @Test("A pose's inverse undoes it", arguments: [0, 30, -75, 130, 180] as [Float])
  func inverse(turn: Float) throws {
    let pose = Pose(x: 31, y: 17, turn: turn, spin: 25, scale: 1.4)
    let inverse = try #require(pose.inverse(width: 8, height: 12))
    // Every corner of the thing lies on its box.
    let box = pose.box(width: 8, height: 12)
    let middle = inverse(x: 31, y: 17)
    #expect(abs(middle.u) < 0.001 && abs(middle.v) < 0.001)
    for step in 0..<400 {
      let across = Float(step % 20) / 19
      let down = Float(step / 20) / 19
      let (u, v) = inverse(x: box.x - 2 + across * (box.z - box.x + 4), y: box.y - 2)
      #expect(abs(u) > 4 || abs(v) > 6)
      let (left, top) = inverse(x: box.x - 2, y: box.y - 2 + down * (box.w - box.y + 4))
      #expect(abs(left) > 4 || abs(top) > 6)
    }
  }

  @Test(
    "At rest a card begins with a whole pixel, less than a pixel away", arguments: Blocks.allCases)
  func aligned(blocks: Blocks) {
    let canvas = Canvas(columns: 40, rows: 20, blocks: blocks)
    let card = CardArt(width: 11, for: blocks)
    let pose = canvas.aligned(Pose(x: 13.37, y: 15.19), width: card.width, height: card.height)
    let left = (pose.x - card.width / 2) * canvas.across
    let top = (pose.y - card.height / 2) * canvas.down
    #expect(abs(left - left.rounded()) < 0.001 && abs(top - top.rounded()) < 0.001)
    #expect(abs(pose.x - 13.37) * canvas.across <= 0.501)
    #expect(abs(pose.y - 15.19) * canvas.down <= 0.501)
  }

  @Test("A back in few pixels is the same from left and right", arguments: [6, 7, 8, 9, 12, 14])
  func evenBack(width: Int) {
    let back = CardArt(width: Float(width), for: .halves).back().pixels
    let colors = PictureColors.standard
    let others = [RGBA.clear, RGBA(colors.backRim), RGBA(colors.backPanel)]
    var seen = 0
    for y in 0..<back.height {
      for x in 0..<back.width {
        #expect(back[x, y] == back[back.width - 1 - x, y], "\(x), \(y)")
        if !others.contains(back[x, y]) { seen += 1 }
      }
    }
    #expect(seen > 0)
  }

  @Test("Redrawing some cells equals redrawing all", arguments: Blocks.allCases)
  func redrawn(blocks: Blocks) {
    var felt = Canvas(columns: 30, rows: 15, blocks: blocks)
    felt.fillFelt(lit: RGBA(0x2f7468), dark: RGBA(0x0f353b))
    let card = CardArt(width: 9, for: blocks)
    let back = card.back()
    func paint(_ turn: Float, _ canvas: inout Canvas) {
      for pose in [Pose(x: 8, y: 14), Pose(x: 16, y: 15, turn: turn, lift: 0.5)] {
        canvas.drawShadow(width: card.width, height: card.height, radius: card.radius, pose)
        canvas.draw(back, pose)
      }
    }
    var (before, after) = (felt, felt)
    paint(20, &before)
    paint(70, &after)
    #expect(before.pixels != after.pixels)
    before.redraw(Area(column: 9, row: 1, width: 40, height: 14), of: blocks, on: felt) {
      paint(70, &$0)
    }
    #expect(before.pixels == after.pixels)
  }

  @Test(
    "A bonus is drawn on a card's edge and leaves its picture alone", arguments: Blocks.allCases)
  func bonus(blocks: Blocks) {
    for width in [5, 7, 11, 16] as [Float] {
      let card = CardArt(width: width, for: blocks)
      let full = card.face(.emoji("🦊"), pie: 1).pixels
      let empty = card.face(.emoji("🦊"), pie: 0).pixels
      let half = card.face(.emoji("🦊"), pie: 0.5).pixels
      let changed = full.colors.indices.filter { full.colors[$0] != empty.colors[$0] }
      #expect(!changed.isEmpty)
      // A fifth of the way from the edge to the middle and on there is no trace of it.
      let (columns, rows) = (full.width / 5 + 2, full.height / 5 + 2)
      for index in changed {
        let (x, y) = (index % full.width, index / full.width)
        let isInside =
          (columns..<(full.width - columns)).contains(x)
          && (rows..<(full.height - rows)).contains(y)
        #expect(!isInside, "\(x), \(y) of \(full.width) by \(full.height)")
      }
      // It drains from noon on: half of it is on the right.
      let middle = full.height / 2
      #expect(half[full.width - 2, middle] == full[full.width - 2, middle])
      #expect(half[1, middle] == empty[1, middle])
    }
  }

  @Test("A pale picture has a line around it, and a dark one has none")
  func outlines() {
    func outlined(_ color: RGBA) -> Pixels {
      var pixels = Pixels(width: 9, height: 9)
      pixels.draw(x: 3..<6, y: 3..<6) { _, _ in color }
      pixels.outlinePaleEdges(RGBA(0x404040))
      return pixels
    }
    let pale = outlined(RGBA(0xffffff))
    #expect(pale[2, 4].alpha > 150 && pale[4, 6].alpha > 150 && pale[1, 4] == .clear)
    #expect(pale[4, 4] == RGBA(0xffffff))
    #expect(outlined(RGBA(0x803020))[2, 4] == .clear)
  }
}
