// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Animation vectors", .timeLimit(.minutes(1)))
struct TrackRowTests {
  static let header = "id,track,t,value,velocity\n"

  @Test("correct rows pass, and the header is skipped")
  func passing() {
    let report = VectorReport(
      running: Self.header + "A,0>1:linear(2),1,0.5,0.5\n\"B\",\"0>2:linear(1)\",0.25,0.5,2\n")
    #expect(report.failures.isEmpty)
    #expect(report.summary == "2 passed, 0 failed")
  }

  @Test(
    "tolerances are absolute below 1 and relative above",
    arguments: [
      ("0>1:linear(1),0.5,0.5000000009,1", true),
      ("0>1:linear(1),0.5,0.5000000011,1", false),
      ("0>1:linear(1),0.5,0.5,1.00000009", true),
      ("0>1:linear(1),0.5,0.5,1.00000011", false),
      ("0>2000:linear(1),0.5,1000.0000009,2000", true),
      ("0>2000:linear(1),0.5,1000.0000011,2000", false),
    ])
  func tolerance(row: String, passes: Bool) {
    let report = VectorReport(running: Self.header + "A," + row)
    #expect(report.summary == (passes ? "1 passed, 0 failed" : "0 passed, 1 failed"))
  }

  @Test(
    "a row that cannot be computed fails with a sentence",
    arguments: [
      "A", "A,0>1:linear(1),0,0", "A,0>1:linear(1),x,0,0", "A,0>1:linear(1),nan,0,0",
      "A,,0,0,0", "A,0:linear(1),0,0,0", "A,0>1,0,0,0", "A,0>1:cubic(1),0,0,0",
      "A,0>1:linear(),0,0,0", "A,0>1:linear(1,0,0,0", "A,0>1:linear(1)delay(1),0,0,0",
      "A,0>1:linear(1).delay(x),0,0,0", "A,\"0>1:linear(1).repeatCount(1.5,true)\",0,0,0",
      "A,\"0>1:linear(1).repeatForever(maybe)\",0,0,0", "A,inf>1:linear(1),0,0,0",
      "A,0>nan:linear(1),0,0,0", "A,0>1:linear(1).wait(1),0,0,0",
    ])
  func failing(row: String) throws {
    let report = VectorReport(running: Self.header + row)
    #expect(report.summary == "0 passed, 1 failed")
    #expect(try #require(report.failures.first).hasSuffix("."))
  }
}
