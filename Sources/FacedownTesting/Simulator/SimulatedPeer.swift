// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import SocketClient
import Wire

/// A peer of the run: its client and its device.
final class SimulatedPeer {
  let index: Int
  let encoding: WireEncoding
  /// The table and role planned for it; nil for strangers.
  let place: (table: Int, role: Role)?
  /// The client with a driver that plays, if the peer is honest.
  var honest: DrivenClient?
  /// Its player's key; nil for a guest.
  var identity: ClientIdentity?
  /// The hostile client, if it is not.
  var hostile: HostileClient?
  let device: SimulatedDevice
  /// Its reduced reading rate, and when that ends.
  var crawl: (bytesPerSecond: Int, until: ServerTime)?
  /// The address under which the server counts it; nil for none.
  let address: String?
  /// When it first connects.
  let comesAt: ServerTime
  var hasCome = false
  /// The fault that happens to its connection when it next sends something.
  var aimed: NetworkFault?
  /// How many times it has been instructed to enter its room.
  var entryAttempts = 0
  /// The relay that it dials; nil for a peer of the nodes.
  var viewed: SimulatedNode?
  /// What it does for a relay; nil for a peer that is nobody's client but its own.
  var errand: RelayErrand?
  /// Whether it is a player's second machine.
  var isDouble = false
  /// How many times it has requested a leaderboard.
  var boardsAsked = 0
  /// The last entry of its log that was checked.
  var seenThrough: (room: String, seq: UInt64) = ("", 0)
  /// The model of what its user was shown.
  var model = ClientModel()
  /// When its next event is due.
  private(set) var dueAt: ServerTime?

  init(
    index: Int, encoding: WireEncoding, place: (table: Int, role: Role)?, device: SimulatedDevice,
    address: String?, comesAt: ServerTime
  ) {
    self.index = index
    self.encoding = encoding
    self.place = place
    self.device = device
    self.address = address
    self.comesAt = comesAt
    dueAt = comesAt
  }

  /// The state of its client; nil for a hostile one.
  var core: ClientCore? { honest?.core }

  /// Whether it has given up, or was told not to return.
  var isOver: Bool { core?.isOver ?? hostile?.isOver ?? true }

  private var mindWake: LocalTime? {
    honest?.nextWake ?? hostile?.nextWake
  }

  /// Recomputes its next event.
  func rearm(_ now: ServerTime) {
    guard hasCome else { return }
    let wake = mindWake.map { device.clock.time(of: $0, notBefore: now) }
    dueAt = earlier(wake, device.nextInstant)
  }

  /// Whether its client's timer is due.
  func isWakeDue(_ now: ServerTime) -> Bool {
    mindWake.map { device.isDue($0, now) } ?? false
  }

  /// The reading of its clock.
  func localTime(at now: ServerTime) -> LocalTime { device.clock.reading(at: now) }
}
