// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Something that happened to a disk, or beside it.
enum DiskEvent: Sendable {
  /// Bytes were given to a file at an offset.
  case write(String, at: Int, [UInt8])
  /// A file was made so long.
  case truncate(String, to: Int)
  /// All that was given to a file so far is on the disk.
  case sync(String)
  /// The trial begins something, or knows that it is done: the number says which.
  case mark(Int)
}

/// A file of a disk that may lose its power: what it has for good, and what it may have or not.
struct PowerlessFile: Sendable {
  /// Something that is not synced.
  private enum Change: Sendable {
    case write(at: Int, [UInt8])
    case truncate(to: Int)
  }

  /// Disks write so many bytes whole or not at all.
  static let sector = 512

  /// What is there for good.
  private(set) var bytes: [UInt8] = []
  private var changes: [Change] = []

  /// A file that is on the disk.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Gives it bytes, which are kept sector by sector.
  mutating func write(_ bytes: [UInt8], at offset: Int) {
    var begin = 0
    while begin < bytes.count {
      let end = min(bytes.count, begin + Self.sector - (offset + begin) % Self.sector)
      changes.append(.write(at: offset + begin, Array(bytes[begin..<end])))
      begin = end
    }
  }

  /// Makes it so long.
  mutating func truncate(to size: Int) { changes.append(.truncate(to: size)) }

  /// All that was given to it is there for good.
  mutating func sync() {
    for change in changes { Self.apply(change, to: &bytes) }
    changes = []
  }

  /// What is found after a loss of power: of what was not synced everything, nothing, what came first,
  /// or some of it, whatever its order.
  func remains(_ random: inout RandomStream) -> [UInt8] {
    var found = bytes
    switch random.below(4) {
    case 0: break
    case 1: for change in changes { Self.apply(change, to: &found) }
    case 2:
      let count = Int(random.below(UInt64(changes.count) + 1))
      for change in changes.prefix(count) { Self.apply(change, to: &found) }
    default:
      for change in changes where random.below(2) == 0 { Self.apply(change, to: &found) }
    }
    return found
  }

  /// What every program sees that reads it while there is power.
  var seen: [UInt8] {
    var seen = bytes
    for change in changes { Self.apply(change, to: &seen) }
    return seen
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      bytes = Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
    case .write(let offset, let new):
      let end = offset + new.count
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: new)
    }
  }
}
