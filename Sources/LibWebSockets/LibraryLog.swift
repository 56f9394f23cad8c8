// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Passes libwebsockets' log lines, through its one hook per process, to the latest loop's log.
enum LibraryLog {
  private struct State {
    var log: (@Sendable (EventLoopOptions.LogLevel, String) -> Void)?
    var mutedThreads: Set<UInt> = []
  }

  private static let state = Monitor(State())

  /// Sends all further lines to `log`.
  static func attach(_ log: @escaping @Sendable (EventLoopOptions.LogLevel, String) -> Void) {
    state.update { $0.log = log }
    // Lower levels would be formatted in vain on every accept and every write.
    lws_set_log_level(LLL_ERR | LLL_WARN) { level, line in
      guard let line else { return }
      LibraryLog.emit(level == LLL_ERR ? .error : .warning, String(cString: line))
    }
  }

  /// Runs `body` with this thread's lines dropped, where lws complains about something intended.
  static func quietly<Result>(_ body: () -> Result) -> Result {
    let thread = UInt(pthread_self())
    state.update { _ = $0.mutedThreads.insert(thread) }
    defer { state.update { _ = $0.mutedThreads.remove(thread) } }
    return body()
  }

  private static func emit(_ level: EventLoopOptions.LogLevel, _ line: String) {
    let thread = UInt(pthread_self())
    let log = state.update { $0.mutedThreads.contains(thread) ? nil : $0.log }
    log?(level, line.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
