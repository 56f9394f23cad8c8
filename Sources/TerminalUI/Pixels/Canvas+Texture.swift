// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A flat picture to draw in poses; finer than the canvas, so that it stays sharp when turned.
package struct Texture: Hashable, Sendable {
  /// Its width in units.
  package let width: Float
  /// Its height in units.
  package let height: Float
  /// Its pixels, with a margin of one pixel, which softens its edges.
  package let pixels: Pixels
  /// Its pixels per unit, horizontally.
  package let across: Float
  /// Its pixels per unit, vertically.
  package let down: Float
  /// The pixels as floats, because converting bytes takes longer than mixing.
  private let texels: [SIMD4<Float>]

  /// Its pixels per canvas pixel, on each axis, where pixels are blocks.
  package static let fineness: Float = 2

  /// A texture of `width` by `height` units, drawn by `paint`; the texture is centred on the canvas
  /// that `paint` receives.
  package init(
    width: Float, height: Float, for blocks: Blocks, cellHeight: Float = 2,
    _ paint: (inout Canvas) -> Void
  ) {
    self.init(width: width, height: height, on: CellRaster(blocks), cellHeight: cellHeight, paint)
  }

  /// A texture for cells of a raster; as fine as the raster if that is fine itself.
  package init(
    width: Float, height: Float, on raster: CellRaster, cellHeight: Float,
    _ paint: (inout Canvas) -> Void
  ) {
    let fineness = raster.isFine ? 1 : Self.fineness
    var canvas = Canvas(
      textureOf: width, height, across: Float(raster.across) * fineness,
      down: Float(raster.down) / cellHeight * fineness)
    paint(&canvas)
    self.width = width
    self.height = height
    pixels = canvas.pixels
    across = canvas.across
    down = canvas.down
    texels = pixels.colors.map { $0.floats }
  }

  /// Calls `body` with a bilinear sampler, in units from the texture's centre.
  fileprivate func withSamples(_ body: (TextureSamples) -> Void) {
    texels.withUnsafeBufferPointer { texels in
      body(
        TextureSamples(
          texels: texels, width: pixels.width, height: pixels.height, across: across, down: down))
    }
  }
}

/// A sampler of a texture.
private struct TextureSamples {
  let texels: UnsafeBufferPointer<SIMD4<Float>>
  let width: Int
  let height: Int
  let across: Float
  let down: Float

  /// Bilinear interpolation; transparent outside.
  @inline(__always)
  func callAsFunction(_ place: (u: Float, v: Float)) -> SIMD4<Float> {
    guard let column = column(place.u), let row = row(place.v) else { return .zero }
    return self(column, row)
  }

  /// A position on one axis: the pixel before it, and the fraction of the way to the next.
  struct Step {
    let index: Int
    let share: Float
  }

  /// A horizontal position; nil outside.
  @inline(__always)
  func column(_ u: Float) -> Step? { step(u * across, width) }

  /// A vertical position; nil outside.
  @inline(__always)
  func row(_ v: Float) -> Step? { step(v * down, height) }

  @inline(__always)
  private func step(_ offset: Float, _ count: Int) -> Step? {
    // Plus one, so that truncation rounds down.
    let place = offset + Float(count) * 0.5 + 0.5
    // The texture's margin is transparent, and so is everything beyond it.
    guard place >= 1, place < Float(count) else { return nil }
    let index = Int(place)
    return Step(index: index - 1, share: place - Float(index))
  }

  /// The nearest pixel's colour if it is opaque; transparent elsewhere.
  @inline(__always)
  func nearest(_ place: (u: Float, v: Float)) -> RGBA {
    guard let column = column(place.u), let row = row(place.v) else { return .clear }
    let (x, y) = (
      column.index + (column.share < 0.5 ? 0 : 1), row.index + (row.share < 0.5 ? 0 : 1)
    )
    let color = RGBA(mixed: texels[y * width + x])
    return color.alpha == 255 ? color : .clear
  }

  /// The interpolated colour at a column and a row.
  @inline(__always)
  func callAsFunction(_ column: Step, _ row: Step) -> SIMD4<Float> {
    let index = row.index * width + column.index
    let upper = texels[index] + (texels[index + 1] - texels[index]) * column.share
    let left = texels[index + width]
    let lower = left + (texels[index + width + 1] - left) * column.share
    return upper + (lower - upper) * row.share
  }
}

extension Canvas {
  /// Clears the margin and everything outside a box, in squares of `size` pixels.
  ///
  /// Round corners are then steps of whole pixels at rest, without mixed colours between card and
  /// felt, and smooth when the texture is turned.
  package mutating func cut(to box: RoundedBox, pixels size: Int) {
    func middle(_ index: Int) -> Float { Float((index - 1) / size * size) + Float(size) / 2 + 1 }
    let (width, height) = (pixels.width, pixels.height)
    let (cornerX, cornerY) = (
      min(Int(box.radius * across) + 2 * size, width / 2),
      min(Int(box.radius * down) + 2 * size, height / 2)
    )
    for y in 0..<height {
      let isCorner = y < cornerY || y >= height - cornerY
      let isEdge = y == 0 || y == height - 1
      let ends = isEdge ? (width + 1) / 2 : isCorner ? cornerX : 1
      for x in [0..<ends, (width - ends)..<width].joined() {
        let isMargin = isEdge || x == 0 || x == width - 1
        if isMargin || box.distance(x: middle(x) / across, y: middle(y) / down).0 > 0 {
          pixels[x, y] = .clear
        }
      }
    }
  }

