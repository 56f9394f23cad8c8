// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
package import MatchClient
import Protocol
import Replays
import Stage

/// A viewer's screen of a match as a value: what it knows beside the log, what keys and actions
/// mean, and what is drawn at a moment.
///
/// It has no terminal, clock or sockets: events of the client, keys and ticks go in, effects come
/// out, and a frame is a display list. Cost of an input: constant, but for staging a scene, which is
/// kept while it stays valid.
package struct MatchSession: Sendable {
  /// The window and its means; set it before an input or a frame when it has changed.
  package var viewport = MatchViewport()

  /// Whether to show where the player whose turn it is points, and others where this one does.
  package var showsGhosts: Bool {
    get { options.showsGhosts }
    set {
      options.showsGhosts = newValue
      if !newValue { ghost = GhostShow() }
    }
  }

  private var options: Options
  private var screen: MatchScreen
  private var keys = MatchKeys()
  private var messages = MatchMessages()
  /// This screen's local events.
  private var predictions = PredictionLog()
  private var scenes = SceneCache()
  private var layouts = LayoutCache()
  private var attention = MatchAttention()
  private var reactions = ReactionShow()
  private var ghost = GhostShow()
  private var lastEvent = LastEvent()
  private var ratingNews = RatingNews()
  private var tableRatings = TableRatings()
  private var hasRoom = false
  /// The ended match that was summarised last.
  private var summarised: String?
  /// Whether the player has asked to play again, and so is ready for the next match.
  private var isReadyForNext = false
  /// Since when an owner who could add a bot has been alone at the table; nil otherwise.
  private var aloneSince: LocalTime?

  /// The delay before a bot is offered to an owner who waits alone.
  private static let botOfferedAfter = Duration.seconds(20)

  /// A session before its first room.
  package init(_ options: Options) {
    self.options = options
    screen = MatchScreen(roomCode: "")
  }

  /// Handles an input.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - client: the client, which has already processed an event.
  ///   - now: the current time.
  /// - Returns: the effects, in order.
  package mutating func handle(
    _ input: Input, _ client: ClientCore, at now: LocalTime
  ) -> [Effect] {
    switch input {
    case .event(let event): return note(event, client, at: now)
    case .key(let key): return take(key, client, at: now)
    case .action(let action):
      guard let log = client.table?.log, let time = client.shownTime(at: now) else {
        return action == .leave ? [.request(.leave)] : []
      }
      let scene = scenes.seen(log, predictions.local, at: time)
      return perform(action, log.view(shownAt: time), scene, client, at: now)
    case .report(let sentence, let isBad, let isLong):
      messages.say(sentence, isBad: isBad, isLong: isLong, at: now)
      return [.draw]
    case .tick: return tick(client, at: now)
    }
  }

  /// When a tick is due next; nil if not before the next input.
  package func nextTick(_ client: ClientCore, after now: LocalTime) -> LocalTime? {
    [messages.nextChange(client, after: now), botOfferedAt, ratingNews.nextAttempt]
      .compactMap { $0 }.min()
  }

  // MARK: Events

  /// Whether an event answers a question of this session, although it is of no room.
  package func expects(_ event: ClientEvent) -> Bool {
    ratingNews.isAnswer(event) || tableRatings.isAnswer(event)
  }

  private mutating func note(
    _ event: ClientEvent, _ client: ClientCore, at now: LocalTime
  ) -> [Effect] {
    if ratingNews.isAnswer(event) {
      guard let sentence = ratingNews.sentence(for: event, at: now) else { return [] }
      messages.say(sentence, isBad: false, isLong: true, at: now)
      return [.draw]
    }
    if tableRatings.isAnswer(event) {
      screen.ratings = tableRatings.take(event)
      return [.draw]
    }
    predictions.note(event, client, at: now)
    let requests = readiness(after: event, client) + question(client)
    let notice = messages.note(event, client, at: now)
    switch event {
    case .joined:
      hasRoom = true
      // Without a link, the code is of no use to anyone.
      guard let server = options.server else { return [.open] + requests }
      screen.roomCode = client.table?.code.asRoomCode ?? ""
      screen.link = server.link(to: screen.roomCode)
      screen.linkOption = options.linkOption
      if !server.isLoopback {
        let link = server.capitalLink(to: screen.roomCode)
        screen.qrCodes = MatchScreen.QRCodes(
          join: options.qrCode(link),
          watch: options.qrCode(link + (server.path.isEmpty ? "/WATCH" : "/watch")))
      }
      return [.open] + requests
    case .left: forgetRoom()
    case .entry(let entry) where predictions.isNews(entry):
      let verdict = client.table.flatMap { options.verify(entry, $0) }
      messages.note(news: entry, verdict, at: now)
      if let table = client.table, let shown = client.localTime(showing: entry.shownAt) {
        ratingNews.note(entry, table, shown: shown)
      }
    case .reaction(let seat, let kind):
      guard options.showsReactions else { break }
      reactions.note(kind, of: seat, at: now)
      // Beside a name there may be no room for words.
      guard kind.isPhrase, let seat else { break }
      let isYou = seat == client.table?.seat
      let name = isYou ? "You" : client.name(of: seat)
      messages.say(kind.sentence(of: name, isYou: isYou), isBad: false, isLong: false, at: now)
    case .pointing(let seat, let place):
      guard options.showsGhosts, let view = client.table?.log.latest else { break }
      let table = Table(rows: view.rows, columns: view.columns)
      ghost.point(seat, at: place.flatMap { table.centre(of: $0) }, viewport.motion, now: now)
    case .presence:
      let gone = client.table?.presence.filter { !$0.isConnected } ?? []
      screen.offline = Set(gone.map { $0.seat })
    default: break
    }
    return hasRoom ? [.draw] + requests : notice.map { [.announce($0)] } ?? []
  }

  /// Gets the player ready for the match that they asked for, and for a daily deal.
  private mutating func readiness(after event: ClientEvent, _ client: ClientCore) -> [Effect] {
    let begins = client.table?.getsReady(after: event, asAsked: isReadyForNext) ?? false
    if case .entry(let entry) = event, entry.opensMatch { isReadyForNext = false }
    return begins ? [.request(.command(.ready))] : []
  }

  /// Asks for the ratings of those who have sat down.
  private mutating func question(_ client: ClientCore) -> [Effect] {
    guard let view = client.table?.log.latest else { return [] }
    return tableRatings.question(about: view).map { [.request(.command(.leaderboard($0)))] } ?? []
  }

  /// Forgets what belongs to the room: in the next one, the same seats, cards and entry numbers
  /// mean something else.
  private mutating func forgetRoom() {
    screen = MatchScreen(roomCode: "")
    (keys, scenes, attention) = (MatchKeys(), SceneCache(), MatchAttention())
    (reactions, ghost, lastEvent, aloneSince) = (ReactionShow(), GhostShow(), LastEvent(), nil)
    (summarised, isReadyForNext) = (nil, false)
    (ratingNews, tableRatings) = (RatingNews(), TableRatings())
  }

  private mutating func tick(_ client: ClientCore, at now: LocalTime) -> [Effect] {
    guard hasRoom, let table = client.table, let time = client.shownTime(at: now) else {
      messages.expire(at: now)
      return []
    }
    let before = messages.text
    messages.tick(table.log, sentences(you: table.seat), showing: time, at: now)
    if let player = ratingNews.due(at: now) {
      return [.draw, .request(.command(.profile(player)))]
    }
    guard let botOfferedAt, botOfferedAt <= now else {
      return messages.text == before ? [] : [.draw]
    }
    screen.offersBot = true
    return [.draw]
  }

  /// When to offer a bot to an owner who is alone; nil for never, or if it was offered.
  private var botOfferedAt: LocalTime? {
    screen.offersBot ? nil : aloneSince.map { $0 + Self.botOfferedAfter }
  }

  private func sentences(you: SeatIndex?) -> Sentences {
    Sentences(faces: options.faces, you: you)
  }

  // MARK: Keys and actions

  private mutating func take(_ key: Key, _ client: ClientCore, at now: LocalTime) -> [Effect] {
    let leaving: [Effect] =
      key == .character("q") || key == .control("c") ? [.request(.leave)] : []
    guard let log = client.table?.log, let time = client.shownTime(at: now) else { return leaving }
    let scene = scenes.seen(log, predictions.local, at: time)
    let layout = options.hasOwnLayout ? nil : layouts.layout(of: scene, in: viewport)
    guard layout != nil || options.hasOwnLayout else {
      return key == .control("l") ? [.redraw] : leaving
    }
    if case .hover(let column, let row) = key {
      return point(to: layout?.place(column: column, row: row), on: scene.table, client)
    }
    let action = keys.action(
      for: key, in: scene, cursor: screen.cursor, layout: layout, room: room)
    // Coordinates and questions are shown too.
    guard let action else { return [.draw] }
    return perform(action, log.view(shownAt: time), scene, client, at: now)
  }

  private var room: RoomContext {
    RoomContext(
      isHost: options.isHost, audience: screen.audience, hasOverlay: screen.isHelpShown)
  }

  /// Moves the cursor to the place under the pointer, and draws only if that changes it.
  private mutating func point(
    to place: Int?, on table: Table, _ client: ClientCore
  ) -> [Effect] {
    guard let place, place != screen.cursor.place else { return [] }
    screen.cursor.point(to: place, on: table)
    return (options.hasOwnLayout ? [] : [.draw]) + pointing(client)
  }

  /// Has others told where the cursor is, if they may see it now.
  private func pointing(_ client: ClientCore) -> [Effect] {
    guard options.showsGhosts, client.mayPoint else { return [] }
    return [.request(.command(.point(screen.cursor.place)))]
  }

  /// Performs the local part of an action; the effects are what is left.
  private mutating func perform(
    _ action: TableAction, _ view: MatchView, _ scene: Scene, _ client: ClientCore,
    at now: LocalTime
  ) -> [Effect] {
    switch action {
    case .move(let direction):
      let place = screen.cursor.place
      screen.cursor.move(direction, on: scene.table)
      return [.draw] + (screen.cursor.place == place ? [] : pointing(client))
    case .point(let place): return point(to: place, on: scene.table, client)
    case .choose(let place):
      screen.cursor.point(to: place, on: scene.table)
      let isWaiting = scene.cards.contains { $0.place == place && $0.isChosen }
      if scene.isYourTurn, !isWaiting, let card = view.card(at: place) {
        predictions.choose(card.id, client, at: now)
      }
    case .help: screen.isHelpShown.toggle()
    case .confirm, .askForChoice, .dismiss: screen.isHelpShown = false
    case .explain(let code): messages.explain(Refusal(code), on: view, at: now)
    case .save where !options.savesReplays:
      messages.say(Wording.savesNothing, isBad: true, isLong: false, at: now)
    case .save: return [.draw, .save(matchID: view.matchID)]
    case .copy:
      let text = scene.phase == .ended ? screen.summary?.shared : screen.shareable(in: scene)
      return text.map { [.copy($0)] } ?? []
    case .redraw: return [.redraw]
    case .rematch: isReadyForNext = !view.settings.isFixed
    default: break
    }
    let request = PlayerRequest(action, on: view).map { [Effect.request($0)] } ?? []
    return [.draw] + request
  }

  // MARK: Frames

  /// What is seen at `now`, laid out in the viewport; nil before the first table.
  package mutating func frame(_ client: ClientCore, at now: LocalTime) -> MatchFrame? {
    guard var frame = sceneFrame(client, at: now) else { return nil }
    frame.layout = layouts.layout(of: frame.scene, in: viewport)
    frame.list = frame.layout.map { screen.list(of: frame.scene, $0, viewport.pictures) }
    return frame
  }

  /// What is seen at `now`, without layout and display list, for a page that makes its own; nil
  /// before the first table.
  package mutating func sceneFrame(_ client: ClientCore, at now: LocalTime) -> MatchFrame? {
    guard hasRoom, let table = client.table, let time = client.shownTime(at: now) else {
      return nil
    }
    predictions.prefer(viewport.motion)
    let scene = scenes.exact(table.log, predictions.local, at: time)
    update(for: scene, table, client, showing: time, at: now)
    let title = screen.windowTitle(of: scene)
    let next = scene.nextChange.flatMap { client.localTime(showing: $0) }
    return MatchFrame(
      time: time, scene: scene, screen: screen, title: title,
      notification: attention.note(scene)?.sentence,
      nextChange: [next, reactions.nextChange(after: now), ghost.nextChange(after: now)]
        .compactMap { $0 }.min())
  }

  /// Updates the screen's own facts for a frame.
  private mutating func update(
    for scene: Scene, _ table: ClientTable, _ client: ClientCore, showing time: ServerTime,
    at now: LocalTime
  ) {
    screen.cursor.settle(on: scene.table)
    screen.audience = table.audience
    screen.savesReplays = options.savesReplays
    keys.forgetOutdated(in: scene, room)
    screen.typed = keys.typed
    (screen.message, screen.isMessageBad) = (messages.text, messages.isBad)
    screen.isCutOff = messages.isCutOff
    screen.confirmation = keys.confirmation
    screen.choiceQuestion = keys.choiceQuestion
    screen.reactions = reactions.shown(at: now)
    screen.ghost = ghost.shown(in: scene, at: now)
    screen.mayShuffle = table.seat.map { table.log.view(shownAt: time).mayShuffle($0) } ?? false
    if scene.botProblem == nil, scene.seats.allSatisfy({ $0.isYou || !$0.isTaken }) {
      aloneSince = aloneSince ?? now
    } else {
      aloneSince = nil
      screen.offersBot = false
    }
    // Looked up only when a frame is drawn anyway.
    screen.line = Wording.line(client.linkQuality(at: now))
    screen.news = lastEvent.sentence(in: table.log, at: time, sentences(you: scene.you))
    summarise(table.log, scene)
  }

  /// Summarises a match once it has ended; O(n) in its entries.
  private mutating func summarise(_ log: MatchLog, _ scene: Scene) {
    guard scene.phase == .ended else { return (screen.summary, summarised) = (nil, nil) }
    guard summarised != log.latest.matchID else { return }
    summarised = log.latest.matchID
    let record = MatchRecord(of: log.latest.matchID, from: log.base, in: log.entries)
    let you = scene.standings.first { scene.isYours($0) }?.seat
    screen.summary = record.map {
      MatchSummary(of: MatchStatistics(of: $0), link: options.link, you: you)
    }
  }
}
