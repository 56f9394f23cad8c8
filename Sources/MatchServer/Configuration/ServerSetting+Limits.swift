// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Protocol

// The limits, with ranges from barely playable to technically possible.

extension ServerSetting {
  static let maxConnections = limit(
    "max-connections", "Maximum number of connections.", 1...1_000_000,
    standard: ProcessLimits().connections)

  static let maxRooms = limit(
    "max-rooms", "Maximum number of rooms.", 1...1_000_000, standard: ProcessLimits().rooms)

  static let maxSessions = limit(
    "max-sessions",
    "Maximum number of sessions, including those waiting for their clients to reconnect.",
    1...10_000_000, standard: ProcessLimits().sessions)

  static let maxWrongCodes = limit(
    "max-wrong-codes",
    "Unknown room codes per minute from all peers together; beyond that, peers that tried one "
      + "recently must wait.",
    1...10_000_000, standard: Int(ProcessLimits().wrongCodes.burst))

  /// Limits for all peers together.
  static let processLimits = [maxConnections, maxRooms, maxSessions, maxWrongCodes]

  static let messages = limit(
    "messages", "Messages per second on each connection.", 5...10_000,
    standard: ClientLimits().messagesPerSecond, change: .forNewConnections)

  static let messageBurst = limit(
    "message-burst", "Messages one connection may send in a burst.", 10...100_000,
    standard: ClientLimits().messageBurst, change: .forNewConnections)

  static let intents = limit(
    "intents", "Intents per second on each connection.", 1...1_000,
    standard: ClientLimits().intentsPerSecond, change: .forNewConnections)

  static let messageBytes = limit(
    "message-bytes", "Maximum size of a message, in bytes.", 1_024...65_536,
    standard: ClientLimits().messageBytes, valueName: "bytes", change: .forNewConnections)

  static let readBytes = limit(
    "read-bytes", "Bytes read per second from each connection.", 4_096...1 << 30,
    standard: ClientLimits().bytesPerSecond, valueName: "bytes", change: .forNewConnections)

  static let addressConnections = limit(
    "address-connections", "Maximum number of connections per address.", 1...1_000_000,
    standard: AddressLimits().connections)

  static let addressNewConnections = limit(
    "address-new-connections", "New connections per second from each address.", 1...100_000,
    standard: Int(AddressLimits().newConnections.perSecond))

  static let addressRooms = limit(
    "address-rooms", "Rooms opened per minute from each address.", 1...100_000,
    standard: Int(AddressLimits().rooms.burst))

  static let addressWrongCodes = limit(
    "address-wrong-codes", "Unknown room codes per minute from each address.", 1...100_000,
    standard: Int(AddressLimits().wrongCodes.burst))

  static let addressLimits = toggle(
    "address-limits", "Enforce the limits per address.", standard: true, change: .atOnce)

  static let limitLoopback = toggle(
    "limit-loopback", "Apply these limits to this machine's own addresses as well.", change: .atOnce
  )

  /// Limits per connection and per address.
  static let peerLimits = [
    messages, messageBurst, intents, messageBytes, readBytes, addressConnections,
    addressNewConnections, addressRooms, addressWrongCodes, addressLimits, limitLoopback,
  ]
}
