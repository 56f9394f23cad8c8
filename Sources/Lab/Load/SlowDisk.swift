// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import TermClient

/// Delays every sync of a running process by strace, as if its disk were slow.
actor SlowDisk {
  private let delay: Duration
  private var tracer: ChildProgram?

  /// Syncs that take `delay` longer, once it begins.
  init(delay: Duration) { self.delay = delay }

  /// Why syncs cannot be delayed here; nil if they can.
  static func obstacle() async -> String? {
    let words = ["strace", "-o", "/dev/null", "-e", "inject=fsync:delay_enter=1", "true"]
    guard let trial = ChildProgram(words, output: nil), await status(of: trial) == 0 else {
      return "strace is missing or not permitted (Debian: apt-get install strace)"
    }
    return nil
  }

  /// Delays the syncs of `process` from now on.
  ///
  /// - Throws: if strace cannot be run.
  func begin(_ process: pid_t) throws {
    precondition(tracer == nil, "A disk was slowed twice.")
    let microseconds = delay.wholeMicroseconds
    let words = [
      "strace", "-q", "-f", "-p", "\(process)", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
      "-e", "inject=fsync,fdatasync:delay_enter=\(microseconds)",
    ]
    guard let tracer = ChildProgram(words, output: nil) else {
      throw ValidationError("strace, which delays the journal, cannot be run.")
    }
    self.tracer = tracer
  }

  /// Ends the delays.
  ///
  /// - Throws: if strace had ended before, so that not all syncs were delayed.
  func end() async throws {
    guard let tracer else { return }
    self.tracer = nil
    if let status = tracer.endedStatus() {
      throw ValidationError("strace, which delays the journal, ended with \(status).")
    }
    kill(tracer.process, SIGTERM)
    _ = await Self.status(of: tracer)
  }

  private static func status(of child: ChildProgram) async -> Int32 {
    while true {
      if let status = child.endedStatus() { return status }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
}
