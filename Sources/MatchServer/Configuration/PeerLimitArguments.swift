// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// The command line's flags for limits per connection and address.
struct PeerLimitArguments: SettingArguments {
  @Option(.messages) var messages: String?
  @Option(.messageBurst) var messageBurst: String?
  @Option(.intents) var intents: String?
  @Option(.messageBytes) var messageBytes: String?
  @Option(.readBytes) var readBytes: String?
  @Option(.addressConnections) var addressConnections: String?
  @Option(.addressNewConnections) var addressNewConnections: String?
  @Option(.addressRooms) var addressRooms: String?
  @Option(.addressWrongCodes) var addressWrongCodes: String?
  @Flag(.addressLimits) var addressLimits: Bool?
  @Flag(.limitLoopback) var limitLoopback: Bool?

  var given: [SettingFlags.Given] {
    [
      .init(.messages, messages), .init(.messageBurst, messageBurst), .init(.intents, intents),
      .init(.messageBytes, messageBytes), .init(.readBytes, readBytes),
      .init(.addressConnections, addressConnections),
      .init(.addressNewConnections, addressNewConnections), .init(.addressRooms, addressRooms),
      .init(.addressWrongCodes, addressWrongCodes), .init(.addressLimits, addressLimits),
      .init(.limitLoopback, limitLoopback),
    ].compactMap { $0 }
  }
}
