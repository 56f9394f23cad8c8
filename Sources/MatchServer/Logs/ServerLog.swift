// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging

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
