// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// A guest of the world in memory: the machine that plays it, its clock, and both ways of its line.
struct SimulatedGuest {
  /// What travels.
  enum Parcel: Sendable {
    case message([UInt8])
    /// The connection ends behind everything sent before.
    case end
  }

  let link: LinkID
  var machine: any RecordedMachine
  let clock: SimulatedClock
  var up: Line<Parcel>
  var down: Line<Parcel>
  /// How long the machine had slept when it was last told.
  private var slept: Duration

  init(
    link: LinkID, machine: any RecordedMachine, model: LinkModel, clock: SimulatedClock,
    now: ServerTime
  ) {
    self.link = link
    self.machine = machine
    self.clock = clock
    up = Line(model, .up)
    down = Line(model, .down)
    slept = clock.slept(at: now)
  }

  /// When something happens to it next, no earlier than `now`.
  func nextInstant(_ now: ServerTime) -> ServerTime? {
    let wake = machine.nextWake.map { clock.time(of: $0, notBefore: now) }
    return [up.nextInstant, down.nextInstant.map(awake), wake].compactMap { $0 }.min()
  }

  /// Whether something on its line has arrived.
  func isDue(_ now: ServerTime) -> Bool {
    (up.nextInstant.map { $0 <= now } ?? false)
      || (down.nextInstant.map { awake($0) <= now } ?? false)
  }

  /// Whether its machine wants to be woken.
  func isWakeDue(_ now: ServerTime) -> Bool {
    guard let wake = machine.nextWake, !clock.isAsleep(at: now) else { return false }
    return wake <= clock.reading(at: now)
  }

  /// Whether its machine has slept since it was last asked.
  mutating func hasJustWoken(_ now: ServerTime) -> Bool {
    let total = clock.slept(at: now)
    defer { slept = total }
    return total - slept > .milliseconds(50)
  }

  /// The time, or when the machine wakes if it sleeps then: what comes meanwhile waits.
  private func awake(_ time: ServerTime) -> ServerTime {
    clock.sleeps.first { $0.start <= time && time < $0.end }?.end ?? time
  }
}
