// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The byte formats of `memorize-fair/1`: a deal that players can verify.
///
/// The server commits to a seed before it knows the players' shares of the randomness, and the
/// players commit to their shares before they know the seed. Seed and shares together give the key
/// of every random stream of the match. Integers are big-endian; LP(x) is x preceded by its length
/// in two bytes.
public struct FairDeal: Sendable {
  /// The length of a player's share in bytes; a share that was not revealed is empty.
  public static let entropyLength = 32

  private static let tag = Array("memorize-fair/1/".utf8)

  /// The id of the match, or the name of a day's deal; part of every commitment.
  public var matchID: String
  /// The hash functions.
  public var hashing: Hashing

  /// The deal of match `matchID`.
  public init(matchID: String, hashing: Hashing) {
    self.matchID = matchID
    self.hashing = hashing
  }

  /// The deal of the match that a view shows: its own, or that of a day.
  public init(of view: MatchView, hashing: Hashing) {
    self.init(matchID: view.settings.dealName(of: view.matchID), hashing: hashing)
  }

  /// A day's deal, which is dealt from the server's seed alone.
  public init(of day: Day, hashing: Hashing) {
    self.init(matchID: MatchSettings.daily(day).dealName(of: ""), hashing: hashing)
  }

  /// The server's commitment to its 32-byte seed.
  public func seedCommit(_ seed: [UInt8]) -> [UInt8] {
    hashing.sha256(labelled("seed") + seed)
  }

  /// A player's commitment to its share of the randomness, bound to its seat.
  public func entropyCommit(_ entropy: [UInt8], seat: SeatIndex) -> [UInt8] {
    hashing.sha256(labelled("entropy") + [UInt8(truncatingIfNeeded: seat.rawValue)] + entropy)
  }

  /// The key of the stream `label` for a deck of `pairs`.
  ///
  /// - Parameters:
  ///   - label: `deck`, `seats`, `shuffle/0` and so on: independent streams.
  ///   - seed: the server's seed, 32 bytes.
  ///   - entropies: each seat's revealed share; empty where none was revealed.
  ///   - epoch: 0 for the first deal, one more for each blind shuffle.
  ///   - pairs: the number of different faces.
  ///   - copies: the number of cards with each face.
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

  /// The commitment to the face of the card dealt to `slot`.
  ///
  /// It does not name the match, because the salt is unique to it.
  public static func leaf(
    slot: Int, face: Face, salt: [UInt8], hashing: Hashing
  ) -> [UInt8] {
    var message = tag + Array("leaf".utf8) + [0]
    message += bigEndian(UInt16(truncatingIfNeeded: slot))
    message += bigEndian(UInt16(truncatingIfNeeded: face.index))
    return hashing.sha256(message + salt)
  }

  /// The deck drawn from `seed` and `entropies`, with each card's salt and commitment.
  public func deck(
    seed: [UInt8], entropies: [[UInt8]], epoch: UInt32 = 0, pairs: Int, copies: Int = 2
  ) -> Deck {
    deck(
      drawnBy: key(
        "deck", seed: seed, entropies: entropies, epoch: epoch, pairs: pairs, copies: copies),
      pairs: pairs, copies: copies)
  }

  /// The deck drawn from the stream of `key`, with each card's salt and commitment.
  public func deck(drawnBy key: [UInt8], pairs: Int, copies: Int = 2) -> Deck {
    var faces = (0..<pairs).flatMap { face in (0..<copies).map { _ in Face(face) } }
    var stream = RandomStream(key: key, hashing: hashing)
    stream.shuffle(&faces)
    let salts = faces.indices.map { salt(of: $0, key: key) }
    let leaves = faces.indices.map { leaf(slot: $0, face: faces[$0], salt: salts[$0]) }
    return Deck(faces: faces, salts: salts, leaves: leaves)
  }

  /// The salt of the card in `slot` of the deck drawn by `key`, 16 bytes.
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
