// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Protocol
import Synchronization

/// Sets up the logging of a server process.
enum ServerLog {
  /// Bootstraps logging according to the settings; call once per process.
  ///
  /// - Returns: the adjustable threshold.
  static func begin(_ settings: ServerSettings) -> LogThreshold {
    let threshold = LogThreshold(settings.logLevel)
    let handler = ServerLogHandler(
      form: settings.logForm, reader: .ofStandardError, threshold: threshold)
    // Libraries log at notice or above only.
    let quiet = LogThreshold(max(settings.logLevel, .notice))
    let foreign = ServerLogHandler(
      form: settings.logForm, reader: handler.reader, threshold: quiet)
    LoggingSystem.bootstrap { $0 == "facedown-server" ? handler : foreign }
    return threshold
  }
}

/// Writes each log entry as one line with one write.
///
/// Text from peers is escaped, so that an entry cannot fake a second one or control a terminal.
struct ServerLogHandler: LogHandler {
  /// The format.
  let form: LogForm
  /// The reader.
  let reader: LogReader
  /// The threshold.
  let threshold: LogThreshold
  /// Writes a line, newline included.
  let write: @Sendable ([UInt8]) -> Void

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  /// The process-wide level; loggers have none of their own.
  var logLevel: Logger.Level {
    get { threshold.level }
    set { threshold.level = newValue }
  }

  /// Creates a handler that writes to standard error by default.
  init(
    form: LogForm, reader: LogReader = .anyone, threshold: LogThreshold = LogThreshold(),
    write: @escaping @Sendable ([UInt8]) -> Void = { StandardError.write($0) }
  ) {
    self.form = form
    self.reader = reader
    self.threshold = threshold
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let own = metadata.merging(metadataProvider?.get() ?? [:]) { _, provided in provided }
    let facts = own.merging(event.metadata ?? [:]) { _, said in said }.sorted { $0.key < $1.key }
      .map { (key: $0.key, value: LogFact($0.value)) }
    let entry = LogLine(
      time: UTCText.now, level: event.level, message: "\(event.message)", facts: facts)
    write(Array(entry.text(form, for: reader).utf8) + [UInt8(ascii: "\n")])
  }
}

/// The minimum log level of the whole process; can be changed while loggers use it.
final class LogThreshold: Sendable {
  /// Its index in the order of levels.
  private let rank: Atomic<Int>

  /// A threshold at `level`.
  init(_ level: Logger.Level = .info) {
    rank = Atomic(Self.rank(of: level))
  }

  /// The minimum level.
  var level: Logger.Level {
    get { Logger.Level.allCases[rank.load(ordering: .relaxed)] }
    set { rank.store(Self.rank(of: newValue), ordering: .relaxed) }
  }

  private static func rank(of level: Logger.Level) -> Int {
    Logger.Level.allCases.firstIndex(of: level) ?? 0
  }
}
