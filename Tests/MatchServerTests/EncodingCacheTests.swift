// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("The cache of encodings", .timeLimit(.minutes(1)))
struct EncodingCacheTests {
  private var cache = EncodingCache()

  /// The message sent to a spectator of a room with `count` entries.
  private func joined(_ count: UInt64) -> ServerMessage {
    let tail = (1...count).map { seq in
      Entry(
        seq: seq, at: ServerTime(microseconds: Int64(seq)),
        event: .configured(MatchSettings(), theme: "animals"))
    }
    return .joined(
      Joined(
        code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: nil, role: .spectator,
        base: MatchView(), tail: tail))
  }

  @Test("encodes a message once per encoding, and distinguishes messages")
  mutating func once() {
    for encoding in WireEncoding.allCases {
      let first = cache.encode(joined(3), encoding)
      for _ in 0..<100 { #expect(cache.encode(joined(3), encoding) == first) }
      #expect(cache.encode(joined(4), encoding) != first)
      #expect(first == encoding.encode(joined(3)))
    }
    #expect(cache.count == 2 * WireEncoding.allCases.count)
  }

  @Test("encodes a message once even if each copy has its own request number")
  mutating func numbers() {
    for encoding in WireEncoding.allCases {
      for number in [1, 127, 128, 300, UInt64.max] {
        guard case .joined(var named) = joined(3) else { return }
        named.id = RequestID(number)
        #expect(cache.encode(.joined(named), encoding) == encoding.encode(.joined(named)))
      }
    }
    #expect(cache.count == WireEncoding.allCases.count)
  }

  @Test("does not store messages for a single connection")
  mutating func others() {
    for index in 0..<100 {
      _ = cache.encode(.left(id: RequestID(UInt64(index)), code: "room/left"), .proto)
    }
    #expect(cache.count == 100 && cache.byteCount == 0)
  }

  @Test("forgets the oldest beyond a number and a size, however long a room's log grows")
  mutating func bounds() {
    for count in 1...UInt64(EncodingCache.size + 8) { _ = cache.encode(joined(count), .proto) }
    let before = cache.count
    _ = cache.encode(joined(1), .proto)
    #expect(cache.count == before + 1, "The first was forgotten.")
    for count in UInt64(1_000)...1_040 {
      _ = cache.encode(joined(count), .proto)
      #expect(cache.byteCount <= EncodingCache.byteLimit)
    }
    let largest = cache.encode(joined(20_000), .proto)
    #expect(cache.byteCount == largest.count && largest.count > EncodingCache.byteLimit)
    let encoded = cache.count
    _ = cache.encode(joined(20_000), .proto)
    #expect(cache.count == encoded, "One that is too large alone is still kept.")
  }
}
