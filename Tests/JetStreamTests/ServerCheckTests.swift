// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JetStream

@Suite("The check of servers", .timeLimit(.minutes(1)))
struct ServerCheckTests {
  @Test("orders versions by their numbers")
  func versions() {
    let texts = ["2.9.10", "2.10.9", "2.10.27-RC.1", "2.11.0", "2.15.1", "3.0"]
    let versions = texts.map { ServerVersion($0) }
    #expect(versions.sorted() == versions)
    #expect(!(ServerVersion("2.10.27-RC.1") < .oldest) && ServerVersion("2.10.26") < .oldest)
    #expect(ServerVersion("nonsense") < .oldest)
  }

  @Test("reads what a server says")
  func answers() {
    let answer = #"{"server":{"name":"n0","ver":"2.10.27"},"data":{"config":{"sync_always":true}}}"#
    let report = ServerReport(
      name: "n0", version: ServerVersion("2.10.27"), syncsAlways: true)
    #expect(ServerReport(Array(answer.utf8)) == report && report.problems.isEmpty)
    let silent = ServerReport(Array(#"{"server":{"name":"n0","ver":"2.9.10"}}"#.utf8))
    #expect(silent?.problems.count == 2)
    #expect(ServerReport(Array("{}".utf8)) == nil)
  }
}
