// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Interpolation
import MatchClient
import Protocol
import Stage
import TerminalUI

/// Shows a match in full screen: draws the stage's scenes, and turns keys into wishes.
///
/// It redraws only when the scene may have changed, at most 60 times a second.
final class ScreenPresenter: Presenter {
  let isFinished = false
  private let display: MatchDisplay
  private var screen: MatchScreen
  private var keys = MatchKeys()
  /// This screen's local events.
  private var predictions = PredictionLog()
  /// The log as animation tracks, extended as it grows.
  private var staged: StagedLog?
  /// When the message disappears.
  private var messageUntil: LocalTime?
  /// The present break in the connection, if any.
  private var interruption: Interruption?
  /// Why the connection is gone, while it is.
  private var disconnectCause = DisconnectCause.silence
  private var isOpen = false
  /// The last frame, for finding what was clicked.
  private var drawn = Grid(width: 0, height: 0)
  private var crossFade = CrossFade()
  /// Detects what to notify the player of.
  private var attention = MatchAttention()
  /// Expired turns whose display time is still to come.
  private var expiries: [Entry] = []
  /// Recent reactions.
  private var reactions = ReactionShow()
  /// The sentence about the last event at the table.
  private var lastEvent = LastEvent()
  /// The verdict on the match that has just ended, and the display time of its end.
  private var verdict: (MatchVerdict, shownAt: ServerTime)?
  /// Since when an owner who could add a bot has been alone at the table; nil otherwise.
  private var aloneSince: LocalTime?

  private static let messageShows = Duration.seconds(5)
  /// Operators' notices come unexpectedly and may be long.
  private static let noticeShows = Duration.seconds(20)
  /// The delay before a bot is offered to an owner who waits alone.
  private static let botOfferedAfter = Duration.seconds(20)

  private let invitation: Invitation?
  private let isHost: Bool
  private let showsReactions: Bool
  private let closesDisplay: Bool

