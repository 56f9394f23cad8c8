// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Testing

@testable import MatchServer

@Suite("An admin request", .timeLimit(.minutes(1)))
struct AdminRequestTests {
  private func request(_ line: String) throws(AdminRefusal) -> AdminRequest {
    try AdminWire.request(Array(line.utf8))
  }

  static let key = BanListTests.key

  @Test("is parsed")
  func reads() throws {
    let range = try #require(AddressRange("203.0.113.0/24"))
    let table: [(String, AdminRequest)] = [
      (#"{"admin":1,"do":"rooms"}"#, .rooms), (#"{"do":"status","admin":1}"#, .status),
      (#" { "admin" : 1 , "do" : "sessions" } "#, .sessions), (#"{"admin":1,"do":"bans"}"#, .bans),
      (#"{"admin":1,"do":"reload"}"#, .reload), (#"{"admin":1,"do":"world"}"#, .world),
      (#"{"admin":1,"do":"refill"}"#, .refill(isDry: false)),
      (#"{"admin":1,"do":"refill","dry":true}"#, .refill(isDry: true)),
      (#"{"admin":1,"do":"kick","session":"x"}"#, .kick(session: "x", reason: "")),
      (
        #"{"admin":1,"do":"ban","address":"203.0.113.7/24","seconds":60,"reason":"spam"}"#,
        .ban(.address(range), lasting: .seconds(60), reason: "spam")
      ),
      (
        #"{"admin":1,"do":"ban","key":"\#(Self.key)"}"#,
        .ban(.key(Self.key), lasting: nil, reason: "")
      ),
      (#"{"admin":1,"do":"unban","key":"\#(Self.key)"}"#, .unban(.key(Self.key))),
      (#"{"admin":1,"do":"drain"}"#, .drain(within: nil)),
      (#"{"admin":1,"do":"drain","seconds":9}"#, .drain(within: .seconds(9))),
      (#"{"admin":1,"do":"drain","cancel":true}"#, .cancelDrain),
      (#"{"admin":1,"do":"drain","seconds":9,"cancel":false}"#, .drain(within: .seconds(9))),
      (#"{"admin":1,"do":"rooms","reason":null}"#, .rooms),
      (#"{"admin":1,"do":"announce","text":"Tea \u00e9"}"#, .announce("Tea é")),
      (#"{"admin":1,"do":"backup","path":"/x","force":true}"#, .backup(path: "/x", replaces: true)),
    ]
    for (line, meant) in table { #expect(try request(line) == meant) }
  }

  @Test(
    "is rejected with the code of the error",
    arguments: [
      ("", .malformed), ("x", .malformed), ("[]", .malformed), ("1", .malformed),
      (#"{"admin":1}"#, .malformed), (#"{"do":"rooms"}"#, .malformed),
      (#"{"admin":"1","do":"rooms"}"#, .malformed), (#"{"admin":1,"do":"rooms"}x"#, .malformed),
      (#"{"admin":1,"do":"rooms","path":"/x"}"#, .malformed),
      (#"{"admin":1,"do":"rooms","force":false}"#, .malformed),
      (#"{"admin":1,"do":"rooms","reason":""}"#, .malformed),
      (#"{"admin":1,"do":"backup","path":"/x","cancel":true}"#, .malformed),
      (#"{"admin":1,"do":"kick","sesion":"x"}"#, .malformed),
      (#"{"admin":1,"do":"kick"}"#, .malformed),
      (#"{"admin":1,"do":"kick","session":1}"#, .malformed),
      (#"{"admin":2,"do":"rooms"}"#, .version), (#"{"admin":1,"do":"explode"}"#, .unknownAction),
      (#"{"admin":1,"do":"ban"}"#, .badValue),
      (#"{"admin":1,"do":"ban","key":"a2b3"}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"x"}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::1","key":"\#(AdminRequestTests.key)"}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::1","seconds":0}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::1","seconds":-5}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::1","seconds":9223372036854775807}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::1","seconds":99999999999999999999}"#, .malformed),
      (#"{"admin":1,"do":"ban","address":"::1","reason":"a\u001b[2J"}"#, .badValue),
      (#"{"admin":1,"do":"announce","text":"a\nb"}"#, .badValue),
      (#"{"admin":1,"do":"announce","text":""}"#, .badValue),
      (#"{"admin":1,"do":"announce","text":" \t\n"}"#, .badValue),
      (#"{"admin":1,"do":"announce"}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"0.0.0.0/0"}"#, .badValue),
      (#"{"admin":1,"do":"ban","address":"::/0"}"#, .badValue),
      (#"{"admin":1,"do":"drain","seconds":9,"cancel":true}"#, .badValue),
      (#"{"admin":1,"do":"backup","path":"x"}"#, .badValue),
      (#"{"admin":1,"do":"backup","path":"/x\u0000y"}"#, .badValue),
    ] as [(String, AdminRefusal.Code)])
  func refuses(line: String, code: AdminRefusal.Code) {
    do throws(AdminRefusal) {
      let request = try request(line)
      Issue.record("\(line) was taken as \(request).")
    } catch {
      #expect(error.code == code, "\(line): \(error)")
      #expect(error.description.hasSuffix(".") && error.description.count < 300)
    }
  }

  @Test(
    "is rejected with the invalid value's problem and remedy",
    arguments: [
      (#""do":"announce","text":"a\nb""#, "leave out line breaks"),
      (#""do":"announce","text":"\#(String(repeating: "x", count: 301))""#, "and has 301"),
      (#""do":"announce","text":"  ""#, "needs text"),
      (#""do":"bans","text":"x""#, "bans takes no \"text\": leave it out."),
      (#""do":"kick","sesion":"x""#, "\"sesion\" is not a request key: leave it out."),
      (#""do":"ban","address":"0.0.0.0/0""#, "0.0.0.0/0 means everybody"),
      (#""do":"unban","address":"::/0""#, "facedown-server admin drain"),
      (#""do":"ban","address":"::1","seconds":0"#, "between one second and ten years"),
      (#""do":"drain","seconds":315360001"#, "between one second and ten years"),
    ])
  func sentences(words: String, says: String) {
    do throws(AdminRefusal) {
      let request = try request("{\"admin\":1,\(words)}")
      Issue.record("\(words) was taken as \(request).")
    } catch {
      #expect(error.description.contains(says), "\(error)")
    }
  }

  @Test("has no reason if the reason is blank")
  func blankReason() throws {
    #expect(
      try request(#"{"admin":1,"do":"kick","session":"x","reason":"  "}"#)
        == .kick(session: "x", reason: ""))
  }

  @Test("has texts within bounds")
  func bounds() throws {
    func announce(_ count: Int) -> String {
      #"{"admin":1,"do":"announce","text":"\#(String(repeating: "x", count: count))"}"#
    }
    #expect(throws: Never.self) { try request(announce(AdminRequest.longestText)) }
    #expect(throws: AdminRefusal.self) { try request(announce(AdminRequest.longestText + 1)) }
  }

  @Test("cannot be nested so deeply that it ends the program")
  func deep() {
    let deep = String(repeating: "[", count: 60_000)
    #expect(throws: AdminRefusal.self) { try request(deep) }
    #expect(throws: AdminRefusal.self) { try request(#"{"admin":1,"do":"# + deep) }
  }

  @Test("is encoded as one line, and decodes to the same request")
  func again() throws {
    let announcement = AdminRequest.announce("line\nbreak \"quoted\" \u{1b}")
    let bytes = AdminWire.line(announcement)
    #expect(bytes.last == 10 && bytes.count { $0 == 10 } == 1)
    #expect(AdminWire.words(bytes.dropLast())["text"] == "line\nbreak \"quoted\" \u{1b}")
    let range = try #require(AddressRange("2001:db8::/48"))
    let requests: [AdminRequest] = [
      .rooms, .sessions, .bans, .status, .reload, .cancelDrain, .announce("Tea"),
      .kick(session: "x", reason: ""), .kick(session: "x", reason: "y"),
      .ban(.key(Self.key), lasting: .seconds(60), reason: "z"), .unban(.address(range)),
      .drain(within: nil), .drain(within: .seconds(9)), .backup(path: "/x", replaces: false),
      .backup(path: "/x", replaces: true),
    ]
    for request in requests {
      #expect(try AdminWire.request(AdminWire.line(request)) == request)
    }
    let kick = AdminWire.line(.kick(session: "x", reason: ""))
    #expect(
      String(decoding: kick, as: UTF8.self) == "{\"admin\":1,\"do\":\"kick\",\"session\":\"x\"}\n")
  }

  @Test("is recorded as it came, valid or not")
  func recorded() {
    func entry(_ line: String) -> AuditEntry { AuditEntry(nil, line: Array(line.utf8)) }
    let ban = entry(#"{"admin":1,"do":"ban","address":"x","seconds":60,"force":true,"odd":"y"}"#)
    #expect(ban.action == "ban")
    #expect(ban.arguments == ["address": "x", "seconds": "60", "force": "true"])
    let kick = entry(#"{"admin":1,"do":"kick","session":null,"reason":[1],"text":"a\u001b[2J"}"#)
    #expect(kick.action == "kick" && kick.arguments == ["text": "a\u{fffd}[2J"])
    for line in ["", "nonsense", "[]", "{}", #"{"admin":1}"#] {
      #expect(entry(line).action == "?" && entry(line).arguments.isEmpty, "\(line)")
    }
  }
}
