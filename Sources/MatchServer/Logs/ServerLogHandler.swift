// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Logging

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
      time: LogTime.now, level: event.level, message: "\(event.message)", facts: facts)
    write(Array(entry.text(form, for: reader).utf8) + [UInt8(ascii: "\n")])
  }
}

/// The time of an entry.
enum LogTime {
  /// The wall clock's time, RFC 3339, UTC, in milliseconds.
  static var now: String {
    let (seconds, attoseconds) = WallClock.now.components
    return text(
      seconds: Int(seconds), milliseconds: Int(attoseconds / 1_000_000_000_000_000))
  }

  /// A Unix time, RFC 3339, UTC.
  static func text(seconds: Int, milliseconds: Int) -> String {
    assert((0...999).contains(milliseconds), "A time has \(milliseconds) ms.")
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
    return padded(date[0], to: 4) + "-"
      + date[1...].map { padded($0, to: 2) }.joined(separator: "-")
      + "T" + time.joined(separator: ":") + "." + padded(milliseconds, to: 3) + "Z"
  }

  private static func padded(_ number: Int, to digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
