// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Curves", .timeLimit(.minutes(1)))
struct UnitCurveTests {
  static let named: [UnitCurve] = [
    .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut,
  ]

  @Test("ends are exact, and beyond them nothing moves", arguments: Dice.seeds)
  func ends(seed: UInt64) {
    var dice = Dice(seed: seed)
    for curve in Self.named + [dice.curve()] {
      for progress in [0, -0.0, -1, -1e300, -.infinity, .nan] {
        #expect(curve.value(at: progress) == 0, "seed \(seed)")
      }
      for progress in [1, 2, 1e300, .infinity] as [Double] {
        #expect(curve.value(at: progress) == 1, "seed \(seed)")
      }
    }
  }

  @Test("easing out is easing in seen from the end")
  func symmetry() {
    for step in 0...1000 {
      let x = Double(step) / 1000
      for (out, into) in [
        (UnitCurve.easeOut, UnitCurve.easeIn), (.circularEaseOut, .circularEaseIn),
        (.easeInOut, .easeInOut), (.circularEaseInOut, .circularEaseInOut),
      ] {
        #expect(out.value(at: 1 - x).isClose(to: 1 - into.value(at: x), within: 1e-13))
        // Not compared where the slope is infinite on one side of a middle point.
        if abs(x - 0.5) > 1e-9, x > 0, x < 1 {
          let (one, other) = (out.velocity(at: 1 - x), into.velocity(at: x))
          #expect(one.isClose(to: other, within: 1e-10))
        }
      }
    }
  }

  @Test("named curves never go back", arguments: named)
  func monotony(curve: UnitCurve) {
    var last = 0.0
    for step in 1...10000 {
      let value = curve.value(at: Double(step) / 10000)
      #expect(value >= last)
      last = value
    }
  }

  @Test("a cubic curve is solved to 1e-12", arguments: Dice.seeds)
  func solution(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<200 {
      let (x1, x2) = (
        dice.pick([0, 1, dice.number(0...1)]), dice.pick([0, 1, dice.number(0...1)])
      )
      let (y1, y2) = (dice.number(-2...3), dice.number(-2...3))
      let curve = UnitCurve.timingCurve(x1, y1, x2, y2)
      let s = dice.number(0...1)
      func cubic(_ a: Double, _ b: Double) -> Double {
        3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
      }
      let sample = curve.sample(at: cubic(x1, x2))
      // An x that is off by 1e-12 makes a y that is off by the slope times as much.
      let tolerance = 1e-12 * max(1, abs(sample.velocity))
      #expect(
        abs(sample.value - cubic(y1, y2)) <= 10 * tolerance,
        "seed \(seed): \(x1) \(y1) \(x2) \(y2) at \(s)")
    }
  }

  @Test("curves may overshoot at both ends")
  func overshoot() {
    let curve = UnitCurve.timingCurve(0.68, -0.55, 0.27, 1.55)
    #expect(curve.value(at: 0.2) < 0)
    #expect(curve.value(at: 0.8) > 1)
  }

  @Test(
    "slopes at the ends are limits, and 0 where vertical",
    arguments: [
      (UnitCurve.timingCurve(0, 0, 0.58, 1), 1 / 0.58, 0),
      (.timingCurve(0.42, 0, 1, 1), 0, 1 / 0.58),
      (.timingCurve(0, 0, 0, 0.5), 0, 0.5),
      (.timingCurve(0.5, 0.25, 1, 1), 0.5, 1.5),
      (.timingCurve(0, 1, 1, 0), 0, 0),
      (.circularEaseIn, 0, 0),
      (.circularEaseOut, 0, 0),
    ])
  func endSlopes(curve: UnitCurve, start: Double, end: Double) {
    #expect(curve.velocity(at: 0).isClose(to: start))
    #expect(curve.velocity(at: 1).isClose(to: end))
  }

  @Test("handles on the diagonal make the straight line")
  func straight() {
    #expect(UnitCurve.timingCurve(0.3, 0.3, 0.9, 0.9) == .linear)
    #expect(
      UnitCurve.bezier(
        startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
        == .easeInOut)
  }
}
