// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import LibWebSockets
import Lobby
import Protocol
import Wire

// Answers to pings. Most come from spectators and from sessions in no room, in whose latency no
// room is interested: their answers cost the same however many there are.

/// The answer to a ping, and what else it caused.
package struct PingAnswer: Sendable {
  /// The encoded pong, to send over the connection that the ping came over.
  package let pong: [UInt8]
  /// What the player's latency caused in the room, after that.
  package let outputs: [ServerOutput]
  /// Whether the latency was passed to a room, which may change when `tick` is due.
  package let reachedRoom: Bool
}

extension ServerCore {
  /// Answers a ping, if that is all there is to do.
  ///
  /// `handle` begins with the same; a loop that calls this first is spared its outputs.
  ///
  /// - Parameters:
  ///   - bytes: a message.
  ///   - connection: the connection that received it.
  ///   - now: when it did.
  ///   - measure: samples the kernel's round trip of the connection, nil if it has lately; called
  ///     for players only.
  /// - Returns: the answer. Nil if the message must be handled like any other: anything but a ping,
  ///   one beyond the rate limit, or one of a slow reader. Nothing has changed then.
  package mutating func pong(
    answering bytes: RawSpan, over connection: ServerConnectionID, at now: ServerTime,
    measuring measure: () -> RoundTrip? = { nil }
  ) -> PingAnswer? {
    guard let encoding = delivery.encodingIfPrompt(connection), let ping = encoding.ping(in: bytes),
      let place = connections.index(forKey: connection),
      connections.values[place].pace.takeMessage(at: now.sinceEpoch)
    else { return nil }
    let nonce = random.nextWord()
    let time = told(now)
    let pong = encoding.encode(Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: nonce))
    guard isPlaying(over: connection) else {
      connections.values[place].estimator.note(ping, at: now)
      connections.values[place].estimator.sent(nonce: nonce, at: now)
      return PingAnswer(pong: pong, outputs: [], reachedRoom: false)
    }
    if let roundTrip = measure() {
      metrics.note(.roundTrip, roundTrip.smoothed)
      connections.values[place].estimator.measured(roundTrip, at: now)
    }
    let probe = connections.values[place].estimator.received(ping, at: now)
    connections.values[place].estimator.sent(nonce: nonce, at: now)
    let known = connections.values[place].reported
    guard probe != nil || connections.values[place].estimator.connection(at: now) != known else {
      return PingAnswer(pong: pong, outputs: [], reachedRoom: false)
    }
    var out = Outbox()
    reportRoundTrip(of: connection, probe, now: now, &out)
    return PingAnswer(pong: pong, outputs: out.outputs, reachedRoom: true)
  }

  /// Answers any other ping, and tells the room the player's latency.
  mutating func answer(
    _ ping: Ping, over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    let nonce = random.nextWord()
    let probe = connections[connection]?.estimator.received(ping, at: received)
    connections[connection]?.estimator.sent(nonce: nonce, at: now)
    let pong = Pong(
      id: ping.id, t0: ping.t0, t1: told(received), t2: told(now), nonce: nonce)
    send(.pong(pong), to: [connection], &out)
    reportRoundTrip(of: connection, probe, now: now, &out)
  }

  /// Passes a connection's round-trip estimate on to its room.
  mutating func reportRoundTrip(
    of connection: ServerConnectionID, _ probe: MeasuredConnection.Probe?, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let session = sessions.session(over: connection),
      let place = connections.index(forKey: connection)
    else { return }
    connections.values[place].estimator.evaluate()
    let measured = connections.values[place].estimator.connection(at: now)
    connections.values[place].reported = measured
    deliver(directory.measured(measured, probe, of: session, now: now), &out)
  }

  /// Whether the session over a connection plays, or is about to.
  private mutating func isPlaying(over connection: ServerConnectionID) -> Bool {
    sessions.session(over: connection).map { directory.isPlaying($0) } ?? false
  }
}
