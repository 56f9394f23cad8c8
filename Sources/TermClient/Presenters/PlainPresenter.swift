// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Glibc
import MatchClient
import MatchUI
import Protocol

/// Prints a match as sentences, each at its entry's display time, and reads typed commands.
final class PlainPresenter: Presenter {
  private(set) var isFinished = false
  private let isPersonPlaying: Bool
  private let faces: ThemeFaces
  private let invitation: Invitation?
  private let showsReactions: Bool
  private let put: (String) -> Void
  private let staysAfterMatch: Bool
  /// The view after the last entry described.
  private var told: MatchView?
  private var commands = TypedCommands()
  /// Whether standard input is still open.
  private var hasInput: Bool
  private var hasToldTheEnd = false
  /// The actor numbers this client has had in the room.
  private var actors: Set<ActorNumber> = []
  /// Seats whose players were reported as disconnected.
  private var offline: [SeatIndex] = []
  /// The present break in the connection, if any.
  private var interruption: Interruption?
  /// Why the connection is gone, while it is.
  private var disconnectCause = DisconnectCause.silence

  /// Creates a presenter for a player, or for somebody who only follows a match.
  ///
  /// - Parameters:
  ///   - isPersonPlaying: whether a person types commands.
  ///   - invitation: the invitation to print; nil if no other players are expected.
  ///   - faces: the names of the faces.
  ///   - showsReactions: whether to print players' reactions.
  ///   - staysAfterMatch: whether to stay for another match, if a person types.
  ///   - put: prints a line.
  init(
    isPersonPlaying: Bool, invitation: Invitation?, faces: ThemeFaces = .standard,
    showsReactions: Bool = true, staysAfterMatch: Bool = true,
    put: @escaping (String) -> Void = { StandardStream.output.put($0) }
  ) {
    self.isPersonPlaying = isPersonPlaying
    self.put = put
    self.staysAfterMatch = staysAfterMatch
    self.showsReactions = showsReactions
    self.faces = faces
    commands.faces = faces
    hasInput = isPersonPlaying
    self.invitation = invitation
  }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    switch event {
    case .interrupted(let retryAt):
      guard interruption == nil else { interruption?.attemptFailed(retryAt: retryAt); return }
      interruption = Interruption(
        core, retryAt: retryAt, cause: disconnectCause, at: now)
    case .closing(let closing):
      disconnectCause = DisconnectCause(closing, isWelcome: core.isWelcome)
    case .welcomed: disconnectCause = .silence
    case .restored, .joined: reportReturn(core)
    case .refused(let command?, _) where command.isEntering:
      // The program ends with it, and prints why on standard error.
      break
    case .refused(let command, let refusal):
      if RefusalSentences.isNeedless(refusal, of: command, after: core.table?.log.latest) { break }
      say(RefusalSentences(view: told ?? MatchView()).sentence(refusal))
    case .notFollowed(let problem): say(Wording.notFollowed(problem))
    case .unproven(let refusal): say(RefusalSentences().sentence(refusal))
    case .reaction(let seat, let kind): report(kind, of: seat, core)
    case .notice(let text): say(Wording.notice(text))
    case .presence: reportPresence(core)
    case .brokenCommitment(let card):
      let place = told?.card(card).map { Coordinates.name($0.place, columns: told?.columns ?? 1) }
      say(
        "The face of \(place ?? "a card") is not the one dealt there: "
          + "this server is cheating. Leave it.")
    case .shareLost(let problem): say(Wording.shareLost(problem))
    case .shareForged(let seat): say(Wording.shareForged(of: core.name(of: seat)))
    default: break
    }
  }

  /// Describes the room and the state of its match on arrival.
  ///
  /// - Returns: the view that was described.
  private func arrive(at table: ClientTable, _ time: ServerTime) -> MatchView {
    if let invitation {
      let code = table.code.asRoomCode
      let room = table.log.latest
      let isFull = !room.seats.isEmpty && room.seats.allSatisfy { $0.isTaken }
      let way = Wording.entrance(to: room.settings, isFull: isFull)
      say(
        "This is room \(code)"
          + (way.map { ". Others can \($0) with  \(invitation.command($0, code: code))" } ?? "."))
    }
    // A running match is summed up; before and after one, each entry is described.
    let shown = table.log.view(shownAt: time)
    let view = shown.phase.isRunning ? shown : table.log.base
    let answers = PlainAnswers(
      faces: faces, you: isPersonPlaying ? table.seat : nil, audience: table.audience)
    if view.phase == shown.phase { for line in answers.arrival(view, at: time) { say(line) } }
    if isPersonPlaying {
      say("\(commands.numbers.list(PlainChoices(view, you: table.seat))) Type help for more.")
    }
    return view
  }

  func refresh(_ core: ClientCore, at now: LocalTime) {
    if let lost = interruption, !lost.isTold, lost.isWorthTelling(at: now) {
      interruption?.isTold = true
      say(lost.notice(at: now))
    }
    guard let table = core.table, let time = core.shownTime(at: now), !isFinished else { return }
    if told == nil { told = arrive(at: table, time) }
    if let actor = table.actor { actors.insert(actor) }
    var sentences = Sentences(faces: faces)
    sentences.offline = offline
    for entry in table.log.entries.prefix(table.log.shownCount(at: time)) {
      guard let before = told, entry.seq == before.seq + 1 else { continue }
      var after = before
      after.apply(entry)
      told = after
      sentences.you = ownSeat(before) ?? ownSeat(after)
      if let sentence = sentences.sentence(for: entry, before: before, after: after) {
        say(sentence)
      }
      if let verdict = MatchVerdict(endingWith: entry, at: table) { say(verdict.sentence) }
      guard case .ended(let ended) = entry.event, !ended.reason.opensNext else { continue }
      return reportEnd(to: table.role, on: table.seat)
    }
  }

  /// The person's seat in a view, which may be an old one; nil if a bot plays in this program.
  private func ownSeat(_ view: MatchView) -> SeatIndex? {
    guard isPersonPlaying else { return nil }
    return view.takenSeats.first { seat in
      view.seats[seat.rawValue].actor.map { actors.contains($0) } ?? false
    }
  }

  /// Offers another match to a player who can still type; for anyone else this is the end.
  private func reportEnd(to role: Role, on seat: SeatIndex?) {
    hasToldTheEnd = true
    guard staysAfterMatch, hasInput, role == .player || isatty(STDIN_FILENO) != 0 else {
      isFinished = true
      return
    }
    let you = role == .player ? seat : nil
    let stay = role == .player ? "" : " Or stay for the next match."
    say(commands.numbers.list(PlainChoices(told ?? MatchView(), you: you)) + stay)
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    let notice = interruption.flatMap { $0.isTold ? nil : $0.nextChange(after: now) }
    guard let time = core.shownTime(at: now), let log = core.table?.log else { return notice }
    let shown = log.nextShown(after: time).flatMap { core.localTime(showing: $0) }
    return [notice, shown].compactMap { $0 }.min()
  }

  /// The connection is back: prints a summary; each missed entry is described after it.
  private func reportReturn(_ core: ClientCore) {
    guard let lost = interruption else { return }
    interruption = nil
    if lost.isTold { say(lost.end) }
    if let missed = lost.missed(core) { say(missed) }
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [PlayerRequest] {
    guard let input else {
      hasInput = false
      isFinished = hasToldTheEnd
      return isatty(STDIN_FILENO) != 0 ? [.leave] : []
    }
    return commands.read(input, core, at: now, say: say)
  }

  private func reportPresence(_ core: ClientCore) {
    guard let table = core.table else { return }
    let former = offline
    offline = table.presence.filter { !$0.isConnected }.map { $0.seat }
    let seats = table.log.latest.seats
    for presence in table.presence where presence.isConnected == former.contains(presence.seat) {
      guard seats.indices.contains(presence.seat.rawValue) else { continue }
      let name = Wording.name(seats[presence.seat.rawValue].player, seat: presence.seat)
      say(
        presence.isConnected ? "\(name) is connected again." : "\(name) has lost their connection.")
    }
  }

  private func report(_ kind: ReactionKind, of seat: SeatIndex?, _ core: ClientCore) {
    guard showsReactions, let table = core.table else { return }
    guard let seat else { return say(kind.sentence(of: "A viewer", isYou: false)) }
    let players = table.log.latest.seats.map { $0.player }
    let player = players.indices.contains(seat.rawValue) ? players[seat.rawValue] : nil
    let isYou = isPersonPlaying && seat == table.seat
    let name = isYou ? "You" : Wording.name(player, seat: seat, among: players)
    say(kind.sentence(of: name, isYou: isYou))
  }

  private func say(_ sentence: String) {
    put(sentence)
  }
}
