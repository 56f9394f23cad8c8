// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Glibc
internal import Synchronization

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
