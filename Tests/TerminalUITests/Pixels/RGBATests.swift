// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TerminalUI

@Suite("Colours with alpha", .timeLimit(.minutes(1)))
struct RGBATests {
  static let samples = [
    RGBA(0xff0000), RGBA(0x12ab9f), RGBA(0xffffff, alpha: 0.5), RGBA(0x40c0ff, alpha: 0.2),
    RGBA(0x000000, alpha: 0.9), RGBA(0x7f7f01, alpha: 0.004), .clear,
  ]

  @Test("Nothing over a colour, and a colour over nothing, is that colour", arguments: samples)
  func nothing(color: RGBA) {
    #expect(RGBA.clear.over(color) == color)
    #expect(color.over(.clear) == color)
  }

  @Test("What covers all hides what is below", arguments: samples)
  func opaque(below: RGBA) {
    #expect(RGBA(0x123456).over(below) == RGBA(0x123456))
    #expect(below.over(RGBA(0x123456)).alpha == 255)
  }

  @Test("Half of white over red is pink")
  func half() {
    #expect(RGBA(0xffffff, alpha: 0.5).over(RGBA(0xff0000)).lanes == SIMD4(255, 128, 128, 255))
  }

  @Test("Compositing is associative up to one rounding step")
  func associative() {
    for a in Self.samples {
      for b in Self.samples {
        for c in Self.samples {
          let (left, right) = (a.over(b).over(c).floats, a.over(b.over(c)).floats)
          #expect(pointwiseMax(left - right, right - left).max() <= 1, "\(a) \(b) \(c)")
        }
      }
    }
  }

  @Test("A share of a byte is rounded to nearest, for every share and byte")
  func shares() {
    for share in 0...255 {
      for value in 0...255 {
        let faded = RGBA(lanes: SIMD4(repeating: UInt8(value))).faded(to: UInt8(share))
        let exact = Int((Double(value * share) / 255).rounded())
        guard Int(faded.alpha) == exact else {
          Issue.record("\(share)/255 of \(value) is \(exact), not \(faded.alpha).")
          return
        }
      }
    }
  }
}
