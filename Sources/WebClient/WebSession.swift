// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import Interpolation
package import MatchClient
package import MatchUI
import Protocol
import Wire

/// A page as a value: a client, and a player's screen without a screen.
///
/// It has no sockets, clock or pixels: what happened goes in, what to do and the numbers of a frame
/// come out. Whatever a server sends is either read or refused.
package struct WebSession: Sendable {
  private var client: ClientCore
  private var session: MatchSession
  private var outputs: [WebOutput] = []
  /// The frame that was staged last.
  package private(set) var last: MatchFrame?
  private var narration = Narration()
  /// What the page was last told to keep.
  private var stored: ClientSnapshot?
  /// Why the server closes the connection, or why it cannot be understood.
  private var problem: String?
  private var disconnectCause = DisconnectCause.silence
  private let home: ServerURL?
  private var guest: GuestReason
  /// Whether the player has yet to be told that another window plays with the key.
  private var owesNotice: Bool
  /// The match to look for once the room is left, because a rated table plays only one.
  private var another: QuickMatch?
  /// The bots to add to the room that is being opened.
  private var companions: (count: Int, level: String)?
  /// Whether the server reports changes to the list of rooms.
  private var watchesRooms = false
  private var records: ServerRecords
  /// The replay that is shown in place of the table.
  private var replay: ReplayScreen

  /// The longest message that a server may send, and the largest file that a player may open, in
  /// bytes; the matches that servers send are smaller than a mebibyte.
  package static let longestInput = 4 << 20
  /// The most outputs that wait for the page.
  private static let mostOutputs = 1024

  /// A page that is not connected yet, and begins to connect.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - name: the player's name.
  ///   - server: the page's own address, to which moves are compared and links lead; nil to follow
  ///     no moves and to prove no key.
  ///   - publicKey: the player's public key, 32 bytes, which is proven with signatures; nil for a guest.
  ///   - isKeyTaken: whether the player is a guest because another window plays with the key.
  ///   - hasReducedMotion: whether the player prefers less motion.
  ///   - snapshot: what the page's last instance has stored; nil to begin a session.
  ///   - hashing: the hash functions of the fair deal.
  ///   - now: the present time.
  package init(
    key: [UInt8], name: String, server: ServerURL?, publicKey: [UInt8]? = nil,
    isKeyTaken: Bool = false, hasReducedMotion: Bool = false,
    restoring snapshot: ClientSnapshot? = nil, hashing: Hashing = .swift, now: LocalTime
  ) {
    let identity = publicKey.flatMap { key in
      server.map { PublicIdentity(publicKey: key, server: $0.nameToProve) }
    }
    client = ClientCore(
      agent: "facedown-web", name: name, identity: identity, reconnectPolicy: ReconnectPolicy(),
      key: key, hashing: hashing, restoring: snapshot)
    records = ServerRecords(ownID: publicKey.map { KeyProof.playerID(hash: hashing.sha256($0)) })
    guest = isKeyTaken ? .keyTaken : .noKey
    owesNotice = isKeyTaken
    stored = snapshot
    home = server
    var options = MatchSession.Options()
    options.server = server
    options.hasOwnLayout = true
    options.verify = { entry, table in
      MatchVerdict(endingWith: entry, at: table, hashing: hashing).map { MatchSession.Verdict($0) }
    }
    replay = ReplayScreen(hashing: hashing)
    session = MatchSession(options)
    // The page lays out its own screen: in no cell at all, the session draws nothing.
    session.viewport = MatchViewport(
      size: WindowSize(columns: 1, rows: 1), motion: hasReducedMotion ? .reduced : .full)
    feed(.start(home: server), now: now)
  }

  // MARK: Inputs

  /// A socket is open.
  package mutating func opened(_ link: Int, now: LocalTime) {
    feed(.opened(ConnectionNumber(link)), now: now)
  }

  /// A message was received over a socket.
  package mutating func received(_ link: Int, _ bytes: [UInt8], now: LocalTime) {
    let number = ConnectionNumber(link)
    do throws(WireError) {
      feed(.received(number, try PageMessages.decode(bytes)), now: now)
    } catch {
      feed(.garbled(number, error.description), now: now)
    }
  }

  /// A socket has closed, or did not open.
  package mutating func ended(_ link: Int, mayRetry: Bool, now: LocalTime) {
    feed(.ended(ConnectionNumber(link), mayRetry: mayRetry), now: now)
  }

  /// The time of `nextWake` has come.
  package mutating func tick(now: LocalTime) {
    feed(.tick, now: now)
    carryOut(session.handle(.tick, client, at: now), now: now)
  }

  /// The page slept.
  package mutating func woke(now: LocalTime) { feed(.woke, now: now) }

  /// The player prefers this motion from now on.
  package mutating func prefer(_ motion: MotionPreference) {
    session.viewport.motion = motion
    add(.draw)
  }

  /// A statement was signed.
  package mutating func signed(_ link: Int, _ signature: [UInt8], now: LocalTime) {
    feed(.signed(ConnectionNumber(link), signature), now: now)
  }

  /// The player did something.
  package mutating func act(_ action: WebAction, now: LocalTime) {
    switch action {
    case .table(let action):
      // What lies under a replay is not played.
      if replay.isShown { break }
      carryOut(session.handle(.action(action), client, at: now), now: now)
    case .key(let key):
      if let step = replay.take(key, at: now) { return carryOut(step, now: now) }
      carryOut(session.handle(.key(key), client, at: now), now: now)
    case .join(let code, let role):
      let join = JoinRoom(code: code.uppercased(), role: role)
      feed(.command(.request(.joinRoom(join))), now: now)
    case .create(let settings, let bots):
      companions = bots.map { (settings.seats - 1, $0) }
      feed(.command(.request(.createRoom(settings))), now: now)
    case .quick(let match): feed(.command(.request(.quickMatch(match))), now: now)
    case .rooms:
      watchesRooms = true
      if client.isWelcome { feed(.command(.listRooms(watch: true)), now: now) }
    case .leaderboards:
      records.askForBoards()
      for mode in MatchSettings.Mode.rated { feed(.command(.leaderboard(mode)), now: now) }
      add(.records)
    case .replays(let minutes):
      records.askForReplays(minutesBeforeUTC: minutes)
      feed(.command(.listReplays(nil)), now: now)
      add(.records)
    case .profile(let player, let minutes):
      if let asked = records.askForProfile(of: player, minutesBeforeUTC: minutes) {
        feed(.command(.profile(asked)), now: now)
      }
      add(.records)
    case .daily:
      feed(.command(.daily(records.askForDaily())), now: now)
      add(.records)
    case .playDaily:
      guard let day = records.daily?.today.day else { break }
      feed(.command(.request(.createRoom(.daily(day)))), now: now)
    case .watch(let matchID):
      carryOut(replay.watch(matchID, client.table?.log, at: now), now: now)
    case .open(let file): carryOut(replay.open(file, at: now), now: now)
    case .seek(let part): carryOut(replay.seek(toPart: part, at: now), now: now)
    case .leave:
      if client.table != nil { feed(.command(.request(.leaveRoom)), now: now) }
    case .motion(let motion): prefer(motion)
    case .ghosts(let areShown): session.showsGhosts = areShown
    }
  }

  private mutating func feed(_ input: ClientInput, now: LocalTime) {
    let outputs = client.handle(input, now: now)
    store()
    for output in outputs {
      switch output {
      case .dial(let number, .home): add(.dial(number.rawValue, url: nil))
      case .dial(let number, .node(let url)):
        add(.dial(number.rawValue, url: "\(url.description)/v1/play"))
      case .hangUp(let number): add(.hangUp(number.rawValue))
      case .send(let message, let number):
        add(.send(number.rawValue, PageMessages.encode(message)))
        // Browsers cannot send an empty pong.
        client.chaseByProbe(behind: message, over: number, at: now)
      case .sign(let statement, let number): add(.sign(number.rawValue, statement))
      case .event(let event): note(event, now: now)
      }
    }
  }

  /// Has the page keep what a new instance continues, before anything is sent that depends on it.
  private mutating func store() {
    guard let snapshot = client.snapshot, snapshot != stored else { return }
    stored = snapshot
    add(.store(SnapshotText.text(of: snapshot)))
  }

  private mutating func note(_ event: ClientEvent, now: LocalTime) {
    // Before the server's clock is known, the welcome says nearly what it is.
    let time = client.serverTime(at: now) ?? client.welcome?.serverTime
    if records.take(event, at: time) {
      add(.records)
      guard session.expects(event) else { return }
    }
    // What is refused on the home page is said there, in words for a page.
    if case .refused(let command?, let refusal) = event, command.isEntering {
      companions = nil
      return add(.say(guest.sentence(refusal)))
    }
    carryOut(session.handle(.event(event), client, at: now), now: now)
    switch event {
    case .welcomed:
      disconnectCause = .silence
      // A list is a connection's, and is not repeated by itself.
      if watchesRooms { feed(.command(.listRooms(watch: true)), now: now) }
    case .unproven(let refusal):
      guest = .unproven(refusal)
      add(.say(guest.sentence))
    case .joined: entered(now: now)
    case .replay(let answer): carryOut(replay.receive(answer, at: now), now: now)
    case .refused(.fetchReplay, let refusal) where client.table == nil:
      add(.say(RefusalSentences().sentence(refusal)))
    // The next match begins: the player has a seat in it.
    case .entry(let entry) where entry.opensMatch: carryOut(replay.close(), now: now)
    case .left(let reason):
      narration = Narration()
      last = nil
      _ = replay.close()
      add(.left)
      if reason != "room/left" { add(.say(Wording.left(reason))) }
      guard let another else { break }
      self.another = nil
      feed(.command(.request(.quickMatch(another))), now: now)
    case .rooms: add(.rooms)
    case .closing(let closing):
      disconnectCause = DisconnectCause(closing, isWelcome: client.isWelcome)
      if closing.retryAfter == nil, let code = RefusalCode(rawValue: closing.code) {
        problem = RefusalSentences().sentence(Refusal(code))
      }
    case .garbled(let text):
      problem = "The server sent a message this page cannot read: \(Wording.plain(text))"
    case .disconnected:
      let url = home?.description ?? "the server"
      let loss = DisconnectMessage(url: url, hasRoom: client.table != nil, cause: disconnectCause)
      add(.over(problem ?? loss.sentence))
    default: break
    }
  }

  // MARK: Replays

  /// Does what the page's replay asks for.
  private mutating func carryOut(_ step: ReplayScreen.Step, now: LocalTime) {
    switch step {
    case .none: break
    case .fetch(let matchID): feed(.command(.fetchReplay(matchID)), now: now)
    case .open: add(.open)
    case .draw: add(.draw)
    case .say(let sentence): add(.say(sentence))
    case .close:
      last = nil
      add(client.table == nil ? .left : .open)
    }
  }

  /// A room was entered: invites the bots that it was opened for, and needs no list any more.
  private mutating func entered(now: LocalTime) {
    if watchesRooms {
      watchesRooms = false
      feed(.command(.listRooms(watch: false)), now: now)
    }
    // A session that was proven before a reload stays proven.
    if owesNotice, client.welcome?.playerID == nil { add(.say(Wording.keyTaken)) }
    owesNotice = false
    guard let (count, level) = companions else { return }
    companions = nil
    for _ in 0..<count { feed(.command(.intent(.addBot(level: level))), now: now) }
    feed(.command(.ready), now: now)
  }

  private mutating func carryOut(_ effects: [MatchSession.Effect], now: LocalTime) {
    for effect in effects {
      switch effect {
      case .draw, .redraw: add(.draw)
      case .open: add(.open)
      case .announce(let sentence): add(.say(sentence))
      case .request(.command(let command)): feed(.command(command), now: now)
      case .request(.leave): act(.leave, now: now)
      case .request(.another):
        another = (client.table?.log.latest.settings).map {
          QuickMatch(mode: $0.mode, seats: $0.seats, isRated: $0.isRated)
        }
        act(.leave, now: now)
      // Replays are saved and links copied by the page's own buttons.
      case .save, .copy: break
      }
    }
  }

  /// A page that does not ask for its outputs loses repeated requests to draw, and in the end all.
  private mutating func add(_ output: WebOutput) {
    if output == .draw, outputs.last == .draw { return }
    guard outputs.count < Self.mostOutputs else { return }
    outputs.append(output)
  }

  // MARK: Outputs

  /// The next thing to do; nil if there is nothing left.
  package mutating func nextOutput() -> WebOutput? { outputs.isEmpty ? nil : outputs.removeFirst() }

  /// When `tick` is due; nil for never.
  package func nextWake(after now: LocalTime) -> LocalTime? {
    client.isOver
      ? nil : [client.nextWake, session.nextTick(client, after: now)].compactMap { $0 }.min()
  }

  /// Stages a frame and makes numbers of it; none if there is nothing to show.
  package mutating func frame(now: LocalTime) -> [Double] {
    if let (frame, sentences) = replay.frame(session.viewport.motion, at: now) {
      last = frame
      for sentence in sentences { add(.say(sentence)) }
      return SceneNumbers.numbers(of: frame.scene, frame.screen, at: frame.time, nextChange: nil)
    }
    last = session.sceneFrame(client, at: now)
    guard let last, let table = client.table else { return [] }
    for sentence in narration.sentences(table, last.scene, at: last.time) { add(.say(sentence)) }
    return SceneNumbers.numbers(
      of: last.scene, last.screen, at: last.time, nextChange: last.nextChange)
  }

  /// A text of the last frame, or of the home page; empty for none.
  package func text(_ which: WebText) -> String {
    if let last, let text = replay.text(which, of: last) { return text }
    if which == .rooms { return HomeTexts.rooms(client.rooms) }
    return records.text(which, for: client.welcome?.playerID)
      ?? last.map { which.text(of: $0.scene, $0.screen, title: $0.title) } ?? ""
  }
}
