// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer
import Protocol

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
    /// What it says, as it was asked first.
    let message: ClientMessage
    /// Whether its number was used for something else too: what is answered is either.
    var isReused = false
    /// The connection over which it was asked last.
    var link: LinkID
    /// The last refusal that used the number up.
    var refusal: RefusalCode?
    /// How often it was asked.
    var times = 1
    /// Whether it was answered at all, for the time being too.
    var isAnswered = false
    /// Whether the session left its room by it.
    var hasLeft = false
  }

  /// As what it is in which room: a player's membership, or a viewer.
  struct Stay: Hashable {
    let room: String
    let role: Role
    let actor: ActorNumber?
  }

  /// What it was sent of a room's log during a stay.
  struct Sent {
    /// The entry behind which its oldest base ended.
    var base: UInt64
    /// Whether no base can have been drawn up for it before that one.
    let isFirst: Bool
    /// The last entry of the message with that base: no client of its own goes on from before it.
    let first: UInt64
    /// The last entry.
    var last: UInt64
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
  /// What it was sent of each room's log, during each stay.
  var sent: [Stay: Sent] = [:]
  /// When it lost its connection, and how long it was then without one.
  var lostAt: ServerTime?
  var absence = Duration.zero
  /// The player who has proven a key over it.
  var player: String?
  /// When whoever runs the server has ended it.
  var expelledAt: ServerTime?
  /// The seats it has had.
  var memberships: [(room: RoomBook, actor: ActorNumber)] = []
  /// Whether it is a spectator whom another process has taken over from the journal, and who has not
  /// resumed yet: the first request for another room ends that.
  private(set) var isRecalled = false
  /// The request that brought it where it is.
  private(set) var enteredBy: RequestID?
  /// The room it is in, and as what.
  var place: (room: RoomBook, role: Role, actor: ActorNumber?)?

  init(id: String) {
    self.id = id
  }

  /// Whether an entry is what one of its requests has brought, wherever it was then.
  func hasBrought(_ entry: Entry) -> Bool {
    guard let cause = entry.cause else { return false }
    return memberships.contains { $0.actor == cause.actor && $0.room.entry(entry.seq) == entry }
  }

  /// Whether one of its requests had its effect, as far as the server can still tell: in the room it
  /// is in, or in those it has left while it is in none.
  func hasEffect(_ request: RequestID) -> Bool {
    let later = asked.keys.count { $0 > request && !brought(by: $0).isEmpty }
    return later < LobbyLimits.answersKept
      && brought(by: request).contains { room in
        room.isOpen && place.map { $0.room === room } ?? true
      }
  }

  /// The rooms in which a request had an effect.
  private func brought(by request: RequestID) -> [RoomBook] {
    memberships.filter { $0.room.effects[Cause(actor: $0.actor, request: request)] != nil }
      .map(\.room)
  }

  func ask(_ id: RequestID, _ question: Question, _ message: ClientMessage, over link: LinkID) {
    if let former = asked[id] {
      if former.message != message { asked[id]?.isReused = true }
      asked[id]?.times += 1
    } else {
      asked[id] = Asked(question: question, message: message, link: link)
    }
    asked[id]?.link = link
  }

  /// It is sent what one of its requests has brought; of a seat that asks again to be what it is already,
  /// that answers the later requests too.
  func answered(by entry: Entry, _ cause: Cause) {
    asked[cause.request]?.isAnswered = true
    for (request, asked) in asked where request > cause.request {
      guard case .intent(let intent) = asked.message else { continue }
      switch (intent.intent, entry.event) {
      case (.ready, .readied), (.restart, .consented): self.asked[request]?.isAnswered = true
      default: break
      }
    }
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

  /// It has entered a room, or resumed in it.
  func entered(_ room: RoomBook, by request: RequestID?, as role: Role, _ actor: ActorNumber?) {
    place = (room, role, actor)
    enteredBy = request ?? enteredBy
    isRecalled = false
  }

  /// Whether a request to enter a room is the only one that may have brought it in.
  func isAlone(_ request: RequestID?) -> Bool {
    guard let request, asked[request]?.times == 1 else { return false }
    return asked.allSatisfy {
      $0.key == request || $0.value.question != .entering || $0.value.isAnswered
    }
  }

  /// It asks for a room before it has resumed as a spectator: asking for another one means that it had
  /// left, whatever becomes of the request.
  ///
  /// - Parameter code: the room it asks to watch; nil for a seat, or a room of its own.
  func asksForRoom(_ code: String?) {
    guard isRecalled, let former = place, code == nil || code != former.room.code else { return }
    leftUntold()
  }

  /// It has left its room, and is not told so before it asks.
  func leftUntold() {
    guard let former = place else { return }
    sent[Stay(room: former.room.id, role: former.role, actor: former.actor)] = nil
    place = nil
    isRecalled = false
  }

  /// The process is gone, and with it what it knew beside the journal.
  ///
  /// What it had refused may be asked again and decided anew.
  func crashed() {
    firstGood = firstKept
    isRecalled = place?.role == .spectator
    for request in asked.keys { asked[request]?.refusal = nil }
  }
}
