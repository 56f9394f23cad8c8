// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Journal
import MatchFixtures
import Testing

@testable import MatchServer

@Suite("facedown-server admin", .timeLimit(.minutes(1)))
struct AdminCommandTests {
  private func request(_ words: [String]) throws -> AdminRequest {
    let parsed = try FacedownServerCommand.parseAsRoot(["admin"] + words)
    return try #require(parsed as? any AdminAction).request().checked()
  }

  @Test("sends the request of its command line")
  func asks() throws {
    let key = BanListTests.key
    let address = try #require(AddressRange("203.0.113.9"))
    let fortnight = Duration.seconds(14 * 86_400)
    let table: [([String], AdminRequest)] = [
      (["status"], .status), (["rooms", "--json"], .rooms), (["sessions"], .sessions),
      (["bans", "--socket", "/x"], .bans), (["reload", "--data", "/x"], .reload),
      (["kick", "abc", "--reason", "spam"], .kick(session: "abc", reason: "spam")),
      (
        ["ban", "--key", key, "--for", "7d", "--reason", "x"],
        .ban(.key(key), lasting: .seconds(604_800), reason: "x")
      ),
      (["unban", "--key", key], .unban(.key(key))),
      (["ban", key], .ban(.key(key), lasting: nil, reason: "")),
      (["ban", "203.0.113.9"], .ban(.address(address), lasting: nil, reason: "")),
      (["unban", "203.0.113.9"], .unban(.address(address))),
      (["unban", "--address", "203.0.113.9"], .unban(.address(address))),
      (["unban", key], .unban(.key(key))),
      (["drain", "--within", "2w"], .drain(within: fortnight)),
      (["ban", key, "--for", "2w"], .ban(.key(key), lasting: fortnight, reason: "")),
      (["drain"], .drain(within: nil)),
      (["drain", "--within", "10m"], .drain(within: .seconds(600))),
      (["drain", "--cancel"], .cancelDrain), (["announce", "Tea"], .announce("Tea")),
      (["world"], .world), (["world", "--json"], .world), (["world", "--socket", "/x"], .world),
      (["world", "refill"], .refill(isDry: false)),
      (["world", "refill", "--dry-run", "--data", "/x"], .refill(isDry: true)),
    ]
    for (words, meant) in table { #expect(try request(words) == meant) }
  }

  @Test(
    "rejects invalid arguments before connecting",
    arguments: [
      ["ban"], ["ban", "--key", "abc"], ["ban", "--address", "x"],
      ["ban", "--address", "::1", "--key", BanListTests.key],
      ["ban", "--address", "::1", "--for", "7"],
      ["kick"], ["kick", ""], ["announce", ""], ["announce", "a\u{1b}[2J"], ["explode"],
      ["drain", "--within", "10m", "--cancel"], ["status", "--socket", "/x", "--data", "/y"],
      ["status", "--socket", ""], ["unban"], ["ban", "::1", "--address", "::1"],
      ["ban", "::1", "::2"], ["announce", " "], ["announce", "a\nb"],
      ["world", "fill"], ["world", "--dry-run"], ["world", "refill", "K7QF2"],
    ])
  func refuses(words: [String]) {
    #expect(throws: (any Error).self) { try request(words) }
  }

  @Test(
    "explains the invalid value, and no other",
    arguments: [
      (["ban", "::1", "--for", "0s"], "between one second and ten years"),
      (["drain", "--within", "9999999999999999999999w"], "between one second and ten years"),
      (["ban", "::1", "--for", "7"], "followed by s, m, h, d or w"),
      (["drain", "--within", "7y"], "followed by s, m, h, d or w"),
      (["ban", "0.0.0.0/0"], "0.0.0.0/0 means everybody"),
      (["unban", "--address", "::/0"], "::/0 means everybody"),
      (["ban", "Ada"], "Address or Key column of facedown-server admin sessions"),
      (["announce", ""], "needs text"),
      (["announce", "a\nb"], "leave out line breaks"),
    ])
  func sentences(words: [String], says: String) {
    do {
      let request = try request(words)
      Issue.record("\(words) was taken as \(request).")
    } catch {
      let said = FacedownServerCommand.fullMessage(for: error)
      #expect(said.contains(says), "\(said)")
    }
  }

  @Test("reports a socket without a server, and the remedy")
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
    #expect(problem(folder.path).contains("is a folder: use --data if"))
    #expect(problem("/" + String(repeating: "x", count: 200)).contains("too long for a socket"))
    try folder.write([], to: "plain")
    #expect(!problem(folder.path + "/plain").isEmpty)
  }

