// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A flat picture to be drawn in poses: finer than the canvas, so that it stays sharp when turned.
struct Texture: Hashable, Sendable {
  /// Its width in units.
  let width: Float
  /// Its height in units.
  let height: Float
  /// Its pixels, with a margin of one around, which makes its edges soft.
  let pixels: Pixels
  /// Its pixels in a unit across.
  let across: Float
  /// Its pixels in a unit down.
  let down: Float

  /// How many of its pixels there are for one of the canvas, on each axis.
  static let fineness: Float = 2

  /// A texture of `width` by `height` units that `paint` draws; the canvas it gets has the
  /// texture's middle in its own.
  init(
    width: Float, height: Float, for blocks: Blocks, cellHeight: Float = 2,
    _ paint: (inout Canvas) -> Void
  ) {
    var canvas = Canvas(
      textureOf: width, height, across: Float(blocks.across) * Self.fineness,
      down: Float(blocks.down) / cellHeight * Self.fineness)
    paint(&canvas)
    self.width = width
    self.height = height
    pixels = canvas.pixels
    across = canvas.across
    down = canvas.down
  }
}

extension Canvas {
  /// The pose moved by less than half a pixel, so that a thing of a width and height at rest begins
  /// with a whole pixel; only for what does not move, which would tremble.
  func aligned(_ pose: Pose, width: Float, height: Float) -> Pose {
    var pose = pose
    pose.x = ((pose.x - width / 2) * across).rounded() / across + width / 2
    pose.y = ((pose.y - height / 2) * down).rounded() / down + height / 2
    return pose
  }

  /// Draws a texture in a pose: bilinear, lit by how it is turned, with soft edges.
  ///
  /// The cost is four samples for each pixel of its box, eight while it is nearly on its edge.
  mutating func draw(_ texture: Texture, _ pose: Pose, alpha: Float = 1) {
    guard alpha > 0, let inverse = pose.inverse(width: texture.width, height: texture.height)
    else { return }
    let light = pose.light
    let shade = SIMD4<Float>(light, light, light, 1) * alpha
    let box = pose.box(
      width: texture.width, height: texture.height, margin: 1 / min(across, down))
    // Beyond sixty degrees a sample would skip pixels of the texture.
    let isThin = abs(pose.foreshortening) < 0.5
    let steps: [Float] = isThin ? [-0.375, -0.125, 0.125, 0.375] : [-0.25, 0.25]
    let (stepX, stepY) = (1 / across, 0.25 / down)
    let share = 1 / Float(steps.count * 2)
    let (middleX, middleY) = (Float(texture.pixels.width) / 2, Float(texture.pixels.height) / 2)
    draw(in: box) { x, y in
      var sum = SIMD4<Float>.zero
      for step in steps {
        for offset in [-stepY, stepY] {
          let (u, v) = inverse(x: x + step * stepX, y: y + offset)
          sum += texture.pixels.sample(
            x: u * texture.across + middleX, y: v * texture.down + middleY)
        }
      }
      return RGBA(mixed: sum * (shade * share))
    }
  }
}
