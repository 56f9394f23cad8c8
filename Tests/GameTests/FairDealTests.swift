// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Protocol
import Testing

/// The vectors of `memorize-fair/1`, computed by another program.
private struct Vectors: Decodable {
  struct Deal: Decodable, Sendable, CustomTestStringConvertible {
    let seed: String
    let matchId: String
    let faces: Int
    let copies: Int
    let epoch: UInt32
    let entropy: [String]
    let seedCommit: String
    let entropyCommits: [String]
    let deckKey: String
    let firstWords: [UInt64]
    let deck: [Int]
    let salt0: String
    let leaf0: String
    let leavesSha256: String

    var testDescription: String {
      "\(faces) faces, \(copies) copies, \(entropy.count) players"
    }
  }

  struct Rejection: Decodable {
    let bytes: [UInt8]
    let n: UInt64
    let results: [UInt64]
  }

  struct Distribution: Decodable {
    let counts: [String: Int]
  }

  let vectors: [Deal]
  let sanity: [String: String]
  let rejection8Bit: Rejection
  let distribution: Distribution

  static func load() throws -> Vectors {
    let url = try #require(
      Bundle.module.url(forResource: "shuffle", withExtension: "json", subdirectory: "Resources"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Vectors.self, from: Data(contentsOf: url))
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

@Suite("Fair deal", .timeLimit(.minutes(1)))
struct FairDealTests {
  @Test("is checked with hash functions that are SHA-256 and HMAC-SHA256")
  func hashes() throws {
    let sanity = try Vectors.load().sanity
    #expect(hex(Hashing.openSSL.sha256(Array("abc".utf8))) == sanity["sha256_abc"])
    let keyed = Hashing.openSSL.hmac(Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
    #expect(hex(keyed) == sanity["hmac_rfc4231_case2"])
  }

  @Test("gives the published bytes: commitments, key, words, deck, salts and leaves")
  func published() throws {
    let vectors = try Vectors.load().vectors
    #expect(vectors.count == 4)
    for vector in vectors {
      let fair = FairDeal(matchID: vector.matchId, hashing: .openSSL)
      let seed = bytes(vector.seed)
      let entropies = vector.entropy.map(bytes)
      #expect(hex(fair.seedCommit(seed)) == vector.seedCommit)
      let commits = entropies.enumerated().map { seat, entropy in
        hex(fair.entropyCommit(entropy, seat: SeatIndex(seat)))
      }
      #expect(commits == vector.entropyCommits)
      let key = fair.key(
        "deck", seed: seed, entropies: entropies, epoch: vector.epoch, pairs: vector.faces,
        copies: vector.copies)
      #expect(hex(key) == vector.deckKey)
      var stream = RandomStream(key: key, hashing: .openSSL)
      #expect(vector.firstWords.map { _ in stream.nextWord() } == vector.firstWords)
      let deck = fair.deck(
        seed: seed, entropies: entropies, epoch: vector.epoch, pairs: vector.faces,
        copies: vector.copies)
      #expect(deck.faces.map(\.index) == vector.deck, "\(vector.testDescription)")
      #expect(hex(deck.salts[0]) == vector.salt0)
      #expect(hex(deck.leaves[0]) == vector.leaf0)
      #expect(hex(Hashing.openSSL.sha256(deck.leaves.flatMap { $0 })) == vector.leavesSha256)
    }
  }

  @Test("passes over what would favour some numbers, as published for bytes")
  func rejection() throws {
    // The example draws bytes, the stream words of eight bytes: with the byte on top and everything
    // 2^56 times as large the same words are passed over.
    let example = try Vectors.load().rejection8Bit
    let hashing = Hashing(
      sha256: { $0 },
      hmac: { _, block in
        [example.bytes[Int(block.last ?? 0)]] + [UInt8](repeating: 0, count: 7)
      })
    var stream = RandomStream(key: [], hashing: hashing)
    let drawn = example.results.map { _ in stream.below(example.n << 56) >> 56 }
    #expect(drawn == example.results)
  }

  @Test("deals 12,000 seeds to the layouts of two pairs exactly as often as published")
  func distribution() throws {
    let expected = try Vectors.load().distribution.counts
    var counts: [String: Int] = [:]
    let fair = FairDeal(matchID: "dist", hashing: .openSSL)
    for number in 0..<12_000 {
      let seed = Hashing.openSSL.sha256(
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
      let key = fair.key("deck", seed: seed, entropies: [], pairs: 2)
      var faces = [0, 0, 1, 1]
      var stream = RandomStream(key: key, hashing: .openSSL)
      stream.shuffle(&faces)
      counts[faces.map(String.init).joined(), default: 0] += 1
    }
    #expect(counts == expected)
  }

  @Test("gives each label a stream of its own")
  func labels() {
    let fair = FairDeal(matchID: "m", hashing: .mixing)
    let labels = ["deck", "seats", "theme", "shuffle/0", "shuffle/1"]
    let keys = labels.map { fair.key($0, seed: [1], entropies: [[2], []], pairs: 8) }
    #expect(Set(keys).count == labels.count)
  }

  @Test("changes with the match, the seed and every player's share, and where one share ends")
  func dependence() {
    func key(_ id: String, _ seed: [UInt8], _ entropies: [[UInt8]]) -> [UInt8] {
      FairDeal(matchID: id, hashing: .openSSL)
        .key("deck", seed: seed, entropies: entropies, pairs: 8)
    }
    let keys = [
      key("m", [1], [[2, 3], [4]]), key("n", [1], [[2, 3], [4]]), key("m", [0], [[2, 3], [4]]),
      key("m", [1], [[2], [3, 4]]), key("m", [1], [[2, 3], [4], []]),
      key("m", [1], [[4], [2, 3]]),
    ]
    #expect(Set(keys).count == keys.count)
  }
}
