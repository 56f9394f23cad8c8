// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// The configuration of an ``EventLoop``.
package struct EventLoopOptions: Sendable {
  /// The thread's name in debuggers and `top`; Linux shows 15 bytes of it.
  package var name = "event-loop"

  /// How many descriptors the process may have open: raises the soft limit (`RLIMIT_NOFILE`) to
  /// this, as far as the hard limit allows; nil leaves it.
  ///
  /// Each connection is one. libwebsockets sizes its tables by the limit when the loop starts.
  package var maximumDescriptors: Int?

  /// The share of the loop's time that handshakes may take, more than 0 and up to 1 (a half).
  ///
  /// Beyond it no new connections are accepted for a while: they wait in the kernel's queue.
  package var handshakeShare = 0.5

  /// The seconds between two checks for silent peers while all connections are open, at least 1.
  ///
  /// A loop with little to do sleeps longer. While a connection opens or closes it checks each
  /// second, and so does a loop with more than a few connections.
  package var restingTick = 1

  /// Receives libwebsockets' warnings and errors, on any thread; a line each, without a newline.
  ///
  /// The process has one such log: a loop started later takes it over. By default errors go to
  /// standard error and warnings nowhere.
  package var log: @Sendable (LogLevel, String) -> Void = { level, line in
    guard level == .error else { return }
    let text = Array("libwebsockets: \(line)\n".utf8)
    // If standard error is closed the line is lost.
    _ = write(STDERR_FILENO, text, text.count)
  }

  /// The defaults.
  package init() {}

  /// Severity of a line of ``EventLoopOptions/log``.
  package enum LogLevel: Sendable {
    /// An operation failed.
    case error
    /// Something unusual, mostly sent by a peer.
    case warning
  }
}
