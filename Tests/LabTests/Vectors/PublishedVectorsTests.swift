// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@testable import Lab

@Suite("Published vector files", .timeLimit(.minutes(1)))
struct PublishedVectorsTests {
  @Test(
    "pass in every row",
    arguments: [
      // Two hashes, the rejection, two distributions and four deals.
      (VectorsCommand.Kind.animation, "tracks.csv", 160), (.fair, "shuffle.json", 9),
      (.ratings, "ratings.json", 5),
    ])
  func published(kind: VectorsCommand.Kind, file: String, rows: Int) throws {
    let folder = try #require(Bundle.module.url(forResource: "Resources", withExtension: nil))
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let report = try kind.program.check(text)
    #expect(report.failures == [] && report.skipped == [])
    #expect(report.passedCount == rows)
  }
}
