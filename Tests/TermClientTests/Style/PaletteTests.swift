// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import TerminalUI
import Testing

@testable import TermClient

@Suite("Palettes", .timeLimit(.minutes(1)))
struct PaletteTests {
  /// A kind of colour vision.
  enum Sight: CaseIterable, Sendable {
    case full, deutan, protan, tritan

    /// The transformation of linear red, green and blue (Machado, Oliveira and Fernandes, "A
    /// physiologically-based model for simulation of color vision deficiency", 2009, table 1).
    var matrix: [[Double]] {
      switch self {
      case .full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .deutan:
        [
          [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
          [-0.011820, 0.042940, 0.968881],
        ]
      case .protan:
        [
          [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
          [-0.003882, -0.048116, 1.051998],
        ]
      case .tritan:
        [
          [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
          [0.004733, 0.691367, 0.303900],
        ]
      }
    }

    /// The distance between two colours for this kind of vision: in OKLab, where black and white
    /// are 1 apart.
    func distance(_ one: UInt32, _ other: UInt32) -> Double {
      let (a, b) = (seen(one), seen(other))
      return zip(a, b).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    private func seen(_ color: UInt32) -> [Double] {
      let linear = [16, 8, 0].map { shift in
        let value = Double(color >> UInt32(shift) & 0xff) / 255
        return value <= 0.04045 ? value / 12.92 : Power.of((value + 0.055) / 1.055, 2.4)
      }
      let light = Self.product(matrix, linear).map { min(max($0, 0), 1) }
      let cones = Self.product(
        [
          [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
          [0.0883024619, 0.2817188376, 0.6299787005],
        ], light
      ).map { Power.of($0, 1.0 / 3) }
      return Self.product(
        [
          [0.2104542553, 0.7936177850, -0.0040720468],
          [1.9779984951, -2.4285922050, 0.4505937099],
          [0.0259040371, 0.7827717662, -0.8086757660],
        ], cones)
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      matrix.map { row in zip(row, vector).map { $0 * $1 }.reduce(0, +) }
    }
  }

  /// The kinds of vision that each palette is for.
  static let sights: [(Palette.Name, [Sight])] = [
    (.standard, [.full]), (.deutan, [.full, .deutan]), (.protan, [.full, .protan]),
    (.tritan, [.full, .tritan]), (.highContrast, [.full, .deutan, .protan, .tritan]),
  ]

  @Test("The people a palette is for can tell apart what they must", arguments: sights)
  func distances(name: Palette.Name, sights: [Sight]) {
    let palette = Palette(name, depth: .full)
    let picture = palette.picture
    for sight in sights {
      let pairs: [(String, UInt32, UInt32, Double)] = [
        ("gain and loss", picture.gain, picture.loss, 0.12),
        ("gain and panel", picture.gain, picture.panel, 0.4),
        ("loss and panel", picture.loss, picture.panel, 0.4),
        ("felt and back", picture.feltLit, picture.backRim, 0.15),
        ("back and face", picture.backPanel, picture.face, 0.3),
        ("face and matched rim", picture.face, picture.matchedRim, 0.15),
        ("bonus and face", picture.pie, picture.face, 0.3),
        ("bonus and the rest of the edge", picture.pie, picture.faceRim, 0.15),
        ("bonus and felt", picture.pie, picture.feltLit, 0.1),
        ("ink and face", picture.faceInk, picture.face, 0.4),
        ("cursor and felt", picture.cursor, picture.feltLit, 0.3),
        ("cursor and back", picture.cursor, picture.backRim, 0.1),
        ("ring and its track", picture.ring, picture.ringTrack, 0.3),
        ("text and table", rgb(palette.text.foreground), rgb(palette.text.background), 0.5),
        ("text and panel", rgb(palette.dim.foreground), picture.panel, 0.4),
        ("text and felt", rgb(palette.dim.foreground), picture.feltLit, 0.15),
      ]
      for (what, one, other, least) in pairs {
        #expect(sight.distance(one, other) >= least, "\(what) for \(sight)")
      }
    }
  }

  @Test("Eight seats have eight colours, far from each other", arguments: sights)
  func seats(name: Palette.Name, sights: [Sight]) {
    let palette = Palette(name, depth: .full)
    #expect(palette.seats.count == SeatIndex.limit)
    // Two palettes are not made for it and leave more to the marks.
    let isMadeForIt = ![.standard, .highContrast].contains(name)
    let least = isMadeForIt ? 0.14 : 0.05
    for sight in isMadeForIt ? sights : [.full] {
      for (index, seat) in palette.seats.enumerated() {
        #expect(sight.distance(rgb(seat), palette.picture.panel) > 0.28)
        for other in palette.seats.dropFirst(index + 1) {
          #expect(sight.distance(rgb(seat), rgb(other)) >= least, "\(seat), \(other), \(sight)")
        }
      }
    }
  }

  @Test("With few colours the felt is plain, and without colours nothing is coloured")
  func depths() {
    for name in Palette.Name.allCases {
      let few = Palette(name, depth: .palette).picture
      #expect(few.feltLit == few.feltDark)
      #expect(Palette(name, depth: .mono) == Palette(.mono, depth: .mono))
      #expect(RenderStyle(depth: .mono, drawing: .sextants, palette: name).blocks == nil)
      let renderStyle = RenderStyle(depth: .full, drawing: .halves, palette: name)
      #expect((renderStyle.blocks == nil) == (name == .mono))
    }
    #expect(Palette(depth: .mono).text == Style())
  }

  @Test("The name of a palette is what people type")
  func names() {
    let names = ["default", "deutan", "protan", "tritan", "high-contrast", "mono"]
    #expect(Palette.Name.allCases.map(\.rawValue) == names)
    var preferences = Preferences.standard
    preferences.palette = .tritan
    #expect(
      RenderStyle(preferences) { $0 == "COLORTERM" ? "truecolor" : nil }.palette
        == Palette(.tritan, depth: .full))
  }

  private func rgb(_ color: Color) -> UInt32 { color.bits & 0xff_ffff }
}
