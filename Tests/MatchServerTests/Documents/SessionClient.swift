// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import MatchServer
import Protocol
import Wire

/// A client of a worked session, which fills in the values that depend on what it received.
///
/// The page has every byte that goes over the wire, including values that a client computes or
/// echoes: tokens, commitments, signatures. They are computed here too, so that the page cannot
/// show wrong ones.
struct SessionClient {
  /// The server's name as everybody dials it.
  static let server = ServerName(host: "play.example.org", port: 443)

  /// The connection it uses.
  var connection = ServerConnectionID(0)
  private let entropy: [UInt8]
  private let key = Ed25519PrivateKey(seed: Array(0..<32))
  private var welcome: Welcome?
  private var room: Joined?
  private var matchID = ""
  private var lastSeq: UInt64 = 0
  /// Whether it has reconnected but not received the missed entries: until then an entry is an
  /// answer, and comes again in its place.
  private var isResuming = false
  private var nonce: UInt64 = 0
  /// Whether messages to it are lost.
  var isDeaf = false

  /// The client of that name; each uses 32 bytes of its own instead of random ones.
  init(_ name: String) {
    entropy = Array(repeating: name.utf8.first ?? 0, count: 32)
  }

  /// Records what later messages must repeat.
  mutating func hear(_ message: ServerMessage) {
    switch message {
    case .welcome(let welcome):
      self.welcome = welcome
      isResuming = room != nil
    case .pong(let pong): nonce = pong.nonce
    case .joined(let joined):
      room = joined
      isResuming = false
      if let base = joined.base { (matchID, lastSeq) = (base.matchID, base.seq) }
      for entry in joined.tail { hear(entry) }
    case .entry(let entry) where !isResuming: hear(entry)
    default: break
    }
  }

  private mutating func hear(_ entry: Entry) {
    lastSeq = entry.seq
    if case .opened(let opened) = entry.event { matchID = opened.matchID }
  }

  /// A code that no room has: there is no O among the characters of codes.
  static let wrongCode = "WRONG"

  /// The code of the room it is in.
  var code: String? { room?.code }

  /// A message of the page, with `bytes` and `code` filled in.
  ///
  /// - Parameters:
  ///   - bytes: the message as the page has it.
  ///   - code: the code of the existing room.
  /// - Returns: the correct message; `bytes` themselves if they are not a message.
  func saying(_ bytes: [UInt8], code: String?) -> [UInt8] {
    guard let message = try? WireEncoding.json.decodeClientMessage(bytes) else { return bytes }
    switch message {
    case .hello(var hello):
      if hello.resumeToken != nil { hello.resumeToken = welcome?.resumeToken }
      if hello.publicKey != nil { hello.publicKey = key?.publicKey.bytes }
      return WireEncoding.json.encode(.hello(hello))
    case .ping(var ping):
      ping.echo?.nonce = nonce
      return WireEncoding.json.encode(.ping(ping))
    case .prove:
      let statement = KeyProof.statement(
        server: Self.server, session: welcome?.sessionID ?? "",
        challenge: welcome?.challenge ?? [])
      return WireEncoding.json.encode(.prove(signature: key?.signature(of: statement) ?? []))
    case .request(let id, .joinRoom(var join)):
      if join.code != Self.wrongCode { join.code = code ?? join.code }
      if join.roomID != nil { join.roomID = room?.roomID }
      if join.afterSeq != nil { join.afterSeq = lastSeq }
      return WireEncoding.json.encode(.request(id: id, .joinRoom(join)))
    case .request(let id, .intent(var intent)):
      intent.intent = working(out: intent.intent)
      return WireEncoding.json.encode(.request(id: id, .intent(intent)))
    default: return bytes
    }
  }

  private func working(out intent: Intent) -> Intent {
    switch intent {
    case .ready(let commit) where !commit.isEmpty:
      let deal = FairDeal(matchID: matchID, hashing: .openSSL)
      return .ready(
        entropyCommit: deal.entropyCommit(entropy, seat: room?.seat ?? SeatIndex(0)))
    case .reveal: return .reveal(entropy: entropy)
    default: return intent
    }
  }
}
