// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Interpolation
import MatchClient
import Protocol
import Stage

/// Shows a match on the whole screen: draws what the stage gives, and turns keys into wishes.
///
/// It redraws when the scene may have changed, at most 60 times a second, and sleeps in between.
final class ScreenPresenter: Presenter {
  let isFinished = false
  private let display: Display
  private var screen: MatchScreen
  private var keys = MatchKeys()
  /// What this screen adds to the log.
  private var playout = Playout()
  /// The log as tracks, extended as it grows.
  private var staged: StagedLog?
  /// Until when the message stands.
  private var messageUntil: LocalTime?
  /// The break in the connection; nil while there is none.
  private var interruption: Interruption?
  /// Why there is no connection, if there is none.
  private var lossCause = LossCause.silence
  private var isOpen = false
  /// What was drawn last, to know what a click is on.
  private var drawn = Grid(width: 0, height: 0)
  private var crossFade = CrossFade()
  /// What may want the player's attention.
  private var attention = MatchAttention()
  /// Turns whose time ran out, still to be told when that is shown.
  private var expiries: [Entry] = []
  /// What players have shown they feel.
  private var reactions = ReactionShow()
  /// What is told of the table.
  private var lastEvent = LastEvent()
  /// What the match that has just ended comes to, and when its end shows.
  private var verdict: (MatchVerdict, shownAt: ServerTime)?
  /// Since when nobody else is at the table of one who could seat a bot; nil otherwise.
  private var aloneSince: LocalTime?

  private static let messageShows = Duration.seconds(5)
  /// Nobody waits for what the host has to say, and it may be long.
  private static let noticeShows = Duration.seconds(20)
  /// How long one waits for people before a bot is offered.
  private static let botOfferedAfter = Duration.seconds(20)

  private let invitation: Invitation?
  private let isHost: Bool
  private let showsReactions: Bool
  private let closesDisplay: Bool

  /// A match on a display.
  ///
  /// - Parameters:
  ///   - display: the terminal.
  ///   - invitation: how others get to the room; nil if none are awaited.
  ///   - isHost: whether the server stops when this program does.
  ///   - faces: what faces look like.
  ///   - showsReactions: whether what players feel is shown.
  ///   - closesDisplay: whether nothing else is shown on it afterwards.
  init(
    on display: Display, invitation: Invitation?, isHost: Bool = false,
    faces: ThemeFaces = .standard,
    showsReactions: Bool = true, closesDisplay: Bool = true
  ) {
    self.showsReactions = showsReactions
    self.display = display
    self.invitation = invitation
    self.isHost = isHost
    self.closesDisplay = closesDisplay
    screen = MatchScreen(roomCode: "")
    screen.faces = faces
  }

