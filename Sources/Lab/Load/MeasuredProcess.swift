// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// A running process as the system accounts for it.
struct MeasuredProcess: Hashable, Sendable {
  /// Its process id.
  let id: pid_t

  /// The process `id`; nil if it does not exist or this user may not measure it.
  init?(_ id: pid_t) {
    var clock = clockid_t()
    guard id > 0, clock_getcpuclockid(id, &clock) == 0 else { return nil }
    self.id = id
  }

  /// This process.
  static var own: Self? { Self(getpid()) }

  /// Its resident memory, in bytes; 0 once it has ended.
  var residentBytes: Int {
    let words = text(of: "statm").split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// The processor time of all its threads, in seconds, to the nanosecond; 0 once it has ended.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The part of its processor time that was spent in the kernel, in seconds; 0 once it has ended.
  ///
  /// The kernel samples this split at its clock's ticks.
  var systemSeconds: Double {
    let fields = text(of: "stat").split(separator: ") ").last?.split(separator: " ") ?? []
    // User and system time are the fields 14 and 15; the name in parentheses is the second.
    guard fields.count > 12, let ticks = Double(fields[12]) else { return 0 }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// A small file of its folder in /proc; empty once it has ended.
  private func text(of name: String) -> String {
    let file = open("/proc/\(id)/\(name)", O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = max(0, read(file, &bytes, bytes.count))
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
