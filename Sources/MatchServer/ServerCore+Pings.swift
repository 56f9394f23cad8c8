// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Lobby
import Protocol

// Answers to pings. Most come from spectators and from sessions in no room, in whose latency no
// room is interested: their answers cost the same however many there are.

extension ServerCore {
  /// Answers a ping of a connection without a part in a match, if that is all there is to do.
  ///
  /// `handle` begins with the same; a loop that calls this first is spared its outputs.
  ///
  /// - Parameters:
  ///   - bytes: a message.
  ///   - connection: the connection that received it.
  ///   - now: when it did.
  /// - Returns: the encoded pong to send over this connection. Nil if the message must be handled
  ///   like any other: a player's ping, anything but a ping, one beyond the rate limit, or one of a
  ///   slow reader. Nothing has changed then.
  package mutating func pong(
    answering bytes: RawSpan, over connection: ServerConnectionID, at now: ServerTime
  ) -> [UInt8]? {
    guard let encoding = delivery.encodingIfPrompt(connection), let ping = encoding.ping(in: bytes),
      !isPlaying(over: connection), let place = connections.index(forKey: connection),
      connections.values[place].pace.takeMessage(at: now.sinceEpoch)
    else { return nil }
    let nonce = random.nextWord()
    _ = connections.values[place].estimator.received(ping, at: now)
    connections.values[place].estimator.sent(nonce: nonce, at: now)
    return encoding.encode(Pong(id: ping.id, t0: ping.t0, t1: now, t2: now, nonce: nonce))
  }

  /// Answers any other ping, and tells the room the player's latency.
  mutating func answer(
    _ ping: Ping, over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    let nonce = random.nextWord()
    let probe = connections[connection]?.estimator.received(ping, at: received)
    connections[connection]?.estimator.sent(nonce: nonce, at: now)
    let pong = Pong(id: ping.id, t0: ping.t0, t1: received, t2: now, nonce: nonce)
    send(.pong(pong), to: [connection], &out)
    reportRoundTrip(of: connection, probe, now: now, &out)
  }

  /// Passes a connection's round-trip estimate on to its room.
  mutating func reportRoundTrip(
    of connection: ServerConnectionID, _ probe: MeasuredConnection.Probe?, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let session = sessions.session(over: connection),
      let measured = connections[connection]?.estimator.connection(at: now)
    else { return }
    deliver(directory.measured(measured, probe, of: session, now: now), &out)
  }

  /// Whether the session over a connection plays, or is about to.
  private mutating func isPlaying(over connection: ServerConnectionID) -> Bool {
    sessions.session(over: connection).map { directory.isPlaying($0) } ?? false
  }
}
