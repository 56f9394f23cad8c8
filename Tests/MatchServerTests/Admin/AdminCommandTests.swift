// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import MatchServer

@Suite("facedown-server admin", .timeLimit(.minutes(1)))
struct AdminCommandTests {
  private func call(_ words: [String]) throws -> AdminCall {
    let parsed = try FacedownServerCommand.parseAsRoot(["admin"] + words)
    return try #require(parsed as? any AdminAction).call()
  }

  @Test("asks what its words say")
  func asks() throws {
    let key = BanListTests.key
    let table: [([String], AdminRequest)] = [
      (["status"], .status), (["rooms", "--json"], .rooms), (["sessions"], .sessions),
      (["bans", "--socket", "/x"], .bans), (["reload", "--data", "/x"], .reload),
      (["kick", "abc", "--reason", "spam"], .kick(session: "abc", reason: "spam")),
      (
        ["ban", "--key", key, "--for", "7d", "--reason", "x"],
        .ban(.key(key), lasting: .seconds(604_800), reason: "x")
      ),
      (["unban", "--key", key], .unban(.key(key))),
      (["drain"], .drain(within: nil)),
      (["drain", "--within", "10m"], .drain(within: .seconds(600))),
      (["drain", "--cancel"], .cancelDrain), (["announce", "Tea"], .announce("Tea")),
    ]
    for (words, meant) in table { #expect(try call(words).request() == meant) }
  }

  @Test(
    "refuses words that make no sense before it asks anybody",
    arguments: [
      ["ban"], ["ban", "--key", "abc"], ["ban", "--address", "x"],
      ["ban", "--address", "::1", "--key", BanListTests.key],
      ["ban", "--address", "::1", "--for", "7"],
      ["kick"], ["kick", ""], ["announce", ""], ["announce", "a\u{1b}[2J"], ["explode"],
      ["drain", "--within", "10m", "--cancel"], ["status", "--socket", "/x", "--data", "/y"],
      ["status", "--socket", ""], ["unban"],
    ])
  func refuses(words: [String]) {
    #expect(throws: (any Error).self) { try call(words) }
  }

  @Test("says where no server answers, and what to do")
  func nobody() throws {
    let folder = try TemporaryFolder()
    func problem(_ path: String) -> String {
      do {
        _ = try AdminClient(path: path)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(problem(folder.path + "/admin.sock").contains("No server answers at"))
    #expect(problem("/" + String(repeating: "x", count: 200)).contains("too long for a socket"))
    try folder.write([], to: "plain")
    #expect(!problem(folder.path + "/plain").isEmpty)
  }

  @Test("shows names and reasons without anything that could control a terminal")
  func tables() {
    let session = AdminLine.Session(
      id: "s1", name: "A\u{1b}[2Jda", bot: true, address: nil, key: nil, room: "ABCDE", seconds: 61,
      rtt: 12.345)
    let lines = AdminTable.lines([AdminLine(session: session), .done("1 session.")])
    #expect(
      lines == [
        "Session  Room   Since  RTT      Address  Key  Name",
        "s1       ABCDE  1m 1s  12.3 ms  -        -    A\u{fffd}[2Jda (bot)",
      ])
    #expect(AdminTable.lines([.done("0 rooms.")]).isEmpty)
  }
}
