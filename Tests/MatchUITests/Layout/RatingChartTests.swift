// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchUI

@Suite("The chart of a rating", .timeLimit(.minutes(1)))
struct RatingChartTests {
  private func course(_ ratings: [Double]) -> [RatingCourse.Point] {
    ratings.enumerated().map {
      RatingCourse.Point(at: ServerTime(microseconds: Int64($0)), shown: $1)
    }
  }

  @Test("reaches from the lowest to the highest rating, the starting one among them")
  func scale() {
    let chart = RatingChart(course([2, 4, -4]), width: 101, height: 41)
    #expect(chart.points.map(\.x) == [0, 50, 100] && chart.points.map(\.y) == [10, 0, 40])
    #expect(chart.start == 20)
    let low = RatingChart(course([-8, -2]), width: 11, height: 9)
    #expect(low.start == 0 && low.points.map(\.y) == [8, 2])
    let flat = RatingChart(course([0, 0]), width: 11, height: 9)
    #expect(flat.start == 8 && flat.points.map(\.y) == [8, 8])
    #expect(RatingChart([], width: 2, height: 2).points == [])
    #expect(RatingChart(course([1]), width: 11, height: 9).points.map(\.x) == [10])
  }

  @Test("stays within its dots, whatever a server sends")
  func bounds() {
    for ratings in [
      [1e6, -1e6, 0.1], Array(repeating: 3, count: 1000), (0..<999).map { Double($0 % 7) - 3 },
    ] {
      let chart = RatingChart(course(ratings), width: 24, height: 12)
      #expect(chart.points.count == ratings.count)
      #expect(chart.points.allSatisfy { (0..<24).contains($0.x) && (0..<12).contains($0.y) })
      #expect((0..<12).contains(chart.start))
      #expect(chart.braille.count == 3 && chart.braille.allSatisfy { $0.count == 12 })
    }
  }

  @Test("is drawn as a line over a dotted one, in characters of eight dots")
  func braille() {
    func rows(_ ratings: [Double], _ width: Int, _ height: Int) -> [String] {
      RatingChart(course(ratings), width: width, height: height).braille
    }
    #expect(rows([0, 3], 8, 4) == ["\u{28c0}\u{2824}\u{2852}\u{2809}"])
    #expect(rows([], 8, 4) == ["\u{2840} \u{2840} "])
    #expect(rows([3, 3], 4, 8) == ["\u{2809}\u{2809}", "\u{2840} "])
  }
}
