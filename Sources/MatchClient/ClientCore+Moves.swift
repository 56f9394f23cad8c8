// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

// Following a room, or a request, to another node of the world.

extension ClientCore {
  /// The server has moved the room or a request: connects to the node named, and resumes there.
  ///
  /// What is unanswered remains so and is repeated there, as after any lost connection.
  mutating func follow(_ moved: Moved, now: LocalTime) -> [ClientOutput] {
    guard concerns(moved) else { return [] }
    let (wasMoving, former) = (plan.isMoving, plan.current)
    let orders = plan.moved(to: moved.url, at: now)
    let isFollowed = plan.isMoving && !wasMoving || plan.current != nil && plan.current != former
    // The room stands still until it is resumed there. A break so short is usually not shown.
    let told: [ClientOutput] =
      table != nil && isFollowed ? [.event(.interrupted(retryAt: now))] : []
    return told + carryOut(orders, now: now)
  }

  /// Whether a move is of something that this client still waits for: answers may cross.
  private func concerns(_ moved: Moved) -> Bool {
    if let id = moved.id { return requests.command(of: id) != nil || resume.isAnswered(by: id) }
    guard let table else { return false }
    return moved.code.isEmpty || moved.code == table.code
  }

  /// The connection that is adopted next leads to another server, whose clock is another.
  mutating func changeServer() {
    clockSync = clockSync.ofAnotherServer()
    held.untime()
  }

  /// Begins to measure the clock over a connection that was opened ahead of a move.
  mutating func measure(over number: ConnectionNumber, now: LocalTime) -> [ClientOutput] {
    standbyClock = StandbyClock(over: number, after: clockSync, at: now)
    return probeStandby(now: now)
  }

  /// Makes the clock that was measured over a connection the clock in use.
  mutating func useStandbyClock(of number: ConnectionNumber) {
    guard let standbyClock, standbyClock.number == number else {
      preconditionFailure("A connection that was measured has a clock.")
    }
    clockSync = standbyClock.sync
    self.standbyClock = nil
  }

  /// Sends a clock probe over the standby connection if one is due.
  mutating func probeStandby(now: LocalTime) -> [ClientOutput] {
    guard let number = standbyClock?.number, let ping = standbyClock?.sync.probe(at: now) else {
      return []
    }
    return [.send(.ping(ping), over: number)]
  }
}
