// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// Writes to a terminal without ever blocking.
///
/// Making standard output non-blocking would affect the shell too, because both share one open file
/// description. Instead the terminal is opened again; if that fails, a few bytes are written at a
/// time, whenever `poll` says that it will not block.
struct TerminalWriter {
  private let output: Int32
  /// The terminal opened for this writer; negative if that failed.
  private let own: Int32
  private var backlog: [UInt8] = []
  private var done = 0

  /// The maximum number of bytes per write to the shared open file.
  private static let slice = 256

  /// A writer to the terminal behind `output`, which it does not close.
  init(to output: Int32) {
    self.output = output
    own = Self.reopened(output)
  }

  /// Whether bytes are queued.
  var hasBacklog: Bool { done < backlog.count }

  /// Queues bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    backlog.append(contentsOf: bytes)
  }

  /// Writes as much of the queue as possible without blocking.
  mutating func flush() {
    let count = backlog.count
    var done = self.done
    backlog.withUnsafeBytes { bytes in
      while done < count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let written = own >= 0 ? write(own, rest.baseAddress, rest.count) : writeSlice(of: rest)
        if written > 0 {
          done += written
        } else if written == 0 || errno == EAGAIN {
          return
        } else if errno != EINTR {
          // The terminal is gone; reading from it reports that.
          done = count
        }
      }
    }
    self.done = done
    if done == count { forget() }
  }

  /// Drops the queue.
  mutating func forget() {
    backlog.removeAll(keepingCapacity: true)
    done = 0
  }

  /// Closes its own descriptor.
  func close() {
    if own >= 0 { _ = Glibc.close(own) }
  }

  private func writeSlice(of rest: UnsafeRawBufferPointer) -> Int {
    var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, 0) > 0 else { return 0 }
    return write(output, rest.baseAddress, min(rest.count, Self.slice))
  }

  /// Opens the same terminal again, non-blocking; -1 on failure.
  private static func reopened(_ output: Int32) -> Int32 {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(output, &name, name.count) == 0 else { return -1 }
    let descriptor = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var (wanted, found) = (stat(), stat())
    guard fstat(output, &wanted) == 0, fstat(descriptor, &found) == 0,
      wanted.st_rdev == found.st_rdev, isatty(descriptor) == 1
    else {
      _ = Glibc.close(descriptor)
      return -1
    }
    return descriptor
  }
}
