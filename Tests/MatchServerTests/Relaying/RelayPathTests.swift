// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("The relays in front of a server", .timeLimit(.minutes(1)))
struct RelayPathTests {
  @Test("are told in the version, and read from it")
  func version() {
    #expect(RelayPath(inVersion: "0.1.0").names.isEmpty)
    let path = RelayPath(["ab12cd34", "ef56gh78"])
    #expect(path.version("0.1.0") == "0.1.0 relay ab12cd34/ef56gh78")
    #expect(RelayPath(inVersion: path.version("0.1.0")) == path)
    #expect(RelayPath().version("0.1.0") == "0.1.0")
  }

  @Test("fit into a welcome, as many as there may be")
  func length() {
    let name = String(repeating: "x", count: RelayPath.nameLength)
    let path = RelayPath([String](repeating: name, count: RelayPath.limit))
    #expect(path.version(serverVersion).utf8.count <= 64)
  }

  @Test("are no circle, and not too many")
  func problems() {
    #expect(RelayPath(["a", "b"]).problem(for: "c") == nil)
    #expect(RelayPath(["a", "b"]).problem(for: "b") == .itself)
    let four = RelayPath(["a", "b", "c", "d"])
    #expect(four.problem(for: "e") == .tooDeep && four.problem(for: "d") == .itself)
  }
}
