// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a load run has counted since it began to measure.
final class LoadMeter {
  /// The kind of recipient of an entry.
  enum Receiver: Hashable {
    /// A player of the first room, at which all disturbances are aimed.
    case firstRoomPlayer
    case player
    case spectator
  }

  /// Whether intents and deliveries count: from the end of the warm-up to the last intent.
  private(set) var isMeasuring = false
  /// Intents sent.
  private(set) var intents = 0
  /// Bytes of those intents.
  private(set) var intentBytes = 0
  /// Entries delivered, to any connection.
  private(set) var deliveries = 0
  /// Bytes of those entries.
  private(set) var entryBytes = 0
  /// Clock probes sent.
  private(set) var pings = 0
  /// Refusals by code.
  private(set) var refusals: [String: Int] = [:]
  /// Latencies from the moment an intent was due until a player received its entry.
  private(set) var players = LatencyHistogram()
  /// Those of the players in the first room, and in all other rooms.
  private(set) var firstRoom = LatencyHistogram()
  private(set) var otherRooms = LatencyHistogram()
  /// Latencies from the moment an intent was due until a spectator received its entry.
  private(set) var spectators = LatencyHistogram()
  /// How long after they were due intents were sent: the load generator's own delay.
  private(set) var lateness = LatencyHistogram()
  /// Connections that have ended, or never opened, since the run began.
  private(set) var ended = 0
  /// Why the server closed connections, by code.
  private(set) var closings: [String: Int] = [:]

  /// Begins to measure.
  func begin() { isMeasuring = true }

  /// Stops counting intents and pings; deliveries of what was sent still count.
  func end() { isMeasuring = false }

  /// An intent of `bytes` was sent, `late` after it was due.
  func sent(bytes: Int, late: Duration) {
    guard isMeasuring else { return }
    intents += 1
    intentBytes += bytes
    lateness.append(late)
  }

  /// A ping was sent.
  func pinged() { if isMeasuring { pings += 1 } }

  /// An entry of `bytes` has arrived; `latency` is nil unless a measured intent caused it.
  func delivered(bytes: Int, latency: Duration?, to receiver: Receiver) {
    guard isMeasuring || latency != nil else { return }
    deliveries += 1
    entryBytes += bytes
    guard let latency else { return }
    switch receiver {
    case .spectator: return spectators.append(latency)
    case .firstRoomPlayer: firstRoom.append(latency)
    case .player: otherRooms.append(latency)
    }
    players.append(latency)
  }

  /// A request was refused.
  func refused(_ code: String) { refusals[code, default: 0] += 1 }

  /// The server announced that it is about to close a connection.
  func closing(_ code: String) { closings[code, default: 0] += 1 }

  /// A connection has ended or never opened.
  func lost() { ended += 1 }
}
