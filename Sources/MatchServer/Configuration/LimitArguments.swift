// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// The command line's flags for process limits.
struct LimitArguments: SettingArguments {
  @Option(.maxConnections) var maxConnections: String?
  @Option(.maxRooms) var maxRooms: String?
  @Option(.maxSessions) var maxSessions: String?
  @Option(.maxWrongCodes) var maxWrongCodes: String?
  @Option(.allowOrigin) var allowOrigin: [String] = []
  @Option(.trustedProxy) var trustedProxy: [String] = []
  @Flag(.behindProxy) var behindProxy: Bool?

  var given: [SettingFlags.Given] {
    [
      .init(.maxConnections, maxConnections), .init(.maxRooms, maxRooms),
      .init(.maxSessions, maxSessions), .init(.maxWrongCodes, maxWrongCodes),
      .init(.allowOrigin, allowOrigin), .init(.trustedProxy, trustedProxy),
      .init(.behindProxy, behindProxy),
    ].compactMap { $0 }
  }
}
