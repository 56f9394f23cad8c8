// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

// Silent peers are pinged, and dropped if they stay silent. libwebsockets could do this itself, but
// keeps the timers of all connections in one sorted list that it searches from its head whenever a
// peer is heard from, and counts only pongs.

extension LoopCore {
  /// Records that a peer has sent something.
  func hear(_ connection: Connection) { connection.silence.hear(at: wheel.now) }

  /// Checks a connection from now on, as it opens.
  func checkSilence(of connection: Connection) {
    hear(connection)
    judgeSilence(of: connection)
  }

  /// A second has passed: handles the connections whose check is due.
  func checkSilences() {
    for key in wheel.advance() {
      if let connection = connections[key] { judgeSilence(of: connection) }
    }
  }

  private func judgeSilence(of connection: Connection) {
    switch connection.silence.judge(at: wheel.now, connection.options) {
    case .wait(let ticks):
      wheel.insert(connection.id.key, after: ticks)
    case .ping(let ticks):
      wheel.insert(connection.id.key, after: ticks)
      guard case .open = connection.phase else { return }
      // A slow reader should not have to read everything else before it can answer.
      connection.queue.prepend([.ping])
      scheduleFlush(connection)
    case .giveUp:
      connection.phase = .leaving
      if let socket = connection.socket { clws_kill_soon(socket) }
    }
  }
}
