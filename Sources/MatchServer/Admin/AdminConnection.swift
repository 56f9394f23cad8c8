// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Glibc
import Logging

/// One connection to the admin socket: reads a request, executes it, answers, and reads the next.
///
/// Unchecked: everything happens on its own serial queue, which blocks while it reads and writes.
final class AdminConnection: @unchecked Sendable {
  /// Executes a request; the callback gets one or more answers, on any thread.
  typealias Ask = @Sendable (AdminRequest, @escaping @Sendable (AdminAnswer) -> Void) -> Void

  /// Deadline for a line.
  private static let timeout = Duration.seconds(30)
  /// Write timeout in seconds.
  private static let writeTimeout = 10

  private let descriptor: Int32
  private let audit: AuditLog
  private let ask: Ask
  private let ended: @Sendable () -> Void
  private let queue = DispatchQueue(label: "admin")
  private let peer: PeerCredentials?
  private var reader: LineReader

  /// Serves a connected socket and closes it; `ended` is called then, on an arbitrary thread.
  init(
    _ descriptor: Int32, audit: AuditLog, ask: @escaping Ask,
    _ ended: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    self.audit = audit
    self.ask = ask
    self.ended = ended
    peer = PeerCredentials(socket: descriptor)
    reader = LineReader(descriptor, mostBytes: AdminWire.mostBytes)
    Self.makeBlocking(descriptor)
  }

  /// Refuses one connection too many without blocking, and closes it.
  static func turnAway(_ descriptor: Int32) {
    let refusal = AdminRefusal(
      .tooMany, "The admin socket has \(AdminSocket.mostConnections) connections: close one first.")
    let line = AdminWire.line(.refused(refusal))
    send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    close(descriptor)
  }

  /// Starts serving.
  func begin() {
    queue.async { [self] in
      guard let peer, peer.mayAdminister(serverOf: geteuid()) else {
        let refusal = AdminRefusal(
          .notPermitted, "Only the server's own user and root may administer it: use sudo.")
        audit.note(AuditEntry(peer, "connect"), .refused(refusal))
        say(.refused(refusal))
        return end()
      }
      next()
    }
  }

  private func next() {
    switch reader.next(within: Self.timeout) {
    case .line(let bytes): handle(bytes)
    case .end: end()
    case .cut: refuseLast(AdminRefusal(.malformed, "A request must end with a line break."))
    case .tooLong:
      refuseLast(
        AdminRefusal(.limit, "A request may have at most \(AdminWire.mostBytes) bytes."))
    case .late:
      refuseLast(
        AdminRefusal(
          .limit, "No request arrived within \(Self.timeout.components.seconds) seconds."))
    }
  }

  /// Refuses unreadable input and closes.
  private func refuseLast(_ refusal: AdminRefusal) {
    audit.note(AuditEntry(peer, "?"), .refused(refusal))
    say(.refused(refusal))
    end()
  }

  private func handle(_ bytes: [UInt8]) {
    let entry = AuditEntry(peer, line: bytes)
    do throws(AdminRefusal) {
      let request = try AdminWire.request(bytes)
      // A request that cannot be audited is not executed.
      try audit.check()
      ask(request) { [self] answer in
        queue.async { [self] in self.answer(answer, entry) }
      }
    } catch {
      audit.note(entry, .refused(error))
      guard say(.refused(error)) else { return end() }
      // Queued, not called: malformed lines must not deepen the stack.
      queue.async { [self] in next() }
    }
  }

  /// Sends an answer; after the last one reads the next request.
  private func answer(_ answer: AdminAnswer, _ entry: AuditEntry) {
    if answer.isLast, let last = answer.last { audit.note(entry, last) }
    var isHeard = true
    for line in answer where isHeard { isHeard = say(line) }
    guard answer.isLast else { return }
    if isHeard { next() } else { end() }
  }

  private func end() {
    close(descriptor)
    ended()
  }

  // MARK: Writing

  /// Writes a line; false if the peer is gone or too slow.
  @discardableResult
  private func say(_ line: AdminReply) -> Bool {
    let bytes = AdminWire.line(line)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Makes writing wait for a slow peer, within a limit.
  private static func makeBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, 0)
    var limit = timeval(tv_sec: writeTimeout, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }
}

/// The peer of a Unix socket, according to the kernel.
struct PeerCredentials: Hashable, Sendable {
  /// The process that connected.
  var process: Int32
  /// Its user.
  var user: UInt32

  /// A peer.
  init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }

  /// The peer of a connected socket (`SO_PEERCRED`); nil if unavailable.
  init?(socket: Int32) {
    // struct ucred: process, user, group.
    var parts: [UInt32] = [0, 0, 0]
    let size = socklen_t(MemoryLayout<UInt32>.size * parts.count)
    var length = size
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &parts, &length) == 0, length == size else {
      return nil
    }
    self.init(process: Int32(bitPattern: parts[0]), user: parts[1])
  }

  /// Whether it may administer a server that runs as `owner`: that user and root may.
  func mayAdminister(serverOf owner: UInt32) -> Bool { user == owner || user == 0 }
}
