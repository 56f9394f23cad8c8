// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
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

  func ask(_ id: RequestID, _ question: Question, over link: LinkID) {
    if asked[id] == nil { asked[id] = Asked(question: question, link: link) }
    asked[id]?.link = link
  }

  /// Whether a token of its own still opens it: the newest, and the one before until that is used.
  func isGood(_ token: [UInt8]) -> Bool {
    tokens.lastIndex(of: token).map { $0 >= firstGood } ?? false
  }

  /// A token has opened it: those before it are good no more.
  func used(_ token: [UInt8]) {
    if let index = tokens.lastIndex(of: token) { firstGood = max(firstGood, index) }
  }
}
