// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
package import JetStream
package import Testing

/// A `nats-server` on this machine.
package struct NATSProgram: Sendable {
  package let path: String
  package let version: ServerVersion

  /// A server that holds what a journal needs: named by `FACEDOWN_NATS_SERVER`, on `PATH`, or
  /// fetched by `scripts/fetch-nats`, or nil.
  package static let current = candidates.first { $0.version >= .oldest }

  /// A server that does not fence writers on several servers, or nil.
  package static let unfenced = candidates.first { $0.version == ServerVersion("2.9.10") }

  private static let candidates: [NATSProgram] = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let checkout = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let fetched = ["2.10.27", "2.9.10"].map { "\(checkout.path)/.build/nats/nats-server-\($0)" }
    let named = [environment["FACEDOWN_NATS_SERVER"]].compactMap(\.self)
    return (named + (folders + ["/usr/sbin"]).map { "\($0)/nats-server" } + fetched)
      .compactMap(NATSProgram.init)
  }()

  private init?(path: String) {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    guard let output = popen("'\(path)' --version", "r") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, Int32(line.count), output) != nil,
      let version = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
      ).split(separator: " ").last
    else { return nil }
    self.path = path
    self.version = ServerVersion(
      version.drop { $0 == "v" }.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test without a server that holds what a journal needs.
  package static var needsNATS: Self {
    .enabled(
      if: NATSProgram.current != nil || isChecking,
      "There is no nats-server \(ServerVersion.oldest) or later: scripts/fetch-nats fetches one.")
  }

  /// Skips a test without a server that does not fence.
  package static var needsUnfencedNATS: Self {
    .enabled(
      if: NATSProgram.unfenced != nil,
      "There is no nats-server 2.9.10: `scripts/fetch-nats 2.9.10` fetches it.")
  }

  private static var isChecking: Bool {
    ProcessInfo.processInfo.environment["FACEDOWN_CHECK"] == "1"
  }
}
