// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import SocketClient

// Shorthands for guests and common waits.

extension Recording {
  var log: MatchLog? { core.table?.log }
  var phase: MatchView.Phase? { log?.latest.phase }
}

/// Everyone's log, once everyone has seen the end of the match.
private func endedLogs(_ guests: [Recording]) -> [MatchLog]? {
  let logs = guests.compactMap(\.log)
  return logs.count == guests.count && logs.allSatisfy { $0.latest.phase == .ended } ? logs : nil
}

extension World {
  /// Adds a person, who has been welcomed.
  func welcomed(_ name: String) async throws -> Guest {
    let guest = try await enter(name: name)
    _ = try await until("\(name) to be welcomed") { $0[guest.index].core.welcome }
    return guest
  }

  /// Everyone's log, once the match is over for everyone.
  func logsAtTheEnd() async throws -> [MatchLog] {
    try await until("everyone to see the end") { endedLogs($0) }
  }
}

extension InMemoryWorld {
  /// Adds a bot.
  func bot(
    _ name: String, _ bot: Bot, _ goal: BotDriver.Goal, pace: BotPlayer.Pace = .human,
    surroundings: Surroundings = Surroundings()
  ) -> Guest {
    enter(
      name: name, agent: "facedown-bot/test", surroundings: surroundings,
      driver: BotDriver(bot, goal: goal, pace: pace))
  }

  /// Adds a person, who has been welcomed.
  func welcomed(_ name: String, surroundings: Surroundings = Surroundings()) throws -> Guest {
    let guest = enter(
      name: name, agent: "facedown-test", surroundings: surroundings, driver: nil)
    _ = try until("\(name) to be welcomed") { $0[guest.index].core.welcome }
    return guest
  }

  /// Adds a person, who is in the room.
  func entered(
    _ name: String, _ code: String, as role: Role, surroundings: Surroundings = Surroundings()
  ) throws -> Guest {
    let guest = try welcomed(name, surroundings: surroundings)
    command(.request(.joinRoom(JoinRoom(code: code, role: role))), guest)
    _ = try until("\(name) to be in the room") { $0[guest.index].core.table }
    return guest
  }

  /// The code of a guest's room, once the guest is in it.
  func roomCode(of guest: Guest) throws -> String {
    try until("guest \(guest.index) to be in a room") { $0[guest.index].core.table?.code }
  }

  /// Waits until a guest's match has reached `phase`.
  func reach(_ phase: MatchView.Phase, _ guest: Guest) throws {
    _ = try until("\(phase) for guest \(guest.index)") {
      $0[guest.index].phase == phase ? true : nil
    }
  }

  /// Everyone's log, once the match is over for everyone.
  func logsAtTheEnd() throws -> [MatchLog] {
    try until("everyone to see the end") { endedLogs($0) }
  }
}
