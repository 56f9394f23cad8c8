// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

@Suite("Clock probes read and written directly", .timeLimit(.minutes(1)))
struct WireEncodingProbeTests {
  private static let numbers: [Int64] = [.min, -1, 0, 1, 9, 10, 127, 128, 16_384, .max]

  /// The ping in some bytes; it must be the one that swift-protobuf finds.
  private func ping(_ bytes: [UInt8], _ encoding: WireEncoding) -> Ping? {
    guard let ping = encoding.ping(in: bytes.span.bytes) else { return nil }
    let general = try? encoding.message(WireClientMessage.self, from: bytes).translated()
    #expect(general == .ping(ping), "\(bytes)")
    return ping
  }

  @Test("a pong is the same bytes as swift-protobuf's", arguments: WireEncoding.allCases)
  func pongs(encoding: WireEncoding) {
    for t0 in Self.numbers {
      for time in Self.numbers {
        let pong = Pong(
          id: UInt64(bitPattern: t0), t0: t0, t1: ServerTime(microseconds: time),
          t2: ServerTime(microseconds: t0), nonce: UInt64(bitPattern: time))
        let bytes = encoding.encode(pong)
        #expect(bytes == encoding.bytes(of: WireServerMessage(.pong(pong))))
        #expect(bytes == encoding.encode(.pong(pong)))
      }
    }
  }

  @Test("a client's ping is read as it was written", arguments: WireEncoding.allCases)
  func pings(encoding: WireEncoding) {
    for number in Self.numbers {
      let id = UInt64(bitPattern: number)
      for held in [nil, Duration.zero, .microseconds(1), .seconds(3600)] {
        let ping = Ping(id: id, t0: number, echo: held.map { .init(nonce: id, held: $0) })
        #expect(self.ping(encoding.encode(.ping(ping)), encoding) == ping)
      }
    }
  }

  @Test("no other message is taken for a ping", arguments: WireEncoding.allCases)
  func others(encoding: WireEncoding) {
    for sample in clientSamples {
      if case .ping = sample.message { continue }
      #expect(encoding.ping(in: encoding.encode(sample.message).span.bytes) == nil)
    }
  }

  @Test("damaged pings are read as swift-protobuf reads them, or not", arguments: [1, 2])
  func damaged(seed: UInt64) {
    for encoding in WireEncoding.allCases {
      let samples = clientSamples.map { encoding.encode($0.message) }
      let full = Ping(id: 300, t0: -5, echo: .init(nonce: 7, held: .milliseconds(40)))
      let original = encoding.encode(.ping(full))
      var damage = Damage(seed: seed)
      var read = 0
      for _ in 0..<20_000 where ping(damage.damaged(original, others: samples), encoding) != nil {
        read += 1
      }
      #expect(read > 0)
      for count in original.indices {
        #expect(encoding.ping(in: Array(original.prefix(count)).span.bytes) == nil)
      }
      #expect(encoding.ping(in: (original + [0]).span.bytes) == nil)
    }
  }

  @Test(
    "unusual pings are left to swift-protobuf",
    arguments: [
      #"{"ping":{"t0":"5","id":"1"}}"#, #"{"ping":{"id":"1"}}"#, #"{"ping":{"t0":"1"}}"#,
      #"{"ping":{"id":"01","t0":"1"}}"#, #"{"ping":{"id":"-1","t0":"1"}}"#,
      #"{"ping":{"id":"1","t0":"-0"}}"#, #"{"ping":{"id":1,"t0":1}}"#,
      #"{"ping":{"id":"18446744073709551616","t0":"1"}}"#, #"{"ping":{"id":"","t0":"1"}}"#,
      #"{"ping":{"id":"1","t0":"1","nonce":"1"}}"#, #"{"ping":{"id":"1","t0":"1","held":"1"}}"#,
      #"{"ping":{"id":"1","t0":"1","nonce":"1","held":"-1"}}"#,
      #"{"ping":{"id":"1","t0":"1"}} "#, #"{"ping":{"id":"1","t0":"1"},}"#, "",
    ])
  func unusual(text: String) {
    #expect(WireEncoding.json.ping(in: Array(text.utf8).span.bytes) == nil)
  }

  @Test("impossible holding times are refused as before", arguments: WireEncoding.allCases)
  func held(encoding: WireEncoding) {
    for microseconds in [Int64.min, -1, .max] {
      var wire = WirePing(Ping(id: 1, t0: 1, echo: .init(nonce: 2, held: .zero)))
      wire.held = microseconds
      var message = WireClientMessage()
      message.ping = wire
      let bytes = encoding.bytes(of: message)
      #expect(encoding.ping(in: bytes.span.bytes) == nil)
      #expect(throws: WireError.self) { try encoding.decodeClientMessage(bytes) }
    }
  }
}