  /// A match on a display.
  ///
  /// - Parameters:
  ///   - display: the terminal.
  ///   - invitation: the invitation to show; nil if no other players are expected.
  ///   - isHost: whether the server stops when this program does.
  ///   - faces: the pictures and names of the faces.
  ///   - showsReactions: whether to show players' reactions.
  ///   - closesDisplay: whether `close` closes the display.
  init(
    on display: MatchDisplay, invitation: Invitation?, isHost: Bool = false,
    faces: ThemeFaces = .standard, showsReactions: Bool = true, closesDisplay: Bool = true
  ) {
    self.showsReactions = showsReactions
    self.display = display
    self.invitation = invitation
    self.isHost = isHost
    self.closesDisplay = closesDisplay
    screen = MatchScreen(roomCode: "")
    screen.faces = faces
  }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    display.invalidate()
    predictions.note(event, core, at: now)
    switch event {
    case .interrupted(let retryAt):
      guard interruption == nil else { interruption?.attemptFailed(retryAt: retryAt); return }
      interruption = Interruption(
        core, retryAt: retryAt, cause: disconnectCause, at: now)
      // Before the first table, full screen is not on yet.
      if !isOpen, closesDisplay, let interruption {
        StandardStream.error.put(interruption.notice(at: now))
      }
    case .closing(let closing):
      disconnectCause = DisconnectCause(closing, isWelcome: core.isWelcome)
    case .welcomed: disconnectCause = .silence
    case .restored: endInterruption(core, at: now)
    case .joined:
      endInterruption(core, at: now)
      // Without an invitation, the code is of no use to anyone.
      if let invitation {
        screen.roomCode = core.table?.code.asRoomCode ?? ""
        screen.link = invitation.link(to: screen.roomCode)
        screen.linkOption = invitation.option
      }
      open()
    case .entry(let entry):
      if case .clockAdjusted(let length) = entry.event, predictions.isNews(entry),
        let sentence = Sentences.clockPause(length)
      {
        say(sentence, isBad: false, at: now)
      }
      if predictions.isNews(entry), let table = core.table,
        let verdict = MatchVerdict(endingWith: entry, at: table)
      {
        self.verdict = (verdict, entry.shownAt)
      }
      if case .turnExpired = entry.event, predictions.isNews(entry) { expiries.append(entry) }
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
    }
    if let interruption, interruption.isWorthTelling(at: now) {
      let notice = interruption.notice(at: now)
      if screen.message != notice {
        say(notice, isBad: false, at: now)
        messageUntil = nil
      }
    }
    if let botOfferedAt, botOfferedAt <= now {
      screen.offersBot = true
      display.invalidate()
    }
    reportExpiries(log, you: core.table?.seat, at: time, now: now)
    guard display.isDue(at: now.onDisplay) else { return }
    predictions.motion = display.style.decoration.motion
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
    // Looked up only when a frame is drawn anyway.
    screen.line = Wording.line(core.linkQuality(at: now))
    screen.news = lastEvent.sentence(
      in: log, at: time, Sentences(faces: screen.faces, you: scene.you))
    let next = scene.nextChange.flatMap { core.localTime(showing: $0) }
    let grid = screen.redraw(scene, display.style, in: display.size)
    var frame = Frame(
      grid: grid, motion: Frame.Motion(scene.motion),
      nextChange: [next, reactions.nextChange(after: now)].compactMap { $0?.onDisplay }.min())
    crossFade.notice(time, at: now, over: drawn)
    if predictions.motion.allowsFades { crossFade.apply(to: &frame, at: now) }
    drawn = frame.grid
    display.show(frame, at: now.onDisplay)
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    let verdictAt = verdict.flatMap { core.localTime(showing: $0.shownAt) }
    let expiry = expiries.first.flatMap { core.localTime(showing: $0.shownAt) }
    return [
      isOpen ? display.wakesAt.map { LocalTime($0) } : nil, messageUntil, botOfferedAt,
      interruption?.nextChange(after: now), verdictAt, expiry,
    ].compactMap { $0 }.min()
  }

  /// Shows whose time is up and what that costs, at the display time of the entry.
  private func reportExpiries(
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
    }
  }

  /// When to offer a bot to an owner who is alone; nil for never, or if it was offered.
  private var botOfferedAt: LocalTime? {
    screen.offersBot ? nil : aloneSince.map { $0 + Self.botOfferedAfter }
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] {
    guard let input else { return [.leave] }
    // Before the match is shown, only what is typed for it is its own.
    if input.isEmpty, !isOpen { return [] }
    return act(on: display.keys(from: input, at: now.onDisplay), core, at: now)
  }

  func close() {
    if closesDisplay { display.close() } else { display.entitle("Facedown") }
  }

  private func scene(of log: MatchLog, at time: ServerTime) -> Scene {
    var staged = self.staged ?? StagedLog(log)
    // Hold the only reference while it grows, to avoid a copy.
    self.staged = nil
    staged.follow(log)
    let scene = stage(staged, predictions.local, at: time)
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
      guard let layout = screen.layout(of: scene, display.style, in: display.size) else {
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
    return HintKeys.match.key(atColumn: column, row: row, of: drawn) ?? key
  }

  /// Moves the cursor to the place under the pointer, and redraws only if that changes it.
  private func point(to place: Int?, on table: Table) {
    guard let place, place != screen.cursor.place else { return }
    screen.cursor.point(to: place, on: table)
    display.invalidate()
  }

  /// Performs the local part of an action; returns what is left to send, if anything.
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
        predictions.choose(card.id, core, at: now)
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

  /// The connection is back: replaces the notice with a summary of what was missed.
  private func endInterruption(_ core: ClientCore, at now: LocalTime) {
    guard let lost = interruption else { return }
    interruption = nil
    screen.message = ""
    if let missed = lost.missed(core) { say(missed, isBad: false, at: now) }
  }

  func report(_ sentence: String, at now: LocalTime) {
    say(sentence, isBad: true, at: now, for: Self.noticeShows)
  }

  private func say(
    _ sentence: String, isBad: Bool, at now: LocalTime, for length: Duration = messageShows
  ) {
    screen.message = sentence
    screen.isMessageBad = isBad
    messageUntil = now + length
    display.invalidate()
  }
}
