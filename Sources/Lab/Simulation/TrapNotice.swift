// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The signal handler neither allocates nor locks, and all memory that it touches has been touched
// before it is installed.

internal import Glibc

/// Reports which run trapped: the process ends with it and could not say so otherwise.
enum TrapNotice {
  /// The maximum length of a notice, which is cut off there.
  private static let limit = 256
  nonisolated(unsafe) private static let text =
    UnsafeMutablePointer<UInt8>.allocate(capacity: limit)
  nonisolated(unsafe) private static let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// From now on a trap writes the last notice to standard error.
  static func install() {
    set("")
    for signal in signals {
      _ = Glibc.signal(signal) { signal in
        _ = Glibc.write(STDERR_FILENO, TrapNotice.text, TrapNotice.length.pointee)
        // The process then ends as it would have.
        _ = Glibc.signal(signal, SIG_DFL)
        raise(signal)
      }
    }
  }

  /// Sets what is written if the process traps.
  static func set(_ notice: String) {
    let bytes = Array(notice.utf8).prefix(limit)
    length.initialize(to: 0)
    for (index, byte) in bytes.enumerated() { (text + index).initialize(to: byte) }
    length.pointee = bytes.count
  }
}
