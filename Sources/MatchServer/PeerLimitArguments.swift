// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import Protocol

/// The bounds one connection and one address keep, on the server's command line.
struct PeerLimitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Messages a second of one connection.", valueName: "count"))
  var messages = ClientLimits().messagesPerSecond

  @Option(
    help: ArgumentHelp("Messages of one connection that may come at once.", valueName: "count"))
  var messageBurst = ClientLimits().messageBurst

  @Option(help: ArgumentHelp("Intents a second of one connection.", valueName: "count"))
  var intents = ClientLimits().intentsPerSecond

  @Option(help: ArgumentHelp("The longest message, in bytes.", valueName: "bytes"))
  var messageBytes = ClientLimits().messageBytes

  @Option(help: ArgumentHelp("Bytes read a second of one connection.", valueName: "bytes"))
  var readBytes = ClientLimits().bytesPerSecond

  @Option(help: ArgumentHelp("The most connections of one address at once.", valueName: "count"))
  var addressConnections = AddressLimits().connections

  @Option(help: ArgumentHelp("New connections a second of one address.", valueName: "count"))
  var addressNewConnections = Int(AddressLimits().newConnections.perSecond)

  @Option(help: ArgumentHelp("Rooms a minute that one address may open.", valueName: "count"))
  var addressRooms = Int(AddressLimits().rooms.burst)

  @Option(help: ArgumentHelp("Wrong codes a minute of one address.", valueName: "count"))
  var addressWrongCodes = Int(AddressLimits().wrongCodes.burst)

  @Flag(help: "Do not limit what one address may take.")
  var noAddressLimits = false

  @Flag(help: "Limit this machine's own addresses as well.")
  var limitLoopback = false

  /// What each option may be: enough to play by, and no more than a server can mean.
  private var bounds: [(name: String, value: Int, range: ClosedRange<Int>)] {
    [
      ("messages", messages, 5...10_000), ("message-burst", messageBurst, 10...100_000),
      ("intents", intents, 1...1_000), ("message-bytes", messageBytes, 1_024...65_536),
      ("read-bytes", readBytes, 4_096...1 << 30),
      ("address-connections", addressConnections, 1...1_000_000),
      ("address-new-connections", addressNewConnections, 1...100_000),
      ("address-rooms", addressRooms, 1...100_000),
      ("address-wrong-codes", addressWrongCodes, 1...100_000),
    ]
  }

  func validate() throws {
    for bound in bounds where !bound.range.contains(bound.value) {
      throw ValidationError(
        "--\(bound.name) \(bound.value) is not within \(bound.range.lowerBound) and "
          + "\(bound.range.upperBound): choose a number between them.")
    }
  }

  /// What one connection keeps to.
  var client: ClientLimits {
    ClientLimits(
      messageBytes: messageBytes, bytesPerSecond: readBytes, messageBurst: messageBurst,
      messagesPerSecond: messages, intentsPerSecond: intents)
  }

  /// What one address keeps to; nil for no bounds.
  var address: AddressLimits? {
    guard !noAddressLimits else { return nil }
    var limits = AddressLimits()
    limits.connections = addressConnections
    limits.newConnections = .init(
      burst: Double(addressNewConnections) * 2, perSecond: Double(addressNewConnections))
    limits.rooms = .perMinute(Double(addressRooms))
    limits.wrongCodes = .perMinute(Double(addressWrongCodes))
    limits.countsLoopback = limitLoopback
    return limits
  }
}
