// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import MatchClient
import Testing

@testable import TermClient

/// A `facedown-server` process beside the tests, which `make test` builds.
@Suite(
  "A server of one's own", .timeLimit(.minutes(1)),
  .enabled(if: access(ChildProgram.path(beside: "facedown-server"), X_OK) == 0))
struct OwnServerTests {
  @Test("runs while it is needed, and answers")
  func running() async throws {
    let (urls, found) = AsyncStream<ServerURL>.makeStream()
    try await App.run { app in
      try await app.withServer(listen: "127.0.0.1:0") { server in
        let login = ServerLogin(url: server.url, login: Login(name: "Ana", trust: server.trust))
        let answer = await app.ask([.listRooms(watch: false)], login) { $0 == .rooms }
        let rooms = try answer?.get().client.rooms
        #expect(rooms?.isEmpty == true)
        found.yield(server.url)
      }
    }
    let url = try #require(await urls.first { _ in true })
    let login = ServerLogin(url: url, login: Login(name: "Ana"))
    let late = try await App.ask([.listRooms(watch: false)], login) { $0 == .rooms }
    guard case .failure = late else {
      Issue.record("The server outlived its use.")
      return
    }
  }

  @Test("ends with the error of what needed it")
  func failing() async throws {
    await #expect(throws: ExitCode(3)) {
      try await App.run { app in
        try await app.withServer(listen: "127.0.0.1:0") { _ in throw ExitCode(3) }
      }
    }
  }

  @Test("refuses its arguments as those of this program")
  func arguments() async throws {
    await #expect(throws: ValidationError.self) {
      try await App.run { try await $0.withServer(listen: "nonsense") { _ in } }
    }
  }

  @Test("says why it does not start")
  func portTaken() async throws {
    await #expect(throws: OwnServerError.self) {
      try await App.run { app in
        try await app.withServer(listen: "127.0.0.1:0") { server in
          try await app.withServer(listen: "127.0.0.1:\(server.url.port)") { _ in }
        }
      }
    }
  }
}
