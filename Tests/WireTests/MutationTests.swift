// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing
import Wire

@Suite("Damaged messages", .timeLimit(.minutes(1)))
struct MutationTests {
  /// Damaged forms of each message.
  private static let rounds = 120

  /// Decoding damaged bytes gives either an error or a valid message, which survives another round
  /// trip unchanged.
  @Test(
    "a damaged message of a client is an error or a message, never the end of the program",
    arguments: WireEncoding.allCases, UInt64(1)...4)
  func clients(_ encoding: WireEncoding, _ seed: UInt64) throws {
    var damage = Damage(seed: seed)
    var read = 0
    let originals = clientSamples.map { encoding.encode($0.message) }
    for original in originals {
      for _ in 0..<Self.rounds {
        let bytes = damage.damaged(original, others: originals)
        guard let message = try? encoding.decodeClientMessage(bytes) else { continue }
        read += 1
        if case .unsupported = message { continue }
        #expect(
          try encoding.decodeClientMessage(encoding.encode(message)) == message,
          "seed \(seed), bytes \(bytes)")
      }
    }
    #expect(read > originals.count)
  }

  @Test(
    "a damaged message of the server is an error or a message, and folds like any other",
    arguments: WireEncoding.allCases, UInt64(1)...4)
  func servers(_ encoding: WireEncoding, _ seed: UInt64) throws {
    var damage = Damage(seed: seed)
    var read = 0
    var log = RandomLog(seed: seed)
    for _ in 0..<40 { _ = log.next() }
    let joined = Joined(code: "A", roomID: "r", role: .spectator, base: log.view)
    let messages =
      serverSamples.map(\.message) + entrySamples.map { .entry($0.message) } + [.joined(joined)]
    let originals = messages.map { encoding.encode($0) }
    for original in originals {
      for _ in 0..<Self.rounds {
        let bytes = damage.damaged(original, others: originals)
        guard let message = try? encoding.decodeServerMessage(bytes) else { continue }
        read += 1
        #expect(
          try encoding.decodeServerMessage(encoding.encode(message)) == message,
          "seed \(seed), bytes \(bytes)")
        fold(message, onto: log.view)
      }
    }
    #expect(read > originals.count)
  }

  /// Folds what a client would fold; traps if translation has accepted an invalid number.
  private func fold(_ message: ServerMessage, onto view: MatchView) {
    switch message {
    case .entry(let entry):
      var view = view
      view.seq = entry.seq - 1
      view.at = entry.at
      view.apply(entry)
    case .joined(let joined):
      guard var view = joined.base else { return }
      for entry in joined.tail { view.apply(entry) }
      var log = RandomLog(seed: view.seq, goingOnFrom: view)
      for _ in 0..<8 { _ = log.next() }
    default: break
    }
  }
}

/// Damages bytes, a few places at a time.
struct Damage {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// `bytes` with one to four mutations, some with parts of `others`.
  mutating func damaged(_ bytes: [UInt8], others: [[UInt8]]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      damage(&bytes, others: others)
    }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8], others: [[UInt8]]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let rest = bytes.count - place
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes.insert(contentsOf: random.bytes(Int.random(in: 1...8, using: &random)), at: place)
    case 2: bytes.removeSubrange(place..<(place + Int.random(in: 0...min(8, rest), using: &random)))
    case 3:
      let other = others.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[start...].prefix(24), at: place)
    case 4 where rest > 0: bytes[place] = .random(in: .min ... .max, using: &random)
    case 5: changeDigit(&bytes)
    default:
      if rest > 0 { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
  }

  /// Changes a decimal digit if there is one, or lets it grow: in JSON this is the damage that
  /// is still read.
  private mutating func changeDigit(_ bytes: inout [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let places = bytes.indices.filter { digits.contains(bytes[$0]) }
    guard let place = places.randomElement(using: &random) else { return }
    let digit = UInt8.random(in: digits, using: &random)
    if Bool.random(using: &random) {
      bytes[place] = digit
    } else {
      bytes.insert(contentsOf: repeatElement(digit, count: 9), at: place)
    }
  }
}
