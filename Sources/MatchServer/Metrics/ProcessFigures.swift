// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Glibc
import LibWebSockets
internal import Synchronization

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

/// Number of open descriptors, without blocking the loop.
///
/// Linux 6.2 and later report it. Before, listing ten thousand takes tens of milliseconds, so it is
/// done on another thread for the next caller.
final class DescriptorCount: Sendable {
  private static let folder = "/proc/self/fd"
  private static let unknown = -1
  /// The last listed count.
  private let counted = Atomic<Int>(unknown)
  private let isCounting = Atomic<Bool>(false)

  /// The current or last known count; nil while unknown.
  var latest: Int? {
    if let told = Self.told { return told }
    if !isCounting.exchange(true, ordering: .relaxed) {
      DispatchQueue.global(qos: .utility).async { [self] in
        counted.store(Self.listed ?? Self.unknown, ordering: .relaxed)
        isCounting.store(false, ordering: .relaxed)
      }
    }
    let latest = counted.load(ordering: .relaxed)
    return latest == Self.unknown ? nil : latest
  }

  /// The kernel's count; nil before Linux 6.2.
  static var told: Int? {
    var information = stat()
    guard stat(folder, &information) == 0, information.st_size > 0 else { return nil }
    return Int(information.st_size)
  }

  /// The listed count; nil if /proc is unavailable.
  static var listed: Int? {
    guard let list = opendir(folder) else { return nil }
    defer { closedir(list) }
    // Excludes ".", ".." and the descriptor of the listing itself.
    var count = -3
    while readdir(list) != nil { count += 1 }
    return count
  }
}
