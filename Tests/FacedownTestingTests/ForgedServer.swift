// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import SocketClient
import Wire

@testable import FacedownTesting

/// How a dishonest server, or an attacker between it and a client, alters its messages.
enum ServerForgery: CaseIterable, Sendable {
  case face, salt, leaf
  case ownCommitment, ownShare, ownShareWithheld, ownReadiness
  case otherCommitment, otherShare
  case seed, seedCommitment, finalShares, turnOrder
  /// A deck that does not follow from the seed, with consistent leaves, salts and faces.
  case otherDeck

  /// The server's dealer.
  var dealer: Dealer {
    guard self == .otherDeck else { return .fair(.openSSL) }
    return Dealer(hashing: .openSSL) { fair, seed, entropies, pairs in
      fair.deck(
        seed: fair.hashing.sha256(seed), entropies: entropies.map { _ in [] }, pairs: pairs)
    }
  }

  /// Alters an event on its way to the player of seat `own`.
  func change(_ event: Event, own: SeatIndex) -> Event {
    let other = SeatIndex(1 - own.rawValue)
    switch (self, event) {
    case (.face, .flipped(var flip)):
      flip.face = Face(flip.face.index == 0 ? 1 : 0)
      return .flipped(flip)
    case (.salt, .flipped(var flip)):
      flip.salt[0] ^= 1
      return .flipped(flip)
    case (.leaf, .dealt(var dealt)):
      dealt.leaves[0][0] ^= 1
      return .dealt(dealt)
    case (.ownCommitment, .committed(var committed)):
      committed.entropyCommits[own.rawValue][0] ^= 1
      return .committed(committed)
    case (.otherCommitment, .committed(var committed)):
      committed.entropyCommits[other.rawValue][0] ^= 1
      return .committed(committed)
    case (.seedCommitment, .committed(var committed)):
      committed.seedCommit[0] ^= 1
      return .committed(committed)
    case (.ownReadiness, .readied(own, var commit)):
      commit[0] ^= 1
      return .readied(own, entropyCommit: commit)
    case (.ownShare, .revealed(own, _)), (.otherShare, .revealed(other, _)):
      let seat = self == .ownShare ? own : other
      return .revealed(seat, entropy: [UInt8](repeating: 3, count: FairDeal.entropyLength))
    case (.ownShareWithheld, .revealed(own, _)): return .revealed(own, entropy: [])
    case (.seed, .ended(var ended)):
      ended.seed[0] ^= 1
      return .ended(ended)
    case (.finalShares, .ended(var ended)):
      ended.entropies[other.rawValue][0] ^= 1
      return .ended(ended)
    case (.turnOrder, .dealt(var dealt)):
      dealt.turnOrder.reverse()
      return .dealt(dealt)
    default: return event
    }
  }
}

/// A guest that receives altered messages.
struct ForgedGuest: GuestMachine {
  private var client: RecordedClient
  private let forgery: ServerForgery
  private let seat: SeatIndex

  /// A guest on `seat`, or a spectator who watches `seat`.
  init(_ client: RecordedClient, _ forgery: ServerForgery, seat: SeatIndex) {
    self.client = client
    self.forgery = forgery
    self.seat = seat
  }

  var recording: Recording { client.recording }
  var nextWake: LocalTime? { client.nextWake }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    guard case .received(let number, let message) = input else {
      return client.handle(input, now: now)
    }
    return client.handle(.received(number, changed(message)), now: now)
  }

  private func changed(_ message: ServerMessage) -> ServerMessage {
    switch message {
    case .entry(let entry): return .entry(changed(entry))
    case .joined(var joined):
      joined.tail = joined.tail.map(changed)
      return .joined(joined)
    default: return message
    }
  }

  private func changed(_ entry: Entry) -> Entry {
    var entry = entry
    entry.event = forgery.change(entry.event, own: seat)
    return entry
  }
}

extension InMemoryWorld {
  /// Adds a client whose messages are altered by `forgery`.
  func enter(
    name: String, _ forgery: ServerForgery, seat: SeatIndex, driver: (any ClientDriver)?
  ) -> Guest {
    enter(name: name, agent: "test", .proto, Surroundings(), driver) {
      ForgedGuest($0, forgery, seat: seat)
    }
  }
}
