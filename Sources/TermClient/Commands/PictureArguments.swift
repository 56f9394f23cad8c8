// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import TerminalUI

/// Options for frames drawn without a terminal, the same on every machine.
struct PictureArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("The size in columns and rows, up to 500x200.", valueName: "size"),
    transform: frameSize(from:))
  var size = WindowSize(columns: 120, rows: 40)

  @Option(
    help: ArgumentHelp("How to draw the table: characters, halves or sextants."))
  var drawing = Drawing.sextants

  @Option(
    name: .customLong("colours"),
    help: ArgumentHelp("How many colours to use: full, 256, 16 or none."),
    transform: depth(from:))
  var colors = ColorDepth.full

  @Option(help: "The colour scheme.")
  var palette = Palette.Name.standard

  /// The render style these options describe.
  var renderStyle: RenderStyle { RenderStyle(depth: colors, drawing: drawing, palette: palette) }
}

extension Drawing: ExpressibleByArgument {
  /// The drawing of an argument; a file has no pixels but those of its cells.
  init?(argument: String) {
    guard let drawing = Drawing(rawValue: argument), !drawing.hasPictures else { return nil }
    self = drawing
  }

  static var allValueStrings: [String] {
    allCases.filter { !$0.hasPictures }.map(\.rawValue)
  }
}

extension Palette.Name: ExpressibleByArgument {}

/// Parses a size such as `120x40`.
private func frameSize(from text: String) throws -> WindowSize {
  let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
    Int($0)
  }
  guard parts.count == 2, let columns = parts[0], let rows = parts[1],
    (1...500).contains(columns), (1...200).contains(rows)
  else { throw ValidationError("Give a size such as 120x40, at least 1x1 and at most 500x200.") }
  return WindowSize(columns: columns, rows: rows)
}

/// Parses a colour depth.
private func depth(from text: String) throws -> ColorDepth {
  switch text {
  case "full": return .full
  case "256": return .palette
  case "16": return .sixteen
  case "none": return .mono
  default: throw ValidationError("Give the colours as full, 256, 16 or none.")
  }
}
