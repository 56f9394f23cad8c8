// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// How an ``EventLoop`` is set up.
public struct EventLoopOptions: Sendable {
  /// What the thread is called in debuggers and `top`, of which Linux shows 15 bytes.
  public var name = "event-loop"

  /// How many descriptors the process may have open: raises the soft limit (`RLIMIT_NOFILE`) to
  /// this, as far as the hard limit allows; nil leaves it.
  ///
  /// Each connection is one. libwebsockets sizes its tables by the limit when the loop starts.
  public var maximumDescriptors: Int?

  /// The most of the loop's time that handshakes may take, more than 0 and up to
  /// 1 (a half).
  ///
  /// Beyond it nobody new is accepted for a while: those who wait do so in the kernel's queue.
  public var handshakeShare = 0.5

  /// Where libwebsockets' own warnings and errors go, on whatever thread they arise; a line each,
  /// without a newline.
  ///
  /// The process has one such place: a loop started later takes it over. By default errors go to
  /// standard error and warnings nowhere.
  public var log: @Sendable (LogLevel, String) -> Void = { level, line in
    guard level == .error else { return }
    let text = Array("libwebsockets: \(line)\n".utf8)
    // Where standard error is closed there is nobody to tell.
    _ = write(STDERR_FILENO, text, text.count)
  }

  /// The default set-up.
  public init() {}

  /// How bad a line of ``EventLoopOptions/log`` is.
  public enum LogLevel: Sendable {
    /// Something that was meant to work did not.
    case error
    /// Something is odd, mostly about what a peer sent.
    case warning
  }
}
