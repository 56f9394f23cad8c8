// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientMessage {
  /// The message's kind and number, for a line of the trace.
  var inWords: String {
    switch self {
    case .hello(let hello): hello.resumeToken == nil ? "hello" : "hello again"
    case .prove: "prove"
    case .ping: "ping"
    case .listRooms: "list_rooms"
    case .request(let id, .createRoom): "\(id.rawValue) create_room"
    case .request(let id, .joinRoom(let join)):
      "\(id.rawValue) join_room \(join.code) as \(join.role) after "
        + (join.afterSeq.map { "\($0)" } ?? "nothing")
    case .request(let id, .leaveRoom): "\(id.rawValue) leave_room"
    case .request(let id, .intent(let intent)):
      "\(id.rawValue) \(String(describing: intent.intent).prefix { $0.isLetter }) "
        + "having seen \(intent.seenSeq)"
    case .request(let id, .quickMatch(let quick)):
      "\(id.rawValue) quick_match \(quick.mode) of \(quick.seats)"
    case .react(let kind): "react \(kind)"
    case .point(let place): "point at \(place.map { "\($0)" } ?? "nothing")"
    case .watching(let count): "watching for \(count)"
    case .leaderboard(let id, let mode): "\(id.rawValue) leaderboard of \(mode)"
    case .profile(let id, let player): "\(id.rawValue) profile of \(player)"
    case .daily(let id, _): "\(id.rawValue) daily deal"
    case .replays(let id, _): "\(id.rawValue) replays"
    case .replay(let id, let match): "\(id.rawValue) replay of \(match)"
    case .unsupported(_, let name): "unsupported \(name)"
    }
  }
}
