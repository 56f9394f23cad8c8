// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import Lab

@Suite("Shared decoder", .timeLimit(.minutes(1)))
struct SharedDecoderTests {
  private func entry(_ seq: UInt64) -> ServerMessage {
    .entry(Entry(seq: seq, at: .zero, event: .ownerChanged(nil)))
  }

  @Test(
    "decodes an entry once in each encoding, however many get it", arguments: WireEncoding.allCases)
  func once(_ encoding: WireEncoding) {
    var decoder = SharedDecoder()
    for seq: UInt64 in 1...20 {
      let bytes = encoding.encode(entry(seq))
      for _ in 0..<50 {
        #expect(bytes.withUnsafeBytes { decoder.decode($0, as: encoding) } == entry(seq))
      }
    }
    #expect(decoder.decodedCount == 20)
  }

  @Test("never takes one message for another, and refuses garbage")
  func others() {
    var decoder = SharedDecoder()
    let wire = WireEncoding.proto
    for message in [entry(1), .notice("a"), entry(2), .notice("b"), .notice("a"), entry(1)] {
      #expect(wire.encode(message).withUnsafeBytes { decoder.decode($0, as: wire) } == message)
    }
    let garbage: [UInt8] = [0xff, 0xff, 0xff]
    #expect(garbage.withUnsafeBytes { decoder.decode($0, as: wire) } == nil)
    #expect(garbage.withUnsafeBytes { decoder.decode($0, as: .json) } == nil)
  }
}