  @Test("prints names and reasons without control characters")
  func tables() {
    let session = AdminReply.Session(
      id: "s1", name: "A\u{1b}[2Jda", bot: true, address: nil, key: nil, room: "ABCDE", seconds: 61,
      rtt: 12.345)
    let lines = TextTable.lines([.session(session), .done("1 session.")])
    #expect(
      lines == [
        "Session  Room   Here for  RTT      Address  Key  Name",
        "s1       ABCDE  1m 1s     12.3 ms  -        -    A\u{fffd}[2Jda (bot)",
      ])
    #expect(TextTable.lines([.done("0 rooms.")]).isEmpty)
  }

  @Test("shows a world: what it is, what is not well, then its streams")
  func world() {
    let world = AdminReply.World(
      name: "play", form: 1, rest: 1, synced: false, living: 2, gone: 1, rooms: 9,
      problems: ["So."])
    let streams = [
      AdminReply.Stream(name: "FD_play_RESULTS", messages: 12, bytes: 3456, last: 13),
      AdminReply.Stream(name: "FD_play_ROOMS_0"),
    ]
    let answer = [.world(world)] + streams.map { AdminReply.stream($0) } + [.done("2 streams.")]
    #expect(
      TextTable.lines(answer) == [
        "World play, records of form 1, closed rooms rest for 1 hour",
        "2 nodes living, 1 gone, 9 open rooms",
        "What the NATS servers acknowledge may not be on their disks.",
        "Not well: So.",
        "Stream           Messages  Bytes  Last",
        "FD_play_RESULTS  12        3456   13",
        "FD_play_ROOMS_0  -         -      -",
      ])
  }

  @Test("shows nodes with their clocks, none of them as minus zero")
  func nodes() {
    let rows = [-0.04, 0.06, nil].map { clock in
      AdminReply.node(
        AdminReply.Node(
          name: "a", run: "r", url: "wss://a", version: "1", state: "living", rooms: 2,
          connections: 3, clock: clock))
    }
    #expect(
      TextTable.lines(rows + [.done("3 nodes.")]) == [
        "Node  State   Rooms  Connections  Clock   Version  URL",
        "a     living  2      3            0.0 ms  1        wss://a",
        "a     living  2      3            0.1 ms  1        wss://a",
        "a     living  2      3            -       1        wss://a",
      ])
  }

  @Test("shows a permanent ban as until lifted")
  func bans() {
    let ban = AdminReply.Banned(
      key: nil, address: "203.0.113.0/24", since: "2026-11-22T10:15:00Z", until: nil, reason: "x")
    #expect(
      TextTable.lines([.ban(ban), .done("1 ban.")]) == [
        "Who             Since                 Until         Reason",
        "203.0.113.0/24  2026-11-22T10:15:00Z  until lifted  x",
      ])
  }

  @Test("prints the effects of a reload, a sentence per line")
  func effects() {
    let effects = [
      AdminReply.Effect(kind: .changed, says: "max-rooms goes from 5 to 6 (a.yaml:1)."),
      AdminReply.Effect(kind: .warning, says: "Odd: \u{1b}[2J."),
    ]
    #expect(
      TextTable.lines(effects.map { AdminReply.effect($0) } + [.done("Read.")]) == [
        "max-rooms goes from 5 to 6 (a.yaml:1).", "Odd: \u{fffd}[2J.",
      ])
  }
}
