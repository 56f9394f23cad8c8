// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer
import Protocol
import Replays

/// Watches a server from outside.
///
/// It sees the bytes that reach it, the bytes it sends, and what is on its disk; nothing inside it.
/// Whatever does not fit a promise is told to the run at once.
final class Witness {
  /// What is told: which promise, and how it is broken.
  let complain: (Promise, String) -> Void
  /// The round trip of a peer's line, by the number of the connection.
  let roundTrip: (LinkID) -> Duration
  let dealer: Dealer
  /// Whether decks are the fair deal's, so that the seed opened at the end must give them.
  let isFair: Bool
  /// How far readers may be behind.
  let backlog: BacklogLimits
  /// Connections that must be gone by the end of the server's turn.
  var overdue: [LinkID] = []
  /// Rooms of which something was sent in this turn.
  var spoken: [String: [Role: UInt64]] = [:]
  var links: [LinkID: LinkBook] = [:]
  var sessions: [String: SessionBook] = [:]
  var rooms: [String: RoomBook] = [:]
  /// Who was given a token, by the token.
  var owners: [[UInt8]: String] = [:]
  /// The latest stamp that anyone was sent.
  var latestStamp = ServerTime.zero
  /// How far the server's clock is ahead of the run's.
  private(set) var offset = Duration.zero
  /// What was asked behind hellos that were never answered.
  var unwelcome: Set<RequestID> = []
  /// Players who are banned, since when and until when.
  var bans: [String: (since: ServerTime, until: ServerTime?)] = [:]
  /// Whether the server is about to stop.
  var isDraining = false
  /// What each result that counts has made of the ratings, and when it landed.
  var ratings: [(landedAt: ServerTime, table: RatingTable)] = []
  /// The last of them that was there when the server started; -1 for none.
  var settledRatings = -1
  /// Messages that were sent lately, as read: many get the same bytes.
  private var lastRead: (bytes: [UInt8], message: ServerMessage)?
  private(set) var messages = 0

  init(
    dealer: Dealer, isFair: Bool, backlog: BacklogLimits, roundTrip: @escaping (LinkID) -> Duration,
    complain: @escaping (Promise, String) -> Void
  ) {
    self.dealer = dealer
    self.isFair = isFair
    self.backlog = backlog
    self.roundTrip = roundTrip
    self.complain = complain
  }

  // MARK: The disk

  /// A step is on the disk.
  func landed(_ step: JournalStep, at time: ServerTime) {
    let id = step.room.rawValue
    let book = rooms[id] ?? RoomBook(id: id, rules: RuleBook(dealer: dealer, isFair: isFair))
    rooms[id] = book
    if step.batch.expectedLastSeq != book.lastSeq {
      complain(
        .oneLog,
        "An append to room \(id) goes on from \(step.batch.expectedLastSeq), but the journal ends "
          + "with \(book.lastSeq).")
    }
    for complaint in book.land(step.batch, at: time) { complain(.rules, complaint) }
    checkEffects(of: step.batch, in: book)
    checkCredit(of: step.batch, in: book)
    checkStandstills(of: step.batch, in: book)
    rate(step.batch, in: book, now: time)
  }

  /// The server gives records to its journal.
  func appended(_ records: [JournalRecord], now: ServerTime) {
    for record in records {
      switch record {
      case .closed(let room, _): rooms[room.rawValue]?.isOpen = false
      case .step(let step):
        checkOpening(step)
        rooms[step.room.rawValue]?.clockPause.appended(at: now + offset)
      default: break
      }
    }
  }

  // MARK: What reaches the server

  /// A connection is open.
  func opened(_ link: LinkID, _ encoding: WireEncoding) {
    links[link] = LinkBook(id: link, encoding: encoding)
  }

  /// A connection is gone.
  func closed(_ link: LinkID, now: ServerTime) {
    guard let book = links.removeValue(forKey: link) else { return }
    guard let session = book.session else {
      return unwelcome.formUnion(book.early.compactMap(\.requestID))
    }
    guard session.link == link else { return }
    session.link = nil
    session.lostAt = now
  }

