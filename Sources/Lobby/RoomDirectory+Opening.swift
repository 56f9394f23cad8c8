// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

// Opening rooms: the journal says whether a code is free. Of a day's deal, each player opens one.

/// A player's place in a day's deal.
struct DailySeat: Hashable, Sendable {
  /// The day.
  var day: Day
  /// The player's ID.
  var player: String
}

extension RoomDirectory {
  /// Opens a room for a request under the first of its codes that no room here has; the journal
  /// knows about all others.
  mutating func createRoom(
    _ settings: MatchSettings, for player: Player, by origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    let (session, request) = (origin.session, origin.request)
    let codes = derivation.codes(for: settings.audience, of: origin)
    guard let code = codes.first(where: { rooms[$0] == nil }) else {
      return refuse(request, of: session, Refusal(.journalUnavailable))
    }
    let id = drawRoomID()
    rooms.add(Room(id: id, code: code, for: settings, dealer: dealer, at: now))
    sessions[session]?.enters(id, by: request)
    return inRoom(id, now: now) { $0.handle(.open(settings, player, session, request), &$1) }
  }

  /// Answers a request to open a room that has opened one already, though nobody here remembered.
  mutating func lead(
    _ player: Player, backTo room: RoomID, openedBy origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    guard let code = rooms[room]?.code else { return [] }
    sessions[origin.session]?.enters(room, by: origin.request)
    let join = JoinRoom(code: code.rawValue, role: .player)
    return inRoom(room, now: now) {
      $0.handle(.join(join, isQuick: true, player, origin.session, origin.request), &$1)
    }
  }

  /// The journal has not opened a room, because its code is another's: the next one is tried, or the
  /// request refused after `LobbyLimits.codeAttempts`.
  package mutating func taken(_ room: RoomID, now: ServerTime) -> [LobbyOutput] {
    guard let opening = rooms[room], let origin = opening.pending.first?.origin else {
      preconditionFailure("Room \(room.rawValue), whose code is taken, is not being opened.")
    }
    let codes = Array(derivation.codes(for: opening.openedFor.audience, of: origin))
    // The last, in case two of them are equal: so each is tried once.
    let tried = codes.lastIndex(of: opening.code).map { codes[...$0] } ?? []
    let next = codes[tried.endIndex...].first { rooms[$0] == nil && !tried.contains($0) }
    guard let next else { return failed(room, now: now) }
    return inRoom(room, now: now) { $0.reopen(as: next, &$1) }
  }

  /// Opens a player's table of today's deal, or of a recalled one, or leads back to it.
  ///
  /// Whether the player has finished it already is up to the caller, who knows the results.
  mutating func openDaily(
    _ day: Day, _ player: Player, by origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    let (session, request) = (origin.session, origin.request)
    let today = Day(now)
    guard day == today || day == dailySeeds.recalled?.day else {
      return refuse(
        request, of: session, .outOfRange("daily", value: "\(day)", allowed: "\(today)"))
    }
    guard let id = player.id else {
      return refuse(request, of: session, Refusal(.sessionNotProven))
    }
    guard let open = rooms.room(of: DailySeat(day: day, player: id)),
      let code = rooms[open]?.code
    else {
      return createRoom(.daily(day), for: player, by: origin, now: now)
    }
    sessions[session]?.enters(open, by: request)
    let join = JoinRoom(code: code.rawValue, role: .player)
    return inRoom(open, now: now) {
      $0.handle(.join(join, isQuick: false, player, session, request), &$1)
    }
  }
}

extension Room {
  /// Whose daily deal is played here; nil if none is.
  var dailySeat: DailySeat? {
    guard let day = view.settings.daily,
      case .seated(let opener) = log.entries(after: 1, through: 2).first?.event,
      let player = opener.player.id
    else { return nil }
    return DailySeat(day: day, player: player)
  }
}
