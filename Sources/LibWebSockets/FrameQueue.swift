// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Frames waiting to be sent on one connection, first in, first out.
struct FrameQueue {
  private var frames: [Frame] = []
  private var head = 0
  /// The bytes of all waiting frames, headers included.
  private(set) var byteCount = 0

  var isEmpty: Bool { head == frames.count }

  var first: Frame? { isEmpty ? nil : frames[head] }

  mutating func append(_ frame: Frame) {
    frames.append(frame)
    byteCount += frame.byteCount
  }

  /// Inserts frames before all others, in order.
  mutating func prepend(_ earlier: [Frame]) {
    frames.insert(contentsOf: earlier, at: head)
    byteCount += earlier.reduce(0) { $0 + $1.byteCount }
  }

  mutating func removeFirst() -> Frame {
    let frame = frames[head]
    head += 1
    byteCount -= frame.byteCount
    if head == frames.count {
      frames.removeAll(keepingCapacity: frames.capacity <= 64)
      head = 0
    } else if head >= 64 && head * 2 >= frames.count {
      // Amortised: moving the rest forward costs no more than what was sent since the last time.
      frames.removeFirst(head)
      head = 0
    }
    return frame
  }

  mutating func removeAll() {
    frames = []
    head = 0
    byteCount = 0
  }

  /// Removes and returns as many whole frames as fit into `limit`, at least one.
  ///
  /// A single frame is returned as it is; several are concatenated in `scratch`, whose memory is
  /// reused.
  mutating func takeBatch(limit: Int, scratch: inout [UInt8]) -> [UInt8] {
    let first = removeFirst()
    guard let second = self.first, first.byteCount + second.byteCount <= limit else {
      return first.bytes
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: first.bytes)
    while let next = self.first, scratch.count + next.byteCount <= limit {
      scratch.append(contentsOf: next.bytes)
      _ = removeFirst()
    }
    return scratch
  }
}
