// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

// The loss of a small message with nothing behind it goes unnoticed until its sender's timer
// expires, 200 ms and more after a round trip. A chaser is something behind it: an unsolicited
// empty pong, at which the receiver's kernel notices the gap and reports it.

extension LoopCore {
  func chase(_ id: ConnectionID) {
    guard let connection = connections[id.key], case .open = connection.phase,
      !connection.isChased
    else { return }
    connection.isChased = true
    let isFirst = chasers.nextDue == nil
    chasers.append(id, at: .now)
    if isFirst { awaitChasers() }
  }

  private func awaitChasers() {
    guard let due = chasers.nextDue else { return }
    _ = LoopTimer(core: self, after: due - .now) { [self] in
      for id in chasers.takeDue(at: .now) { sendChaser(to: id) }
      awaitChasers()
    }
  }

  private func sendChaser(to id: ConnectionID) {
    guard let connection = connections[id.key] else { return }
    connection.isChased = false
    guard case .open = connection.phase else { return }
    connection.queue.append(.chaser)
    scheduleFlush(connection)
  }

  /// The file descriptor of an open connection.
  func descriptor(of id: ConnectionID) -> Int32? {
    guard let connection = connections[id.key], connection.canWrite, let socket = connection.socket
    else { return nil }
    return lws_get_socket_fd(socket)
  }

  func roundTrip(of id: ConnectionID) -> RoundTrip? {
    guard let descriptor = descriptor(of: id) else { return nil }
    var minimum: UInt32 = 0
    var smoothed: UInt32 = 0
    var retransmissions: UInt32 = 0
    guard clws_round_trip(descriptor, &minimum, &smoothed, &retransmissions) == 0 else {
      return nil
    }
    return RoundTrip(
      minimum: .microseconds(minimum), smoothed: .microseconds(smoothed),
      retransmissions: Int(retransmissions))
  }
}
