// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import MatchClient
package import SocketClient

/// A driver that plays a script: which places of the board to turn, in order, each as soon as it
/// may; places without a face-down card are skipped.
package struct ScriptedDriver: ClientDriver {
  private var places: [Int]
  private var goal: BotDriver.Goal?
  private var askedOn: (turningPoint: UInt64, cardsUp: Int)?

  /// Pursues `goal`, gets ready, then turns the cards at `places` whenever it is its turn.
  package init(_ goal: BotDriver.Goal, places: [Int]) {
    self.goal = goal
    self.places = places
  }

  /// The next step of the script, once it is due.
  package mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    guard client.welcome != nil, let clock = client.clock, !client.isWaiting else {
      return DriverActions()
    }
    guard let table = client.table, let seat = table.seat else { return enter() }
    let latest = table.log.latest
    let shownAt = clock.serverTime(at: now) - clock.bound - .milliseconds(1)
    let view = table.log.view(shownAt: shownAt)
    let wake = table.log.nextShown(after: shownAt).map {
      clock.localTime(at: $0 + clock.bound + .milliseconds(1))
    }
    if latest.phase == .waiting, !latest.seats[seat.rawValue].isReady {
      return DriverActions([.ready])
    }
    if latest.phase == .undealt, latest.takenSeats.first == seat {
      return DriverActions([.intent(.deal)])
    }
    let spot = (turningPoint: latest.lastTurningPoint, cardsUp: latest.faceUp.count)
    guard view.seq == latest.seq, view.turn?.seat == seat, view.faceUp.count < 2,
      askedOn.map({ $0 != spot }) ?? true,
      let next = places.firstIndex(where: { view.card(at: $0)?.state == .down }),
      let card = view.card(at: places[next])
    else { return DriverActions(wake: wake) }
    askedOn = spot
    places.removeSubrange(...next)
    return DriverActions([.intent(.choose(card.id))], wake: wake)
  }

  private mutating func enter() -> DriverActions {
    defer { goal = nil }
    return DriverActions(goal.map { [$0.command] } ?? [])
  }
}
