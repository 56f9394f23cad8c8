// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Protocol

// The bounds a server keeps, one by one: enough to play by, and no more than a server can mean.

extension ServerSetting {
  static let maxConnections = limit(
    "max-connections", "The most connections at once.", 1...1_000_000,
    standard: ProcessLimits().connections)

  static let maxRooms = limit(
    "max-rooms", "The most rooms at once.", 1...1_000_000, standard: ProcessLimits().rooms)

  static let maxSessions = limit(
    "max-sessions",
    "The most sessions at once, with those that wait for their clients to come back.",
    1...10_000_000, standard: ProcessLimits().sessions)

  static let maxWrongCodes = limit(
    "max-wrong-codes",
    "Codes a minute that no room has, of all peers together; more bind only those who tried one.",
    1...10_000_000, standard: Int(ProcessLimits().wrongCodes.burst))

  /// What all peers together may take.
  static let processLimits = [maxConnections, maxRooms, maxSessions, maxWrongCodes]

  static let messages = limit(
    "messages", "Messages a second of one connection.", 5...10_000,
    standard: ClientLimits().messagesPerSecond, change: .forNewConnections)

  static let messageBurst = limit(
    "message-burst", "Messages of one connection that may come at once.", 10...100_000,
    standard: ClientLimits().messageBurst, change: .forNewConnections)

  static let intents = limit(
    "intents", "Intents a second of one connection.", 1...1_000,
    standard: ClientLimits().intentsPerSecond, change: .forNewConnections)

  static let messageBytes = limit(
    "message-bytes", "The longest message, in bytes.", 1_024...65_536,
    standard: ClientLimits().messageBytes, valueName: "bytes", change: .forNewConnections)

  static let readBytes = limit(
    "read-bytes", "Bytes read a second of one connection.", 4_096...1 << 30,
    standard: ClientLimits().bytesPerSecond, valueName: "bytes", change: .forNewConnections)

  static let addressConnections = limit(
    "address-connections", "The most connections of one address at once.", 1...1_000_000,
    standard: AddressLimits().connections)

  static let addressNewConnections = limit(
    "address-new-connections", "New connections a second of one address.", 1...100_000,
    standard: Int(AddressLimits().newConnections.perSecond))

  static let addressRooms = limit(
    "address-rooms", "Rooms a minute that one address may open.", 1...100_000,
    standard: Int(AddressLimits().rooms.burst))

  static let addressWrongCodes = limit(
    "address-wrong-codes", "Wrong codes a minute of one address.", 1...100_000,
    standard: Int(AddressLimits().wrongCodes.burst))

  static let addressLimits = toggle(
    "address-limits", "Limit what one address may take.", standard: true, change: .atOnce)

  static let limitLoopback = toggle(
    "limit-loopback", "Limit this machine's own addresses as well.", change: .atOnce)

  /// What one connection and one address may take.
  static let peerLimits = [
    messages, messageBurst, intents, messageBytes, readBytes, addressConnections,
    addressNewConnections, addressRooms, addressWrongCodes, addressLimits, limitLoopback,
  ]
}
