// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Glibc
internal import Synchronization

/// How many descriptors this process has open, without keeping the loop waiting.
///
/// Linux tells since 6.2. Before, they have to be listed, which takes tens of milliseconds where there
/// are ten thousand: that is done beside the loop, and the answer is there for whoever asks next.
final class DescriptorCount: Sendable {
  private static let folder = "/proc/self/fd"
  private static let unknown = -1
  /// What the list came to last.
  private let counted = Atomic<Int>(unknown)
  private let isCounting = Atomic<Bool>(false)

  /// The count as it is, or as it was when somebody asked before; nil while it is not known.
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

  /// What the system says; nil where it does not.
  static var told: Int? {
    var information = stat()
    guard stat(folder, &information) == 0, information.st_size > 0 else { return nil }
    return Int(information.st_size)
  }

  /// How many are in the system's list; nil where there is none.
  static var listed: Int? {
    guard let list = opendir(folder) else { return nil }
    defer { closedir(list) }
    // Besides them it names itself, its parent, and the list that is being read.
    var count = -3
    while readdir(list) != nil { count += 1 }
    return count
  }
}