  /// The process is gone, and every connection with it.
  ///
  /// Refusals are kept by no journal, nor are banks.
  func crashed(now: ServerTime) {
    for link in links.keys { closed(link, now: now) }
    for session in sessions.values { session.crashed() }
    forgetOrders(at: now + offset)
    for room in rooms.values {
      room.forgetLandings(offset: offset)
      let view = room.view(room.lastSeq)
      guard view.isMatchRunning else { continue }
      let deadline = view.phase == .playing ? view.turn?.deadline : nil
      room.clockPause.died(at: now + offset, lastEntry: view.at, deadline: deadline)
    }
  }

  /// Another process begins, with its clock as far ahead as said: estimates of it start over.
  ///
  /// - Parameters:
  ///   - time: what its clock shows.
  ///   - offset: how far that is ahead of the run's.
  ///   - lastAlive: until when the journal takes the last server to have been there.
  func started(at time: ServerTime, offset: Duration, lastAlive: ServerTime) {
    latestStamp = time
    self.offset = offset
    settledRatings = ratings.count - 1
    for room in rooms.values {
      room.toldSeq = room.lastSeq
      room.clockPause.began(at: time, lastAlive: lastAlive)
    }
  }

  /// Bytes reach the server.
  func arrived(_ bytes: [UInt8], over link: LinkID) {
    guard let book = links[link], !book.isOver else { return }
    guard let message = try? book.encoding.decodeClientMessage(bytes) else {
      book.hasSentRubbish = true
      return
    }
    if book.session == nil {
      if case .hello(let hello) = message {
        book.hello = book.hello ?? hello
      } else {
        book.early.append(message)
      }
    } else {
      ask(message, over: book)
    }
  }

  /// A member asks for something.
  func ask(_ message: ClientMessage, over book: LinkBook) {
    guard let session = book.session, session.link == book.id else { return }
    switch message {
    case .createRoom(let id, _):
      session.asksForRoom(nil)
      session.ask(id, .entering, message, over: book.id)
    case .quickMatch(let quick):
      session.asksForRoom(nil)
      session.ask(quick.id, .entering, message, over: book.id)
    case .joinRoom(let join):
      let isNew = session.asked.keys.allSatisfy { $0 < join.id }
      session.asksForRoom(join.role == .spectator ? join.code : nil)
      session.ask(join.id, .entering, message, over: book.id)
      if let seq = join.afterSeq {
        session.resumes.append((seq, join.roomID))
        // Under a number that was used before it is a repeat, and answered as that was.
        if isNew { book.resuming[join.id] = join.roomID.map { (seq, $0) } }
      }
    case .leaveRoom(let id): session.ask(id, .leaving, message, over: book.id)
    case .intent(let intent): session.ask(intent.id, .intent, message, over: book.id)
    case .leaderboard(let id, _), .replays(let id, _), .replay(let id, _),
      .unsupported(let id?, _):
      session.ask(id, .other, message, over: book.id)
    case .hello, .prove, .ping, .listRooms, .react, .unsupported: break
    }
  }

  // MARK: What it sends

  /// Bytes leave the server over a connection.
  func sent(_ bytes: [UInt8], over link: LinkID, now: ServerTime) {
    messages += 1
    guard let book = links[link] else { return }
    guard let message = read(bytes, book.encoding) else {
      return complain(.oneLog, "Connection \(link.rawValue) is sent what cannot be read.")
    }
    if book.isOver {
      complain(.fencing, "Connection \(link.rawValue) is sent \(message.name) after its goodbye.")
    }
    checkReading(message, over: book)
    switch message {
    case .welcome(let welcome): welcomed(welcome, over: book, now: now)
    case .pong(let pong):
      stamp(pong.t1, isLatest: false, now: now)
      stamp(pong.t2, isLatest: true, now: now)
    case .rooms(let update): for room in update.rooms { checkListing(room, now: now) }
    case .joined(let joined): entered(joined, over: book, now: now)
    case .entry(let entry): passedOn(entry, over: book, now: now)
    case .refused(let id, let refusal): refused(id, refusal, over: book)
    case .presence(let presence): book.presence = presence
    case .audience(let count): book.audience = count
    case .left(let id, _): left(id, over: book)
    case .leaderboard(let best):
      book.session?.asked[best.id]?.isAnswered = true
      checkLeaderboard(best, now: now)
    case .reaction, .replays, .replay, .notice: break
    case .closing: book.isOver = true
    case .unrecognized:
      complain(.oneLog, "Connection \(link.rawValue) is sent a message without content.")
    }
  }

