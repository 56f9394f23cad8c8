// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

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
    case .reaction(let actor, let kind):
      "reaction \(kind) of \(actor.map { "\($0.rawValue)" } ?? "a viewer")"
    case .pointing(let actor, let place):
      "\(actor.rawValue) pointing at \(place.map { "\($0)" } ?? "nothing")"
    case .leaderboard(let best): "leaderboard of \(best.mode)"
    case .profile(let profile): "profile of \(profile.asked)"
    case .daily(let daily): "daily deal of \(daily.today.day)"
    case .replays(_, let matches): "\(matches.count) replays"
    case .replay(let replay): "replay of \(replay.matchID)"
    case .audience(let count): "audience of \(count)"
    case .left(let id, let code): "left \(code) by \(id?.rawValue ?? 0)"
    case .closing(let closing): "closing \(closing.code)"
    case .notice(let text): "notice \(text)"
    case .moved(let moved): "moved \(moved.id?.rawValue ?? 0) to \(moved.url)"
    case .moving(let url): "moving to \(url)"
    case .unrecognized: "nothing"
    }
  }
}
