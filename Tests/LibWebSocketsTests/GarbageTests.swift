// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import MatchFixtures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GarbageTests {
  /// Number of misbehaving peers; FACEDOWN_GARBAGE_PEERS overrides it.
  private static let peers = number("FACEDOWN_GARBAGE_PEERS") ?? 400
  /// Seed of their misbehaviour; FACEDOWN_GARBAGE_SEED overrides it.
  private static let seed = number("FACEDOWN_GARBAGE_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  @Test("Whatever peers send, the server survives, and every opened connection is closed")
  func garbage() async throws {
    let seed = GarbageTests.seed
    var random = SplitMix64(seed: UInt64(seed))
    try await withLoop { onLoop in
      var serving = ListenOptions.patient
      serving.path = "/v1/play"
      serving.subprotocols = ["a", "b"]
      let server = Happenings()
      let port = try await onLoop.serve(server, serving, react: RecordingServer.echo)
      for _ in 0..<GarbageTests.peers {
        let peer = try RawClient(port: port)
        // A disconnected peer cannot send the rest.
        try? await peer.send(request(&random))
        if Bool.random(using: &random) {
          try? await peer.send((0..<4).flatMap { _ in frame(&random) })
        }
        await peer.hangUp()
      }
      let good = try RawClient(port: port)
      let answer = try await good.upgrade("/v1/play", fields: ["Sec-WebSocket-Protocol: b"])
      #expect(answer.hasPrefix("HTTP/1.1 101 "), "seed \(seed)")
      try await good.sendFrame(0x1, Array("alive".utf8))
      #expect(try await good.readFrame().payload == Array("alive".utf8), "seed \(seed)")
      // Stopping the loop reports the end of all remaining connections.
      onLoop.loop.stop()
      var open: Set<ConnectionID> = []
      for happening in await server.rest() {
        switch happening {
        case .opened(let id, _): open.insert(id)
        case .closed(let id, _): #expect(open.remove(id) != nil, "seed \(seed)")
        case .received(let id, _, _): #expect(open.contains(id), "seed \(seed)")
        case .failed: Issue.record("A server's handler was given a failure; seed \(seed)")
        }
      }
      #expect(open.isEmpty, "seed \(seed)")
    }
  }

  /// A request with a few bytes or lines out of order.
  private func request(_ random: inout SplitMix64) -> [UInt8] {
    var lines = [
      "GET /v1/play HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: b",
    ]
    let spoilers = [
      "Upgrade: bogus", "Upgrade: h2c", "Content-Length: 99999999999999999999",
      "Transfer-Encoding: chunked", "Sec-WebSocket-Protocol: ,,;=\"", "Connection: close",
      "Sec-WebSocket-Extensions: permessage-deflate", "Host: [::1", ": nothing", "X",
      "POST /v1/play HTTP/1.1", "CONNECT a:1 HTTP/1.1", "PRI * HTTP/2.0", "GET * HTTP/9",
      "GET /%00%ff/../../.. HTTP/1.1", String(repeating: "a", count: 5_000),
    ]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let line = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: lines.remove(at: line)
      case 1: lines[line] = spoilers.randomElement(using: &random) ?? ""
      default: lines.insert(spoilers.randomElement(using: &random) ?? "", at: line)
      }
    }
    return spoil(Array((lines + ["", ""]).joined(separator: "\r\n").utf8), &random, every: 3)
  }

  private func frame(_ random: inout SplitMix64) -> [UInt8] {
    let payload = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      UInt8.random(in: 0...127, using: &random)
    }
    let opcode = UInt8([0, 1, 2, 2, 8, 9, 10, 3].randomElement(using: &random) ?? 1)
    let isFinal = Int.random(in: 0..<4, using: &random) != 0
    return spoil(RawClient.frame(opcode, payload, isFinal: isFinal), &random, every: 4)
  }

  /// Changes, doubles or drops a byte, once in `times` cases.
  private func spoil(_ bytes: [UInt8], _ random: inout SplitMix64, every times: Int) -> [UInt8] {
    guard Int.random(in: 0..<times, using: &random) == 0, !bytes.isEmpty else { return bytes }
    var bytes = bytes
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.insert(bytes[place], at: place)
    default: bytes.removeLast(bytes.count - place)
    }
    return bytes
  }
}
