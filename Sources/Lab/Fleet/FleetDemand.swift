// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What players and viewers ask of a fleet.
struct FleetDemand: Sendable {
  /// Players in a match at the busiest moment.
  var players = 1_000_000
  /// Seats of a match.
  var seats = 4
  /// Viewers of one match that everybody watches.
  var viewers = 250_000
  /// How many players there are on average over a day, as a share of the busiest moment.
  var average = 0.4
  /// How long a room is open, in seconds: a match and a rematch or two.
  var roomSeconds = 1200.0
  /// How long a closed room's subject and code rest, in seconds.
  var restSeconds = 30.0 * 86_400

  /// Steps a second of a room in which a match is played: an estimate, from a bot's pace of thinking.
  var stepsPerRoom = 0.6
  /// Intents a second of such a room: 1,000 in 2,500 matches.
  var intentsPerRoom = 0.4
  /// Clock probes a second of a player in a match.
  var probesPerPlayer = 0.2
  /// Entries a second of the match that is watched.
  var watchedEntries = 1.0

  /// Rooms in which a match is played.
  var rooms: Double { Double(players) / Double(seats) }
  /// Steps a second.
  var steps: Double { rooms * stepsPerRoom }
  /// Rooms that are opened a day.
  var roomsPerDay: Double { rooms * average / roomSeconds * 86_400 }
  /// Subjects and codes in use: rooms that are open, and those that rest.
  var subjects: Double { rooms + rooms * average * restSeconds / roomSeconds }
  /// Steps on disk.
  var storedSteps: Double { steps * average * (restSeconds + roomSeconds) }
  /// Entries a second to players.
  var playerEntries: Double { steps * Double(seats) }
  /// Entries a second to viewers.
  var viewerEntries: Double { Double(viewers) * watchedEntries }
}

/// How machines are filled.
struct FleetMachines: Sendable {
  /// The share of a core, of memory and of a disk that is used at the busiest moment.
  var share = 0.6
  /// Memory of a NATS server, in bytes.
  var serverMemory = 32e9
  /// Disk of a NATS server, in bytes.
  var serverDisk = 4e12
  /// Cores of a NATS server; the measured group of three had two in all.
  var serverCores = 4.0
  /// Zones, each of which may be lost.
  var zones = 3
  /// Viewers of a relay.
  var viewersPerRelay = 5_000
  /// Relays that a relay feeds.
  var relaysPerRelay = 5
  /// How long 99 of 100 steps may take to be stored, in seconds.
  var storedWithin = 0.020
  /// How long 99 of 100 inputs of a node may wait, in seconds.
  var decidedWithin = 0.010
}

/// What a machine and its traffic cost, as listed by a large provider.
struct FleetPrices: Sendable {
  /// When they were assumed.
  static let date = "November 2026"
  /// A core for a month.
  var core = 25.0
  /// A gigabyte of memory for a month.
  var memory = 3.0
  /// A gigabyte of replicated disk for a month.
  var disk = 0.10
  /// A gigabyte that leaves the provider.
  var egress = 0.05
}
