// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

// Slow readers are reported in steps, in the following tick, because a handler may respond by
// sending more.

extension LoopCore {
  /// How much a queue must change to be reported, in bytes.
  static let waitingStep = 16_384

  /// Records how much is left for a connection after a write.
  func noteWaiting(_ connection: Connection) {
    let bytes = queuedBytes(of: connection.id)
    if (bytes > 0) != connection.hasBacklog {
      connection.hasBacklog = bytes > 0
      if bytes > 0 {
        backlogged.insert(connection.id.key)
      } else {
        backlogged.remove(connection.id.key)
      }
    }
    guard case .server = connection.owner else { return }
    let step = bytes / Self.waitingStep
    guard step != connection.waitingStep else { return }
    connection.waitingStep = step
    if connection.isWaitingNoted { return }
    connection.isWaitingNoted = true
    _ = LoopTimer(core: self, after: .zero) { [self, id = connection.id] in notifyWaiting(id) }
  }

  private func notifyWaiting(_ id: ConnectionID) {
    guard let connection = connections[id.key] else { return }
    connection.isWaitingNoted = false
    guard case .open = connection.phase, case .server(let handler, _) = connection.owner else {
      return
    }
    handler.waiting(id, bytes: queuedBytes(of: id))
  }
}
