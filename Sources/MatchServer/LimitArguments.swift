// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// The bounds a server keeps, on its command line.
struct LimitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The most connections at once.", valueName: "count"))
  var maxConnections = ProcessLimits().connections

  @Option(help: ArgumentHelp("The most rooms at once.", valueName: "count"))
  var maxRooms = ProcessLimits().rooms

  @Option(
    help: ArgumentHelp(
      "The most sessions at once, with those that wait for their clients to come back.",
      valueName: "count"))
  var maxSessions = ProcessLimits().sessions

  @Option(
    help: ArgumentHelp(
      "Codes a minute that no room has, of all peers together.", valueName: "count"))
  var maxWrongCodes = Int(ProcessLimits().wrongCodes.burst)

  @OptionGroup var peer: PeerLimitArguments

  @Option(
    help: ArgumentHelp(
      "Let pages of this origin play, besides those of this server's own host; * for all.",
      valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      "Believe the proxy at this address who its clients are (X-Forwarded-For).",
      valueName: "address"))
  var trustedProxy: [String] = []

  @Flag(help: "A proxy stands before this server: what the kernel measures is the proxy's line.")
  var behindProxy = false

  /// Descriptors for everything that is not a connection.
  static let descriptorsBesides = 128
  /// Files that loop, journal, lock, signals and log hold open, about twenty, and some to spare.
  static let descriptorsOfItsOwn = 32
  /// With fewer a server cannot be one.
  static let leastDescriptors = 2 * descriptorsOfItsOwn

  func validate() throws {
    guard maxConnections > 0, maxRooms > 0, maxSessions > 0, maxWrongCodes > 0 else {
      throw ValidationError(
        "--max-connections, --max-rooms, --max-sessions and --max-wrong-codes are at least 1.")
    }
    for address in trustedProxy where PeerAddress(host: address, port: 0) == nil {
      throw ValidationError(
        "\"\(address)\" is no address: give --trusted-proxy one like 192.0.2.7 or 2001:db8::7.")
    }
    for origin in allowOrigin where origin != "*" && !origin.contains("://") {
      throw ValidationError(
        "\"\(origin)\" is no origin: give --allow-origin one like https://play.example.org.")
    }
  }

  /// What they come to.
  var limits: HallLimits {
    var limits = HallLimits()
    limits.process.connections = maxConnections
    limits.process.rooms = maxRooms
    limits.process.sessions = maxSessions
    limits.process.wrongCodes = .perMinute(Double(maxWrongCodes))
    limits.origins.allowed = Set(allowOrigin)
    limits.trustedProxies = Set(trustedProxy)
    limits.isBehindProxy = behindProxy || !trustedProxy.isEmpty
    limits.address = peer.address
    limits.client = peer.client
    return limits
  }
}

extension EventLoop {
  /// What to say when the system allows fewer descriptors than are `wanted`; nil if it allows as many.
  static func descriptorWarning(wanted: Int, allowed: Int = descriptorLimit) -> String? {
    guard allowed < wanted else { return nil }
    return "The system allows \(allowed) open files, room for about"
      + " \(max(0, allowed - LimitArguments.descriptorsOfItsOwn)) connections: raise the hard limit"
      + " (ulimit -Hn, or LimitNOFILE for systemd) to \(wanted), or lower --max-connections."
  }
}