  var events: Int32? { display.events }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    display.invalidate()
    playout.note(event, core, at: now)
    switch event {
    case .interrupted(let retryAt):
      guard interruption == nil else { interruption?.goOn(retryAt: retryAt); return }
      interruption = Interruption(
        core, retryAt: retryAt, cause: lossCause, at: now)
      // Before there is a table there is no screen of its own to say it on.
      if !isOpen, closesDisplay, let interruption {
        StandardStream.error.put(interruption.notice(at: now))
      }
    case .closing(let closing): lossCause = LossCause(closing, isWelcome: core.isWelcome)
    case .welcomed: lossCause = .silence
    case .restored: goOn(core, at: now)
    case .joined:
      goOn(core, at: now)
      // Where nobody is awaited a code would lead nowhere.
      if let invitation {
        screen.roomCode = core.table?.code.asRoomCode ?? ""
        screen.link = invitation.link(to: screen.roomCode)
        screen.linkOption = invitation.option
      }
      open()
    case .entry(let entry):
      if case .clockAdjusted(let length) = entry.event, playout.isNews(entry),
        let sentence = Sentences.clockPause(length)
      {
        say(sentence, isBad: false, at: now)
      }
      if playout.isNews(entry), let table = core.table,
        let verdict = MatchVerdict(endingWith: entry, at: table)
      {
        self.verdict = (verdict, entry.shownAt)
      }
      if case .turnExpired = entry.event, playout.isNews(entry) { expiries.append(entry) }
    case .refused(let command, let refusal):
      if RefusalSentences.isNeedless(refusal, of: command, after: core.table?.log.latest) { break }
      let time = core.shownTime(at: now) ?? .zero
      let view = core.table?.log.view(shownAt: time) ?? MatchView()
      say(RefusalSentences(view: view).sentence(refusal), isBad: true, at: now)
    case .unproven(let refusal):
      say(RefusalSentences().sentence(refusal), isBad: true, at: now)
    case .reaction(let seat, let kind):
      if showsReactions { reactions.note(kind, of: seat, at: now) }
    case .notice(let text):
      say(Wording.notice(text), isBad: false, at: now, for: Self.noticeShows)
    case .presence:
      let gone = core.table?.presence.filter { !$0.isConnected } ?? []
      screen.offline = Set(gone.map { $0.seat })
    case .brokenCommitment:
      say(Wording.brokenCommitment, isBad: true, at: now, for: Self.noticeShows)
    case .shareForged(let seat):
      say(Wording.shareForged(of: core.name(of: seat)), isBad: true, at: now, for: Self.noticeShows)
    case .shareLost(let problem):
      say(Wording.shareLost(problem), isBad: problem == .broken, at: now, for: Self.noticeShows)
    default: break
    }
  }

  func refresh(_ core: ClientCore, at now: LocalTime) {
    guard isOpen, let log = core.table?.log, let time = core.shownTime(at: now) else { return }
    if let messageUntil, messageUntil <= now {
      screen.message = ""
      self.messageUntil = nil
      display.invalidate()
    }
    if let (verdict, shownAt) = verdict, shownAt <= time {
      self.verdict = nil
      say(
        verdict.sentence, isBad: !verdict.isGood, at: now,
        for: verdict.isGood ? Self.messageShows : Self.noticeShows)
      display.invalidate()
    }
    if let interruption, interruption.isWorthTelling(at: now) {
      let notice = interruption.notice(at: now)
      if screen.message != notice {
        say(notice, isBad: false, at: now)
        messageUntil = nil
        display.invalidate()
      }
    }
    if let botOfferedAt, botOfferedAt <= now {
      screen.offersBot = true
      display.invalidate()
    }
    tellExpiries(log, you: core.table?.seat, at: time, now: now)
    guard display.isDue(at: now) else { return }
    playout.motion = display.look.decoration.motion
    let scene = scene(of: log, at: time)
    if let title = scene.windowTitle(room: screen.roomCode) { display.entitle(title) }
    if let occasion = attention.note(scene) { display.signal(occasion.sentence) }
    screen.cursor.settle(on: scene.table)
    screen.typed = keys.typed
    screen.audience = core.table?.audience ?? 0
    screen.confirmation = keys.confirmation.flatMap { scene.mayAsk($0, in: room) ? $0 : nil }
    screen.seatQuestion = keys.seatQuestion.flatMap { scene.mayAsk($0) ? $0 : nil }
    screen.reactions = reactions.shown(at: now)
    screen.mayShuffle = core.table?.seat.map { log.view(shownAt: time).mayShuffle($0) } ?? false
    if scene.botProblem == nil, scene.seats.allSatisfy({ $0.isYou || !$0.isTaken }) {
      aloneSince = aloneSince ?? now
    } else {
      aloneSince = nil
      screen.offersBot = false
    }
    // Looked up when there is a frame anyway; nothing is drawn for it alone.
    screen.line = Wording.line(core.linkQuality(at: now))
    screen.news = lastEvent.sentence(
      in: log, at: time, Sentences(faces: screen.faces, you: scene.you))
    let next = scene.nextChange.flatMap { core.localTime(showing: $0) }
    let grid = screen.redraw(scene, display.look, in: display.size)
    var frame = Frame(
      grid: grid, motion: scene.motion,
      nextChange: [next, reactions.nextChange(after: now)].compactMap { $0 }.min())
    crossFade.notice(time, at: now, over: drawn)
    if playout.motion.allowsFades { crossFade.apply(to: &frame, at: now) }
    drawn = frame.grid
    display.show(frame, at: now)
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    let verdictAt = verdict.flatMap { core.localTime(showing: $0.shownAt) }
    let expiry = expiries.first.flatMap { core.localTime(showing: $0.shownAt) }
    return [
      display.wakesAt, messageUntil, botOfferedAt, interruption?.nextChange(after: now),
      verdictAt, expiry,
    ].compactMap { $0 }.min()
  }

  /// Says whose time is up and what that costs, when it is shown: entries come ahead of their time.
  private func tellExpiries(
    _ log: MatchLog, you: SeatIndex?, at time: ServerTime, now: LocalTime
  ) {
    while let entry = expiries.first, entry.shownAt <= time {
      expiries.removeFirst()
      let view = log.view(shownAt: time)
      guard case .turnExpired(let expired) = entry.event,
        let sentence = Sentences(faces: screen.faces, you: you)
          .sentence(for: entry, before: view, after: view)
      else { continue }
      say(sentence, isBad: expired.seat == you, at: now)
      display.invalidate()
    }
  }

  /// When a bot is offered to who waits for people; nil for not, or if that is done.
  private var botOfferedAt: LocalTime? {
    screen.offersBot ? nil : aloneSince.map { $0 + Self.botOfferedAfter }
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] {
    guard let input else { return [.leave] }
    return act(on: display.keys(from: input, at: now), core, at: now)
  }

  func close() {
    if closesDisplay { display.close() } else { display.entitle("Facedown") }
  }

  private func scene(of log: MatchLog, at time: ServerTime) -> Scene {
    var staged = self.staged ?? StagedLog(log)
    // Only one may hold it while it grows, or all of it would be copied.
    self.staged = nil
    staged.follow(log)
    let scene = stage(staged, playout.local, at: time)
    self.staged = staged
    return scene
  }

  private func open() {
    guard !isOpen else { return }
    do throws(TerminalError) {
      try display.open()
      isOpen = true
    } catch {
      StandardStream.error.put(error.description)
    }
  }

  private func act(on pressed: [Key], _ core: ClientCore, at now: LocalTime) -> [TableWish] {
    guard let log = core.table?.log, let time = core.shownTime(at: now) else {
      return pressed.contains(.control("c")) || pressed.contains(.character("q")) ? [.leave] : []
    }
    var wishes: [TableWish] = []
    for key in pressed {
      let scene = scene(of: log, at: time)
      guard let layout = screen.layout(of: scene, display.look, in: display.size) else {
        if key == .character("q") || key == .control("c") { wishes.append(.leave) }
        continue
      }
      if case .hover(let column, let row) = key {
        point(to: layout.place(column: column, row: row), on: scene.table)
        continue
      }
      guard
        let action = keys.action(
          for: hinted(key), in: scene, cursor: screen.cursor, layout: layout, room: room)
      else { continue }
      let view = log.view(shownAt: time)
      if let wish = take(action, view, scene, core, at: now) { wishes.append(wish) }
    }
    return wishes
  }

  private var room: RoomContext {
    RoomContext(isHost: isHost, audience: screen.audience, hasOverlay: screen.isHelpShown)
  }

  /// The key whose hint was clicked, or the key itself.
  private func hinted(_ key: Key) -> Key {
    guard case .press(let column, let row) = key else { return key }
    return HintKeys.key(atColumn: column, row: row, of: drawn) ?? key
  }

  /// The pointer came to a place: the cursor follows it, and only then anything has changed.
  private func point(to place: Int?, on table: Table) {
    guard let place, place != screen.cursor.place else { return }
    screen.cursor.point(to: place, on: table)
    display.invalidate()
  }

  /// Does what only this screen knows of, and says what is left for the server.
  private func take(
    _ action: TableAction, _ view: MatchView, _ scene: Scene, _ core: ClientCore,
    at now: LocalTime
  ) -> TableWish? {
    switch action {
    case .move(let direction): screen.cursor.move(direction, on: scene.table)
    case .choose(let place):
      screen.cursor.point(to: place, on: scene.table)
      let isWaiting = scene.cards.contains { $0.place == place && $0.isChosen }
      if scene.isYourTurn, !isWaiting, let card = view.card(at: place) {
        playout.choose(card.id, core, at: now)
      }
    case .save:
      let saved = SavedReplay(of: view.matchID, in: core.table?.log)
      say(saved.sentence, isBad: !saved.isWritten, at: now)
    case .help: screen.isHelpShown.toggle()
    case .confirm, .askAboutSeat: screen.isHelpShown = false
    case .explain(let code):
      say(RefusalSentences(view: view).sentence(Refusal(code)), isBad: true, at: now)
    case .dismiss: screen.isHelpShown = false
    case .redraw: display.redraw()
    default: break
    }
    return TableWish(action, on: view)
  }

  /// The connection is back: what was missed takes the place of the notice.
  private func goOn(_ core: ClientCore, at now: LocalTime) {
    guard let lost = interruption else { return }
    interruption = nil
    screen.message = ""
    if let missed = lost.missed(core) { say(missed, isBad: false, at: now) }
  }

  func tell(_ sentence: String, at now: LocalTime) {
    say(sentence, isBad: true, at: now, for: Self.noticeShows)
  }

  private func say(
    _ sentence: String, isBad: Bool, at now: LocalTime, for length: Duration = messageShows
  ) {
    screen.message = sentence
    screen.isMessageBad = isBad
    messageUntil = now + length
  }
}