  private func read(_ bytes: [UInt8], _ encoding: WireEncoding) -> ServerMessage? {
    if let lastRead, lastRead.bytes == bytes { return lastRead.message }
    guard let message = try? encoding.decodeServerMessage(bytes) else { return nil }
    lastRead = (bytes, message)
    return message
  }

  /// A stamp of the server's time leaves.
  private func stamp(_ time: ServerTime, isLatest: Bool, now: ServerTime) {
    if isLatest {
      if time < latestStamp {
        complain(.time, "The server's time falls by \(latestStamp - time).")
      }
      latestStamp = max(latestStamp, time)
    }
    if time > now + offset { complain(.time, "A stamp is ahead of the server's clock.") }
  }

  private func welcomed(_ welcome: Welcome, over book: LinkBook, now: ServerTime) {
    if welcome.serverTime < latestStamp {
      complain(.time, "The server's time falls by \(latestStamp - welcome.serverTime).")
    }
    latestStamp = max(latestStamp, welcome.serverTime)
    let known = sessions[welcome.sessionID]
    let offered = book.hello?.resumeToken
    if let known, book.session === known {
      // The answer to a proof: the token before stays good until this one is used.
      if let newest = known.tokens.last { known.used(newest, isKept: true) }
    } else if let known {
      guard let offered, owners[offered] == known.id, known.isGood(offered) else {
        complain(.fencing, "Session \(known.id) is opened without a token that is good.")
        return
      }
      known.used(offered, isKept: welcome.resumeToken != offered)
    }
    let session = known ?? SessionBook(id: welcome.sessionID)
    sessions[session.id] = session
    // Where a new one could not be kept, the old one is given again.
    if owners[welcome.resumeToken] != nil, welcome.resumeToken != offered || known == nil {
      complain(.fencing, "A token is given twice.")
    }
    owners[welcome.resumeToken] = session.id
    if session.tokens.last != welcome.resumeToken { session.tokens.append(welcome.resumeToken) }
    book.session = session
    session.link = book.id
    checkWelcome(welcome, as: session)
    if let lostAt = session.lostAt { session.absence = now - lostAt }
    session.lostAt = nil
    session.roundTrip = roundTrip(book.id)
    for message in book.early { ask(message, over: book) }
    book.early = []
  }
}

extension ServerMessage {
  /// The case's name.
  var name: String {
    switch self {
    case .welcome(let welcome): "welcome as \(welcome.sessionID)"
    case .pong: "pong"
    case .rooms: "rooms"
    case .joined(let joined):
      "joined \(joined.roomID) as \(joined.role), \(joined.tail.count) entries after "
        + (joined.base.map { "base \($0.seq)" } ?? "those it has")
    case .entry(let entry): "entry \(entry.seq)"
    case .refused(let id, let refusal):
      "refused \(id?.rawValue ?? 0) \(refusal.code.rawValue)"
    case .presence: "presence"
    case .reaction(let actor, let kind): "reaction \(kind) of \(actor.rawValue)"
    case .leaderboard(let best): "leaderboard of \(best.mode)"
    case .replays(_, let matches): "\(matches.count) replays"
    case .replay(let replay): "replay of \(replay.matchID)"
    case .audience(let count): "audience of \(count)"
    case .left(let id, let code): "left \(code) by \(id?.rawValue ?? 0)"
    case .closing(let closing): "closing \(closing.code)"
    case .notice(let text): "notice \(text)"
    case .unrecognized: "nothing"
    }
  }
}
