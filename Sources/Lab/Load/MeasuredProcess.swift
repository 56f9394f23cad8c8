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
    let file = open("/proc/\(id)/statm", O_RDONLY)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = max(0, read(file, &bytes, bytes.count))
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// The processor time of all its threads, in seconds, to the nanosecond; 0 once it has ended.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
