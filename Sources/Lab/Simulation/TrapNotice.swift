// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What runs in the signal handler here neither allocates nor locks, and all memory that it touches
// has been touched before it is installed.

internal import Glibc

/// Names the run whose code traps: the process ends with it, and nothing else would say which it was.
enum TrapNotice {
  /// The longest notice; what is beyond it is cut off.
  private static let limit = 256
  nonisolated(unsafe) private static let text =
    UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
  nonisolated(unsafe) private static let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// From now on, what was set last is written to standard error if the process traps.
  static func install() {
    set("")
    for signal in signals {
      _ = Glibc.signal(signal) { signal in
        _ = Glibc.write(STDERR_FILENO, TrapNotice.text, TrapNotice.length.pointee)
        // The process ends as it would have.
        _ = Glibc.signal(signal, SIG_DFL)
        raise(signal)
      }
    }
  }

  /// What is written if the process traps next.
  static func set(_ notice: String) {
    let bytes = Array(notice.utf8).prefix(limit)
    length.initialize(to: 0)
    for (index, byte) in bytes.enumerated() { (text + index).initialize(to: byte) }
    length.pointee = bytes.count
  }
}