  /// Clears what is outside a box, with smooth edges.
  package mutating func cutSmoothly(to box: RoundedBox) {
    let (coverage, across, down) = (coverage, across, down)
    pixels.withRows(x: 0..<pixels.width, y: 0..<pixels.height) { y, _, row in
      for x in row.indices {
        let edge = box.distance(x: (Float(x) + 0.5) / across, y: (Float(y) + 0.5) / down)
        let covered = coverage(edge.0, across: edge.across, down: edge.down)
        if covered < 1 { row[x] = row[x].faded(to: covered) }
      }
    }
  }

  /// The pose moved by less than half a pixel, so that an item at rest starts on a whole pixel.
  ///
  /// Not for moving items, which would jitter.
  package func aligned(_ pose: Pose, width: Float, height: Float) -> Pose {
    var pose = pose
    pose.x = ((pose.x - width / 2) * across).rounded() / across + width / 2
    pose.y = ((pose.y - height / 2) * down).rounded() / down + height / 2
    return pose
  }

  /// Draws a texture in a pose: bilinear, shaded by its rotation, with soft edges.
  ///
  /// Cost: four samples per pixel of its bounding box, eight when nearly edge-on.
  package mutating func draw(_ texture: Texture, _ pose: Pose, alpha: Float = 1) {
    guard alpha > 0, let inverse = pose.inverse(width: texture.width, height: texture.height)
    else { return }
    let light = pose.light
    let shade = SIMD4<Float>(light, light, light, 1) * alpha
    let box = pose.box(
      width: texture.width, height: texture.height, margin: 1 / min(across, down))
    // Beyond 60 degrees a single sample would skip texture pixels.
    let isThin = abs(pose.foreshortening) < 0.5
    let (stepX, stepY) = (1 / across, 0.25 / down)
    if pose.isStraight {
      texture.withSamples { drawStraight($0, inverse, shade, in: box) }
      return
    }
    texture.withSamples { samples in
      draw(in: box) { x, y in
        var sum = SIMD4<Float>.zero
        if isThin {
          for step in 0..<4 {
            let place = x + (Float(step) - 1.5) * 0.25 * stepX
            sum += samples(inverse(x: place, y: y - stepY))
            sum += samples(inverse(x: place, y: y + stepY))
          }
          return RGBA(mixed: sum * (shade * 0.125))
        }
        let (left, right) = (x - 0.25 * stepX, x + 0.25 * stepX)
        sum += samples(inverse(x: left, y: y - stepY))
        sum += samples(inverse(x: left, y: y + stepY))
        sum += samples(inverse(x: right, y: y - stepY))
        sum += samples(inverse(x: right, y: y + stepY))
        return RGBA(mixed: sum * (shade * 0.25))
      }
    }
  }

  /// Draws a texture in a pose in its own colours, neither shaded nor mixed, for a terminal with so few
  /// that other hues would take the place of what lies between them.
  package mutating func drawUnmixed(_ texture: Texture, _ pose: Pose) {
    guard let inverse = pose.inverse(width: texture.width, height: texture.height) else { return }
    let box = pose.box(
      width: texture.width, height: texture.height, margin: 1 / min(across, down))
    texture.withSamples { samples in
      draw(in: box) { x, y in samples.nearest(inverse(x: x, y: y)) }
    }
  }

  /// The fast path for poses without rotation: horizontal positions do not depend on the row, nor
  /// vertical ones on the column.
  private mutating func drawStraight(
    _ samples: TextureSamples, _ inverse: Homography, _ shade: SIMD4<Float>,
    in box: SIMD4<Float>
  ) {
    let (columns, rows) = pixelRanges(of: box)
    let (across, down) = (across, down)
    let (stepX, stepY) = (0.25 / across, 0.25 / down)
    let (scale, left, upper) = (inverse.u.x, inverse.u.z, inverse.v.z)
    let quarter = shade * 0.25
    pixels.withRows(x: columns, y: rows) { y, first, pixels in
      let middle = (Float(y) + 0.5) / down
      let above = samples.row(scale * (middle - stepY) + upper)
      let below = samples.row(scale * (middle + stepY) + upper)
      guard above != nil || below != nil else { return }
      for index in pixels.indices {
        let middle = (Float(first + index) + 0.5) / across
        var sum = SIMD4<Float>.zero
        if let column = samples.column(scale * (middle - stepX) + left) {
          if let above { sum += samples(column, above) }
          if let below { sum += samples(column, below) }
        }
        if let column = samples.column(scale * (middle + stepX) + left) {
          if let above { sum += samples(column, above) }
          if let below { sum += samples(column, below) }
        }
        let color = RGBA(mixed: sum * quarter)
        guard color.alpha > 0 else { continue }
        pixels[index] = color.over(pixels[index])
      }
    }
  }
}
