// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Synchronization

@testable import MatchServer

/// Collects the lines of a log, for a test to read.
final class LineCollector: Sendable {
  private let lines = Mutex<[String]>([])

  /// All of it, line by line.
  var all: [String] { lines.withLock { $0 } }

  /// Adds a line that was written.
  func add(_ bytes: [UInt8]) {
    lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Removes and returns all lines.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// A logger that writes here.
  func logger(_ form: LogForm = .human, from level: Logger.Level = .trace) -> Logger {
    Logger(label: "facedown-server") { _ in
      ServerLogHandler(form: form, threshold: LogThreshold(level), write: { self.add($0) })
    }
  }
}
