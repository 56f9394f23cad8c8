// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
package import MatchClient
import Protocol

/// Decides which public match of a server is shown on a home screen, from when and until when.
///
/// A value without sockets or clock: what its client has heard goes in, commands for the client come
/// out. It asks for the rooms, watches one that plays as any spectator does, leaves it a while after
/// the match has ended, and then looks for the next. Nothing that goes wrong is told: there is then
/// nothing to show.
package struct LiveMatch: Sendable {
  /// What a home screen shows of its server.
  package enum Show: Hashable, Sendable {
    /// A match.
    case match
    /// A match, and the rooms as they change.
    case matchAndRooms
    /// The rooms as they change.
    case rooms
  }

  /// How long the end of a match is shown.
  package static let endShown = Duration.seconds(5)
  /// How long a match takes to appear and to disappear.
  package static let fade = Duration.milliseconds(800)
  /// How long a room may take until it is shown.
  package static let patience = Duration.seconds(20)
  /// When the server is asked again for its rooms, while none plays.
  package static let pause = Duration.seconds(15)

  /// What it is doing.
  private enum Step: Hashable, Sendable {
    /// The client is not welcome yet, or no match is wanted.
    case waiting
    /// The server was asked for its rooms.
    case listing
    /// There was nothing to show; the server is asked again then.
    case resting(until: LocalTime)
    /// A room is being entered, or the connection is not known to be good yet; until then it must be.
    case entering(until: LocalTime)
    /// A match is shown; its end has been shown for long enough then.
    case showing(until: LocalTime?)
    /// It disappears.
    case fading(until: LocalTime)
    /// The room is being left.
    case leaving(mayAskAtOnce: Bool)
    /// The connection is of no use any more.
    case over
  }

  private var step = Step.waiting
  private var opacity = Track(0.0)
  private var draw: UInt64
  private let show: Show
  /// The room that was entered last: another is preferred.
  private var lastCode = ""

  /// Nothing is shown yet.
  ///
  /// - Parameters:
  ///   - draw: a random number, so that home screens show different matches.
  ///   - show: what is wanted.
  package init(draw: UInt64, show: Show) {
    self.draw = draw
    self.show = show
  }

  /// Whether the client may hang up: it has lost the server, or a match over this connection would
  /// not be a pleasure.
  package var isOver: Bool { step == .over }

  /// Whether a match is on show and not about to disappear.
  package var isShown: Bool { if case .showing = step { true } else { false } }

  /// How much of the match is to be seen at `now`, 0...1.
  package func opacity(at now: LocalTime) -> Double {
    min(max(opacity.value(at: Self.seconds(now)), 0), 1)
  }

  /// Whether it appears or disappears at `now`.
  package func isFading(at now: LocalTime) -> Bool { opacity(at: now) != opacity.model }

  /// When `handle` is due without an event; nil for never.
  package var nextTick: LocalTime? {
    switch step {
    case .resting(let until), .entering(let until), .fading(let until), .showing(let until?): until
    default: nil
    }
  }

  /// Handles an event that its client has processed, or that time has passed.
  ///
  /// - Parameters:
  ///   - event: the event; nil for time alone.
  ///   - client: the client.
  ///   - now: the current time.
  /// - Returns: the commands for the client.
  package mutating func handle(
    _ event: ClientEvent?, _ client: ClientCore, at now: LocalTime
  ) -> [ClientCommand] {
    switch event {
    case .welcomed where !isOver:
      // Where a room is entered or watched, its node has just been moved to.
      return step == .waiting ? list() : show == .match ? [] : [question]
    case .rooms where step == .listing: return enter(client.rooms, at: now)
    case .refused(let command?, _) where command.isEntering: rest(at: now)
    case .left: return left(at: now)
    case .entry(let entry): note(entry, client, at: now)
    case .garbled, .disconnected: end(at: now)
    default: break
    }
    if isShown, client.linkQuality(at: now).level == .poor { end(at: now) }
    return advance(client, at: now)
  }

  /// Shows nothing any more: what is shown disappears.
  package mutating func end(at now: LocalTime) {
    step = .over
    disappear(at: now)
  }

  // MARK: Steps

  private var question: ClientCommand { .listRooms(watch: show != .match) }

  private mutating func list() -> [ClientCommand] {
    step = show == .rooms ? .waiting : .listing
    return [question]
  }

  private mutating func rest(at now: LocalTime) { step = .resting(until: now + Self.pause) }

  private mutating func enter(_ rooms: [RoomSummary], at now: LocalTime) -> [ClientCommand] {
    guard let code = choice(among: rooms) else {
      rest(at: now)
      return []
    }
    step = .entering(until: now + Self.patience)
    lastCode = code
    return [.request(.joinRoom(JoinRoom(code: code, role: .spectator)))]
  }

  /// A room that plays: not the last one and one of several players, if there is such a room.
  private mutating func choice(among rooms: [RoomSummary]) -> String? {
    let playing = rooms.filter { $0.phase == .dealing || $0.phase == .playing }
    let others = playing.filter { $0.code != lastCode }
    let known = others.isEmpty ? playing : others
    let social = known.filter { $0.seatsTaken > 1 }
    let best = social.isEmpty ? known : social
    guard !best.isEmpty else { return nil }
    draw = draw &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return best[Int(truncatingIfNeeded: (draw >> 33) % UInt64(best.count))].code
  }

  private mutating func left(at now: LocalTime) -> [ClientCommand] {
    switch step {
    case .over: return []
    case .leaving(mayAskAtOnce: true): return list()
    default:
      disappear(at: now)
      rest(at: now)
      return []
    }
  }

  private mutating func note(_ entry: Entry, _ client: ClientCore, at now: LocalTime) {
    guard case .ended = entry.event, isShown else { return }
    step = .showing(until: (client.localTime(showing: entry.at) ?? now) + Self.endShown)
  }

  private mutating func advance(_ client: ClientCore, at now: LocalTime) -> [ClientCommand] {
    switch step {
    case .resting(let until) where until <= now: return list()
    case .entering(let until) where until <= now:
      end(at: now)
      return []
    case .entering: return appear(client, at: now)
    case .showing(let until?) where until <= now:
      disappear(at: now)
      step = .fading(until: now + Self.fade)
      return []
    case .fading(let until) where until <= now: return leave(mayAskAtOnce: true)
    default: return []
    }
  }

  /// Begins to show the match, once the server's time is known and the connection is known to be good.
  private mutating func appear(_ client: ClientCore, at now: LocalTime) -> [ClientCommand] {
    guard let table = client.table, client.shownTime(at: now) != nil else { return [] }
    switch client.linkQuality(at: now).level {
    case .good, .fair: break
    case .poor, .none: return []
    }
    guard table.role == .spectator, table.log.latest.phase.isRunning else {
      return leave(mayAskAtOnce: false)
    }
    step = .showing(until: nil)
    // Whatever has disappeared before is forgotten.
    opacity = Track(0.0)
    opacity.change(to: 1, at: Self.seconds(now), animation: Self.animation)
    return []
  }

  private mutating func leave(mayAskAtOnce: Bool) -> [ClientCommand] {
    step = .leaving(mayAskAtOnce: mayAskAtOnce)
    return [.request(.leaveRoom)]
  }

  private mutating func disappear(at now: LocalTime) {
    opacity.change(to: 0, at: Self.seconds(now), animation: Self.animation)
  }

  private static var animation: Animation {
    .easeInOut(duration: Double(fade.wholeMicroseconds) / 1_000_000)
  }

  private static func seconds(_ time: LocalTime) -> Double { Double(time.microseconds) / 1_000_000 }
}
