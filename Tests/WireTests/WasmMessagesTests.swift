// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Protocol
import Testing

@testable import Wire

/// The stand-in for swift-protobuf (Sources/WasmProtobuf) beside swift-protobuf.
@Suite("Messages under JavaScript", .timeLimit(.minutes(10)))
struct WasmMessagesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Damaged forms of each message.
  private static let rounds = 24

  /// Where `scripts/wasm wire` reads what swift-protobuf makes of messages.
  @Test("swift-protobuf's answers are written for the test under Node")
  func answers() throws {
    var lines: [String] = []
    for encoding in WireEncoding.allCases {
      let servers =
        serverSamples.map { encoding.encode($0.message) }
        + entrySamples.map { encoding.encode(.entry($0.message)) }
        + malformedServerMessages.map { encoding.bytes(of: $0.message) }
      let clients =
        clientSamples.map { encoding.encode($0.message) }
        + malformedClientMessages.map { encoding.bytes(of: $0.message) }
      let corpora = try ["server", "client"].map {
        try Self.corpus("\($0)-\(encoding.rawValue)")
      }
      var damage = Damage(seed: 22)
      for (isServer, messages, corpus) in [
        (true, servers, corpora[0]), (false, clients, corpora[1]),
      ] {
        let short = messages.filter { $0.count < 4096 }
        var all = messages + corpus
        for message in short {
          for _ in 0..<Self.rounds { all.append(damage.damaged(message, others: short)) }
        }
        if encoding == .json { all += Self.spellings.map { Array($0.utf8) } }
        // Too much is left to the bounds, which have tests of their own.
        all = all.filter { $0.count < 1 << 16 && (isServer || !isTooWide($0, encoding)) }
        lines += all.map { line(isServer, encoding, $0) }
      }
    }
    let folder = Self.root.appending(path: ".build/wasm")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = lines.map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: folder.appending(path: "messages.txt"), options: .atomic)
    #expect(lines.contains { $0.hasSuffix(" refused") })
    #expect(lines.count > 5000)
  }

  /// JSON as other programs may write it, and as none may.
  private static let spellings = [
    #"{"audience":{"count":"7"}}"#, #"{"audience":{"count":7.0}}"#,
    #"{"audience":{"count":70e-1}}"#,
    #"{"audience":{"count":7.5}}"#, #"{"audience":{"count":1e9}}"#, #"{"audience":{"count":1e10}}"#,
    #"{"audience":{"count":1e99999999999}}"#, #"{"audience":{"count":-1}}"#,
    #"{"audience":{"count":2147483648}}"#, #"{"audience":{"count":4294967295}}"#,
    #"{"audience":{"count":4294967296}}"#, #"{"audience":{"count":"\u0037"}}"#,
    #"{"audience":{"count":null}}"#, #"{"audience":null}"#, "null", #"{"audience":{"count":07}}"#,
    #"{"pong":{"id":"18446744073709551615","t0":"-9223372036854775808","t1":1,"t2":2,"nonce":3}}"#,
    #"{"pong":{"id":18446744073709551616,"t0":0,"t1":1,"t2":2,"nonce":3}}"#,
    #"{"pong":{"id":1.8446744073709551615e19,"t0":0,"t1":1,"t2":2,"nonce":3}}"#,
    #"{"pong":{"id":1,"t0":-9.223372036854775808e18,"t1":1,"t2":2,"nonce":3}}"#,
    #"{"notice":{"text":"\ud83d\ude00 \u00e9 \/ \b\f\n\r\t\"\"}}"#,
    #"{"notice":{"text":"\ud83d"}}"#,
    #"{"notice":{"text":"\udc00"}}"#, #"{"notice":{"text":"\x"}}"#, #"{"notice":{"text":"a"},}"#,
    #"{"notice":{"text":"a"},"moving":{"url":"b"}}"#, #"{"notice":{"text":"a"},"notice":{}}"#,
    #"{"not\u0069ce":{"text":"a"}}"#,
    #"{"notice":{"text":"a","future":[[],[{"a":[true]}],-0.5e-3]}}"#,
    #"{"notice":{"future":[[[[1,2],[],[[]]]],"text":"a"}}"#, #"{"notice":{"text":"a"}} x"#,
    #"{"reaction":{"actor":1,"reaction":1}}"#, #"{"reaction":{"actor":1,"reaction":99}}"#,
    #"{"reaction":{"actor":1,"reaction":"REACTION_KIND_LATER"}}"#,
    #"{"welcome":{"session_id":"a","sessionId":"b"}}"#, #"{"rooms":{"rooms":[null]}}"#,
    #"{"presence":{"seats":[{"seat":0,"connected":true},{"seat":1,"connected":false}]}}"#,
    #"{"presence":{"seats":[{"seat":0,"connected":trueish}]}}"#,
    #"{"refused":{"code":"play/stale","facts":{"a":"b","a":"c"}}}"#,
    #"{"refused":{"code":"play/stale","facts":{"a":null}}}"#, #"{"a":{"b":{"c":{"d":{"e":{}}}}}}"#,
    "{\"a\":" + String(repeating: "{\"a\":", count: 20) + "1" + String(repeating: "}", count: 21),
  ]

  /// Whether a client asks for a number that does not fit into the 32 bits of an `Int` there.
  ///
  /// It is refused by the rules here, and when it is read there. Pages read no client's messages.
  private func isTooWide(_ bytes: [UInt8], _ encoding: WireEncoding) -> Bool {
    guard let message = try? encoding.decodeClientMessage(bytes) else { return false }
    let json = String(decoding: WireEncoding.json.encode(message), as: UTF8.self)
    return json.matches(of: /"(?:seats?)":([0-9]+)/).contains {
      Int($0.1).map { $0 > Int(Int32.max) } ?? true
    }
  }

  private func line(_ isServer: Bool, _ encoding: WireEncoding, _ bytes: [UInt8]) -> String {
    let both: [WireEncoding] = [.json, .proto]
    let answer: String
    if isServer {
      answer =
        (try? encoding.decodeServerMessage(bytes)).map { message in
          both.map { base64($0.encode(message)) }.joined(separator: " ")
        } ?? "refused"
    } else {
      answer =
        (try? encoding.decodeClientMessage(bytes)).map { message in
          both.map { base64($0.encode(message)) }.joined(separator: " ")
        } ?? "refused"
    }
    let sender = isServer ? "server" : "client"
    return "\(sender) \(encoding.rawValue) \(base64(bytes)) \(answer)"
  }

  /// Bytes in base 64; an equals sign for none.
  private func base64(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "=" : Data(bytes).base64EncodedString()
  }

  /// The inputs that libFuzzer kept.
  private static func corpus(_ name: String) throws -> [[UInt8]] {
    let file = root.appending(path: "Tests/FuzzingTests/Corpus/\(name).base64")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
      Data(base64Encoded: String($0)).map { Array($0) }
    }
  }

  @Test(
    "the stand-in makes the same of every message as swift-protobuf, and never traps",
    .enabled(if: WasmScript.isUsable, "There is no node, or no wasm-ld."))
  func comparison() throws {
    try answers()
    let (status, output) = try WasmScript.run("wire")
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix(", 0 failed\n"), "\(output)")
  }
}
