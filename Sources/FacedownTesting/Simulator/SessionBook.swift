// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer

/// What a witness knows of a session.
final class SessionBook {
  enum Question: Hashable {
    case entering
    case leaving
    case intent
    case other
  }

  /// A request that reached the server, and what it came to.
  struct Asked {
    let question: Question
    /// The connection over which it was asked last.
    var link: LinkID
    /// The last refusal that used the number up.
    var refusal: RefusalCode?
    /// Whether it was answered at all, for the time being too.
    var isAnswered = false
    /// Whether the session left its room by it.
    var hasLeft = false
  }

  let id: String
  /// Tokens it was given, the newest last.
  var tokens: [[UInt8]] = []
  /// The oldest of its tokens that still opens it.
  private var firstGood = 0
  /// The same as far as the journal knows: a use that it could not keep is forgotten by a crash.
  private var firstKept = 0
  /// The connection that counts.
  var link: LinkID?
  /// How long its line takes there and back at its best.
  var roundTrip = Duration.zero
  var asked: [RequestID: Asked] = [:]
  /// From which entries on it asked to go on.
  var resumes: [(afterSeq: UInt64, roomID: String?)] = []
  /// The seats it has had.
  var memberships: [(room: RoomBook, actor: ActorNumber)] = []
  /// The room it is in, and as what.
  var place: (room: RoomBook, role: Role, actor: ActorNumber?)?

  init(id: String) {
    self.id = id
  }

  /// Whether an entry is what one of its requests has brought, wherever it was then.
  func hasBrought(_ entry: Entry) -> Bool {
    guard let cause = entry.cause, asked[cause.request] != nil else { return false }
    return memberships.contains { $0.actor == cause.actor && $0.room.entry(entry.seq) == entry }
  }

  /// Whether one of its requests had its effect, as far as the server can still tell: in the room it
  /// is in, or in those it has left while it is in none.
  func hasEffect(_ request: RequestID) -> Bool {
    let later = asked.keys.count { $0 > request && !brought(by: $0).isEmpty }
    return later < Courtesy.answersKept
      && brought(by: request).contains { room in
        room.isOpen && place.map { $0.room === room } ?? true
      }
  }

  /// The rooms in which a request had an effect.
  private func brought(by request: RequestID) -> [RoomBook] {
    memberships.filter { $0.room.effects[Cause(actor: $0.actor, request: request)] != nil }
      .map(\.room)
  }

  func ask(_ id: RequestID, _ question: Question, over link: LinkID) {
    if asked[id] == nil { asked[id] = Asked(question: question, link: link) }
    asked[id]?.link = link
  }

  /// Whether a token of its own still opens it: the newest, and the one before until that is used.
  func isGood(_ token: [UInt8]) -> Bool {
    tokens.lastIndex(of: token).map { $0 >= firstGood } ?? false
  }

  /// A token has opened it: those before it are good no more.
  ///
  /// The journal knows that where the session was given another.
  func used(_ token: [UInt8], isKept: Bool) {
    if let index = tokens.lastIndex(of: token) { firstGood = max(firstGood, index) }
    if isKept { firstKept = firstGood }
  }

  /// The process is gone, and with it what it knew beside the journal.
  ///
  /// What it had refused may be asked again and decided anew.
  func crashed() {
    firstGood = firstKept
    for request in asked.keys { asked[request]?.refusal = nil }
  }
}
