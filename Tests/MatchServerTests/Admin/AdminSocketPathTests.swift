// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("The admin socket to use", .timeLimit(.minutes(1)))
struct AdminSocketPathTests {
  @Test("comes from a flag, then the environment, then the default folder")
  func order() throws {
    func path(
      socket: String? = nil, data: String? = nil, _ environment: [String: String]
    ) throws -> String {
      try AdminSocketPath.resolved(socket: socket, data: data) { environment[$0] }
    }
    let all = [
      "FACEDOWN_ADMIN_SOCKET": "/run/a.sock", "FACEDOWN_DATA": "/data", "STATE_DIRECTORY": "/state",
      "HOME": "/ada",
    ]
    #expect(try path(socket: "/b.sock", all) == "/b.sock")
    #expect(try path(data: "/other", all) == "/other/admin.sock")
    #expect(try path(all) == "/run/a.sock")
    #expect(try path(all.filter { $0.key != "FACEDOWN_ADMIN_SOCKET" }) == "/data/admin.sock")
    #expect(try path(["STATE_DIRECTORY": "/state"]) == "/state/admin.sock")
    #expect(try path(["HOME": "/ada"]) == "/ada/.local/state/facedown/admin.sock")
    #expect(throws: (any Error).self) { try path([:]) }
  }
}
