// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging

/// The log of a server's process.
enum ServerLog {
  /// Has everything of this process logged as the settings say; once in its life.
  ///
  /// - Returns: from which level on, for as long as it runs.
  static func begin(_ settings: ServerSettings) -> LogThreshold {
    let threshold = LogThreshold(settings.logLevel)
    let handler = ServerLogHandler(
      form: settings.logForm, reader: .ofStandardError, threshold: threshold)
    // What other libraries tell of themselves is for those who look for a fault.
    let quiet = LogThreshold(max(settings.logLevel, .notice))
    let foreign = ServerLogHandler(
      form: settings.logForm, reader: handler.reader, threshold: quiet)
    LoggingSystem.bootstrap { $0 == "facedown-server" ? handler : foreign }
    return threshold
  }
}
