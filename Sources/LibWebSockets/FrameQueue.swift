// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Frames waiting to be sent on one connection, first in, first out.
struct FrameQueue {
  private var frames: [Frame] = []
  private var head = 0
  /// The bytes of all waiting frames, headers included.
  private(set) var byteCount = 0

  var isEmpty: Bool { head == frames.count }

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
    drop(1, frame.byteCount)
    return frame
  }

  /// Removes the first `count` frames, which have `bytes` in all.
  private mutating func drop(_ count: Int, _ bytes: Int) {
    head += count
    byteCount -= bytes
    if head == frames.count {
      frames.removeAll(keepingCapacity: frames.capacity <= 64)
      head = 0
    } else if head >= 64 && head * 2 >= frames.count {
      // Amortised: moving the rest forward costs no more than what was sent since the last time.
      frames.removeFirst(head)
      head = 0
    }
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
    var (end, count) = (head + 1, frames[head].byteCount)
    while end < frames.count, count + frames[end].byteCount <= limit {
      count += frames[end].byteCount
      end += 1
    }
    guard end > head + 1 else { return removeFirst().bytes }
    scratch.removeAll(keepingCapacity: true)
    for index in head..<end { scratch.append(contentsOf: frames[index].bytes) }
    drop(end - head, count)
    return scratch
  }
}
