// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// The version of a server.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let numbers: [Int]
  /// As the server writes it.
  package let description: String

  /// The oldest version that has been tried for all that a journal needs: earlier ones do not fence
  /// writers on several servers, or do not write to their disks what they acknowledge.
  package static let oldest = ServerVersion("2.10.27")

  /// Parses `2.10.27` or `2.11.0-RC.1`; what is no number counts as 0.
  package init(_ text: String) {
    description = text
    let numbers = text.prefix { $0 != "-" && $0 != "+" }.split(separator: ".")
    self.numbers = (0..<3).map { $0 < numbers.count ? Int(numbers[$0]) ?? 0 : 0 }
  }

  /// Whether a version is older; a candidate counts as what it is for.
  package static func < (one: Self, other: Self) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }
}

/// What a server says of itself.
package struct ServerReport: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// Its version.
  package var version: ServerVersion
  /// Whether it writes to its disk what it acknowledges, before it does so.
  package var syncsAlways: Bool

  /// A report with all its parts.
  package init(name: String, version: ServerVersion, syncsAlways: Bool) {
    self.name = name
    self.version = version
    self.syncsAlways = syncsAlways
  }

  /// What an answer to `$SYS.REQ.SERVER.PING.JSZ` says; nil if it cannot be read.
  init?(_ bytes: [UInt8]) {
    struct Answer: Decodable {
      struct Server: Decodable {
        var name: String
        var ver: String
      }
      struct Details: Decodable {
        struct Configuration: Decodable {
          var sync_always: Bool?
        }

        var config: Configuration?
      }

      var server: Server
      var data: Details?
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else { return nil }
    self.init(
      name: answer.server.name, version: ServerVersion(answer.server.ver),
      syncsAlways: answer.data?.config?.sync_always ?? false)
  }

  /// Why writers may not be fenced by it, as a sentence; nil if they are.
  package var fencingProblem: String? {
    guard version < .oldest else { return nil }
    return
      "Server \(name) has version \(version), which may store two messages where one was refused: "
      + "install \(ServerVersion.oldest) or later."
  }

  /// Why what it acknowledges may be lost, as a sentence; nil if it is on its disk.
  package var syncProblem: String? {
    guard !syncsAlways else { return nil }
    return
      "Server \(name) acknowledges what is not on its disk yet: set `sync_interval: always` in its "
      + "`jetstream` block."
  }

  /// Why a journal cannot rely on it, as sentences; none if it can.
  package var problems: [String] { [fencingProblem, syncProblem].compactMap(\.self) }
}

extension NATSConnection {
  /// Asks every server what it is, and calls back once, through the connection's `deliver`, with
  /// what has come in time.
  ///
  /// The connection has to be one of the system account. Servers without JetStream answer nothing
  /// that counts.
  ///
  /// - Parameters:
  ///   - count: how many servers there are; no more is waited for.
  ///   - time: how long is waited.
  ///   - completion: is handed the reports, by name.
  package func checkServers(
    atMost count: Int, within time: Duration = patience,
    _ completion: @escaping @Sendable ([ServerReport]) -> Void
  ) {
    gather("$SYS.REQ.SERVER.PING.JSZ", atMost: count, within: time) { answers in
      completion(answers.compactMap { ServerReport($0.bytes) }.sorted { $0.name < $1.name })
    }
  }
}
