// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The bytes of `memorize-fair/1`: a deal that players can check.
///
/// The server commits to a seed before it knows the players' randomness, and the players commit to
/// theirs before they know the seed. Seed and randomness together give the key of every stream the
/// match draws from. Integers are big-endian; LP(x) is x behind its length in two bytes.
public struct FairDeal: Sendable {
  /// Bytes of a player's share of the randomness; one that was not opened is empty.
  public static let entropyLength = 32

  private static let tag = Array("memorize-fair/1/".utf8)

  /// The match all commitments are made for.
  public var matchID: String
  /// The hash functions.
  public var hashing: Hashing

  /// The deal of match `matchID`.
  public init(matchID: String, hashing: Hashing) {
    self.matchID = matchID
    self.hashing = hashing
  }

  /// The server's commitment to its 32-byte seed.
  public func seedCommit(_ seed: [UInt8]) -> [UInt8] {
    hashing.sha256(labelled("seed") + seed)
  }

  /// A player's commitment to its share of the randomness, for the chair it sits on.
  public func entropyCommit(_ entropy: [UInt8], seat: SeatIndex) -> [UInt8] {
    hashing.sha256(labelled("entropy") + [UInt8(truncatingIfNeeded: seat.rawValue)] + entropy)
  }

  /// The key of the stream called `label` for a deck of `pairs`.
  ///
  /// - Parameters:
  ///   - label: `deck`, `seats`, `shuffle/0` and so on: independent streams.
  ///   - seed: the server's 32 bytes.
  ///   - entropies: what each chair revealed, empty where nothing was.
  ///   - epoch: 0 for the match's first deal, one more for each blind shuffle.
  ///   - pairs: how many different faces the deck has.
  ///   - copies: how many cards bear each face.
  /// - Returns: the key, 32 bytes.
  public func key(
    _ label: String, seed: [UInt8], entropies: [[UInt8]], epoch: UInt32 = 0, pairs: Int,
    copies: Int = 2
  ) -> [UInt8] {
    var message = labelled(label) + bigEndian(epoch)
    message += lengthPrefixed(Array("n=\(pairs);copies=\(copies)".utf8))
    message.append(UInt8(truncatingIfNeeded: entropies.count))
    for entropy in entropies { message += lengthPrefixed(entropy) }
    return hashing.hmac(seed, message)
  }

  /// The stream called `label`.
  public func stream(
    _ label: String, seed: [UInt8], entropies: [[UInt8]], pairs: Int
  ) -> RandomStream {
    RandomStream(
      key: key(label, seed: seed, entropies: entropies, pairs: pairs), hashing: hashing)
  }

  /// The commitment to the face of the card dealt to `slot`.
  public func leaf(slot: Int, face: Face, salt: [UInt8]) -> [UInt8] {
    Self.leaf(slot: slot, face: face, salt: salt, hashing: hashing)
  }

  /// The commitment to the face of the card dealt to `slot`; the same in every match, for the salt
  /// is the match's own.
  public static func leaf(
    slot: Int, face: Face, salt: [UInt8], hashing: Hashing
  ) -> [UInt8] {
    var message = tag + Array("leaf".utf8) + [0]
    message += bigEndian(UInt16(truncatingIfNeeded: slot))
    message += bigEndian(UInt16(truncatingIfNeeded: face.index))
    return hashing.sha256(message + salt)
  }

  /// The deck of `pairs` drawn from `seed` and `entropies`, with each card's salt and commitment.
  public func deck(
    seed: [UInt8], entropies: [[UInt8]], epoch: UInt32 = 0, pairs: Int, copies: Int = 2
  ) -> Deck {
    deck(
      drawnBy: key(
        "deck", seed: seed, entropies: entropies, epoch: epoch, pairs: pairs, copies: copies),
      pairs: pairs, copies: copies)
  }

  /// The deck of `pairs` drawn from the stream of `key`, with each card's salt and commitment.
  public func deck(drawnBy key: [UInt8], pairs: Int, copies: Int = 2) -> Deck {
    var faces = (0..<pairs).flatMap { face in (0..<copies).map { _ in Face(face) } }
    var stream = RandomStream(key: key, hashing: hashing)
    stream.shuffle(&faces)
    let salts = faces.indices.map { salt(of: $0, key: key) }
    let leaves = faces.indices.map { leaf(slot: $0, face: faces[$0], salt: salts[$0]) }
    return Deck(faces: faces, salts: salts, leaves: leaves)
  }

  /// What opens the commitment of the card in `slot` of the deck drawn by `key`, 16 bytes.
  func salt(of slot: Int, key: [UInt8]) -> [UInt8] {
    Array(
      hashing.hmac(key, Array("salt".utf8) + bigEndian(UInt16(truncatingIfNeeded: slot)))
        .prefix(16))
  }

  private func labelled(_ label: String) -> [UInt8] {
    Self.tag + Array(label.utf8) + [0] + lengthPrefixed(Array(matchID.utf8))
  }

  private func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
    bigEndian(UInt16(truncatingIfNeeded: bytes.count)) + bytes
  }
}
