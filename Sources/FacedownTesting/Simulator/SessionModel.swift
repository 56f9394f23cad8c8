// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer
import Protocol

/// The checker's model of a session.
final class SessionModel {
  enum Question: Hashable {
    case entering
    case leaving
    case intent
    case other
  }

  /// A request that reached the server, and its outcome.
  struct Asked {
    let question: Question
    /// Its content when first sent.
    let message: ClientMessage
    /// Whether its number was also used for another request: the answer may be to either.
    var isReused = false
    /// The connection over which it was last sent.
    var connection: ServerConnectionID
    /// The last refusal that used up the number.
    var refusal: RefusalCode?
    /// How often it was sent.
    var times = 1
    /// Whether it was answered at all, even by a refusal that does not use up the number.
    var isAnswered = false
    /// Whether the session left its room by it.
    var hasLeft = false
  }

  /// A stay in a room: a player's membership, or as a spectator.
  struct Stay: Hashable {
    let room: String
    let role: Role
    let actor: ActorNumber?
  }

  /// The entries of a room's log sent to it during a stay.
  struct Sent {
    /// The end of its oldest base.
    var base: UInt64
    /// Whether no base can have been computed for it before that one.
    let isFirst: Bool
    /// The last entry of the message with that base: no client resumes from before it.
    let first: UInt64
    /// The last entry.
    var last: UInt64
  }

  let id: String
  /// Its resume tokens, the newest last.
  var tokens: [[UInt8]] = []
  /// The oldest token that is still valid.
  private var firstGood = 0
  /// The same as far as the journal knows: a crash forgets a use that was not journalled.
  private var firstKept = 0
  /// Its current connection.
  var connection: ServerConnectionID?
  /// The node that welcomed it last.
  var node = 0
  /// Its connection's shortest round trip.
  var roundTrip = Duration.zero
  var asked: [RequestID: Asked] = [:]
  /// The entries from which it asked to resume.
  var resumes: [(afterSeq: UInt64, roomID: String?)] = []
  /// What it was sent of each room's log, during each stay.
  var sent: [Stay: Sent] = [:]
  /// When it lost its connection, and how long it then had none.
  var lostAt: ServerTime?
  var absence = Duration.zero
  /// The player who has proven a key over it.
  var player: String?
  /// When an operator kicked it.
  var expelledAt: ServerTime?
  /// Whether it was banned, or was kicked by a process that died before that was certainly
  /// journalled.
  var mayHaveEnded = false
  /// Whether its newest token may have been replaced by one that it was not told.
  var mayHaveNewerToken = false
  /// The seats it has had.
  var memberships: [(room: RoomModel, actor: ActorNumber)] = []
  /// Whether it is a spectator restored from the journal that has not resumed yet: its first
  /// request for another room ends that.
  private(set) var isRecalled = false
  /// The request by which it entered its room.
  private(set) var enteredBy: RequestID?
  /// Its room and role.
  var place: (room: RoomModel, role: Role, actor: ActorNumber?)?

  init(id: String) {
    self.id = id
  }

  /// Whether an entry is the effect of one of its requests, in any room.
  func isEffect(_ entry: Entry) -> Bool {
    guard let cause = entry.cause else { return false }
    return memberships.contains { $0.actor == cause.actor && $0.room.entry(entry.seq) == entry }
  }

  /// Whether one of its requests had an effect, as far as the server can still tell: in its current
  /// room, or in those it has left while it is in none.
  func hasEffect(_ request: RequestID) -> Bool {
    let later = asked.keys.count { $0 > request && !roomsWithEffect(of: $0).isEmpty }
    return later < LobbyLimits.answersKept
      && roomsWithEffect(of: request).contains { room in
        room.isOpen && place.map { $0.room === room } ?? true
      }
  }

  /// The rooms in which a request had an effect.
  func roomsWithEffect(of request: RequestID) -> [RoomModel] {
    memberships.filter { $0.room.effects[Cause(actor: $0.actor, request: request)] != nil }
      .map(\.room)
  }

  func ask(
    _ id: RequestID, _ question: Question, _ message: ClientMessage,
    over connection: ServerConnectionID
  ) {
    if let former = asked[id] {
      if former.message != message { asked[id]?.isReused = true }
      asked[id]?.times += 1
    } else {
      asked[id] = Asked(question: question, message: message, connection: connection)
    }
    asked[id]?.connection = connection
  }

  /// The effect of a request is sent to it; where it asked again for what its seat already is, that
  /// answers the later requests too.
  func answered(by entry: Entry, _ cause: Cause) {
    asked[cause.request]?.isAnswered = true
    for (request, asked) in asked where request > cause.request {
      guard case .request(_, .intent(let intent)) = asked.message else { continue }
      switch (intent.intent, entry.event) {
      case (.ready, .readied), (.restart, .consented): self.asked[request]?.isAnswered = true
      default: break
      }
    }
  }

  /// Whether a token is valid: the newest, and the previous one until the newest is used.
  func isGood(_ token: [UInt8]) -> Bool {
    tokens.lastIndex(of: token).map { $0 >= firstGood } ?? false
  }

  /// A token has resumed it: earlier ones become invalid.
  ///
  /// The journal knows that if the session was given another token.
  func used(_ token: [UInt8], isKept: Bool) {
    mayHaveNewerToken = false
    if let index = tokens.lastIndex(of: token) { firstGood = max(firstGood, index) }
    if isKept { firstKept = firstGood }
  }

  /// It has entered or resumed a room.
  func entered(_ room: RoomModel, by request: RequestID?, as role: Role, _ actor: ActorNumber?) {
    place = (room, role, actor)
    enteredBy = request ?? enteredBy
    isRecalled = false
  }

  /// Whether this is its only request that may have entered a room.
  func isAlone(_ request: RequestID?) -> Bool {
    guard let request, asked[request]?.times == 1 else { return false }
    return asked.allSatisfy {
      $0.key == request || $0.value.question != .entering || $0.value.isAnswered
    }
  }

  /// A restored spectator asks for a room before it has resumed: asking for another one means that
  /// it had left, whatever becomes of the request.
  ///
  /// - Parameter code: the room it asks to watch; nil for a seat, or a room of its own.
  func asksForRoom(_ code: String?) {
    guard isRecalled, let former = place, code == nil || code != former.room.code else { return }
    leftUntold()
  }

  /// It was removed from its room, which it is told only when it asks.
  func leftUntold() {
    guard let former = place else { return }
    sent[Stay(room: former.room.id, role: former.role, actor: former.actor)] = nil
    place = nil
    isRecalled = false
  }

  /// It goes on at a node; another one than before knows nothing of its refusals.
  func arrives(at node: Int) {
    guard node != self.node else { return }
    self.node = node
    for request in asked.keys { asked[request]?.refusal = nil }
  }

  /// The server process has crashed, and what was not journalled is lost.
  ///
  /// Refused requests may be sent again and decided anew.
  func crashed() {
    firstGood = firstKept
    isRecalled = place?.role == .spectator
    for request in asked.keys { asked[request]?.refusal = nil }
  }
}
