// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Reads lines from a socket with limits on size and time; blocking.
struct LineReader {
  /// The outcome of a read.
  enum Outcome: Hashable {
    /// A line, without its line break.
    case line([UInt8])
    /// End of stream.
    case end
    /// End of stream within a line.
    case cut
    /// The line exceeds the limit.
    case tooLong
    /// The deadline passed.
    case late
  }

  private let descriptor: Int32
  private let mostBytes: Int
  private var waiting: [UInt8] = []
  /// Prefix known to contain no line break.
  private var searched = 0

  /// Reads lines of at most `mostBytes` bytes from `descriptor`.
  init(_ descriptor: Int32, mostBytes: Int) {
    precondition(mostBytes > 0, "A line has room for at least one byte.")
    self.descriptor = descriptor
    self.mostBytes = mostBytes
  }

  /// The next line, if it is complete within `timeout`.
  mutating func next(within timeout: Duration) -> Outcome {
    let deadline = ContinuousClock.now + timeout
    while true {
      assert(searched <= waiting.count, "The searched prefix lies within the buffer.")
      if let end = waiting[searched...].firstIndex(of: 10) {
        guard end <= mostBytes else { return .tooLong }
        let line = Array(waiting[..<end])
        waiting.removeSubrange(...end)
        searched = 0
        return .line(line)
      }
      searched = waiting.count
      guard waiting.count <= mostBytes else { return .tooLong }
      guard let part = read(until: deadline) else { return .late }
      guard !part.isEmpty else { return waiting.isEmpty ? .end : .cut }
      waiting += part
    }
  }

  /// Available bytes; empty at the end or after an error, nil on timeout.
  private func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return nil }
      var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&events, 1, Int32(min(left.rounded(.up), 60_000)))
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      var part = [UInt8](repeating: 0, count: 16 << 10)
      let count = recv(descriptor, &part, part.count, 0)
      if count < 0, errno == EINTR { continue }
      return Array(part.prefix(max(count, 0)))
    }
  }
}
