// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files
import JetStream
import Journal
import JournalNATS
import Logging

// What the options mean for the journal on NATS servers.

extension WorldOptions {
  /// Connects to the NATS servers, and reads what they have for a new run of the node.
  ///
  /// - Parameters:
  ///   - logger: where accepted shortcomings and problems of the connection are reported.
  ///   - deliver: runs closures on the loop, where the journal is used.
  /// - Returns: the journal, and what the node restores.
  /// - Throws: why the servers cannot be used.
  func openJournal(
    logger: Logger, deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) async throws -> (journal: NATSJournal, contents: JournalContents) {
    let opened = try await NATSJournal.open(journalOptions(), deliver: deliver) { problem in
      logger.warning("The NATS client reports a problem.", metadata: ["problem": "\(problem)"])
    }
    for problem in opened.journal.state.problems {
      logger.warning("\(problem) (--journal-unsynced)")
    }
    return opened
  }

  /// The options of the journal, for a new run of the node.
  ///
  /// - Throws: `CommandProblem` for a file of credentials that cannot be read.
  func journalOptions() throws -> NATSJournalOptions {
    let node = NodeID(name: node, run: Self.newRun())
    // Without passwords, because addresses are told in sentences.
    let addresses = servers.map { NATSAddress($0) }
    var connection = ConnectionOptions(
      servers: zip(servers, addresses).map { $1?.server ?? $0 }, name: "\(name) \(node)")
    connection.credentials =
      try Self.credentials(credentials)
      ?? addresses.lazy.compactMap { $0?.credentials }.first ?? .none
    if authorities != nil || certificate != nil {
      var tls = ConnectionOptions.TLS()
      tls.authorities = authorities
      tls.certificates = certificate
      tls.key = key
      connection.tls = tls
    }
    var options = NATSJournalOptions(node: node, world: name, connection: connection)
    options.systemCredentials =
      try Self.credentials(systemCredentials)
      ?? system.flatMap { NATSAddress($0)?.credentials }
    options.restHours = restHours
    options.acceptsUnsynced = acceptsUnsynced
    return options
  }

  /// What no other run of a node has: 60 random bits.
  private static func newRun() -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    return String(decoding: RandomBytes.make(12).map { letters[Int($0 % 32)] }, as: UTF8.self)
  }

  /// The credentials in a file: a line `user:password`, or what `nsc` writes, which the library reads.
  private static func credentials(
    _ path: String?
  ) throws -> ConnectionOptions.Credentials? {
    guard let path else { return nil }
    let text: String
    do throws(FileFailure) {
      text = try BoundedFile.text(at: path, limit: 65_536)
    } catch {
      throw CommandProblem("The credentials for the NATS servers cannot be read: \(error)")
    }
    if text.contains("-----BEGIN NATS") { return .file(path) }
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
      throw CommandProblem(
        "\(path) has no credentials for NATS servers: write one line user:password, or name a file "
          + "that nsc has written.")
    }
    return .password(
      user: String(line[..<colon]), password: String(line[line.index(after: colon)...]))
  }
}

extension NATSAddress {
  /// The user to connect as; nil if the address names none.
  fileprivate var credentials: ConnectionOptions.Credentials? {
    guard let user, let password else { return nil }
    return .password(user: user, password: password)
  }
}

extension NATSJournal {
  /// Closes the connection once everything is stored and answered, or after `limit`.
  ///
  /// - Returns: whether everything was.
  func close(within limit: Duration) async -> Bool {
    await withCheckedContinuation { done in
      close(within: limit) { done.resume(returning: $0) }
    }
  }
}
