// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Mean", .timeLimit(.minutes(1)))
struct MeanTests {
  private func mean(_ figures: Double...) -> Mean {
    figures.reduce(into: Mean()) { $0.add($1) }
  }

  @Test("has the standard error of a sample")
  func error() {
    #expect(mean(2, 4, 4, 4, 5, 5, 7, 9).value == 5)
    // The squares of 32 over 7, and over 8.
    #expect(abs(mean(2, 4, 4, 4, 5, 5, 7, 9).error - (32.0 / 7 / 8).squareRoot()) < 1e-12)
    #expect(mean(3, 3, 3).error == 0)
    #expect(mean(3).error == 0 && Mean().value == 0)
  }
}
