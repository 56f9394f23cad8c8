// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets

/// This process's resources, from the kernel.
///
/// Takes a few microseconds and never waits for a disk.
struct ProcessFigures {
  /// Resident memory in bytes.
  var residentBytes: UInt64
  /// Processor time in seconds.
  var processorSeconds: Double
  /// Open descriptors; nil while unknown.
  var openDescriptors: Int?
  /// Maximum number of descriptors.
  var descriptorLimit: Int

  /// The current figures.
  static func now(_ descriptors: DescriptorCount) -> ProcessFigures {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let pages = words(of: "/proc/self/statm").dropFirst().first.flatMap { UInt64($0) } ?? 0
    return ProcessFigures(
      residentBytes: pages * UInt64(getpagesize()),
      processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      openDescriptors: descriptors.latest, descriptorLimit: EventLoop.descriptorLimit)
  }

  /// When this process started, in seconds since 1970; nil if unknown.
  static let startedAt: Double? = {
    // The 20th field after the name (which may contain spaces) is the start time in ticks since
    // boot.
    let told = words(of: "/proc/self/stat").drop { !$0.hasSuffix(")") }
    let machine = words(of: "/proc/stat").drop { $0 != "btime" }
    guard let ticks = told.dropFirst(20).first.flatMap({ Double($0) }),
      let booted = machine.dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return booted + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()

  private static func words(of path: String) -> [Substring] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = max(0, read(file, &bytes, bytes.count))
    return String(decoding: bytes[..<count], as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
