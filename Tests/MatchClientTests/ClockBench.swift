// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// A client's clock synchronisation with a scripted server, over a connection with scripted delays.
struct ClockBench {
  var clockSync = ClockSync(seed: 1)
  /// The client's own clock.
  var now = LocalTime(microseconds: 1_000_000)
  /// The offset from the local clock to the server's.
  var offset = Duration.seconds(500)
  /// The drift of the server's clock relative to the local one, as a fraction.
  var drift = 0.0
  var up = Duration.milliseconds(10)
  var down = Duration.milliseconds(10)
  /// Whether the server answers.
  var answers = true
  private(set) var pings: [Ping] = []
  private var pongs: [(at: LocalTime, pong: Pong)] = []

  /// The server's true time now.
  var serverNow: ServerTime { serverTime(at: now) }

  /// The error of the estimate.
  var error: Duration {
    clockSync.estimate.map { $0.serverTime(at: now) - serverNow } ?? .seconds(1_000_000)
  }

  func serverTime(at time: LocalTime) -> ServerTime {
    let gained = Int64(Double(time.microseconds) * drift)
    return ServerTime(microseconds: time.microseconds) + offset + .microseconds(gained)
  }

  mutating func open() {
    clockSync.opened(at: now)
    clockSync.welcomed(epoch: 1, serverTime: serverNow + .zero - down, at: now)
  }

  /// Lets time pass; due events happen in order.
  mutating func pass(_ duration: Duration, each look: ((ClockBench) -> Void)? = nil) {
    let end = now + duration
    while true {
      let next = [clockSync.nextWake, pongs.first?.at].compactMap { $0 }.min()
      guard let next, next <= end else { break }
      now = max(now, next)
      clockSync.notice(now)
      if let first = pongs.first, first.at <= now {
        pongs.removeFirst()
        clockSync.answered(first.pong, at: now)
      }
      if let ping = clockSync.probe(at: now) { ask(ping) }
      look?(self)
    }
    now = max(now, end)
    clockSync.notice(now)
  }

  private mutating func ask(_ ping: Ping) {
    pings.append(ping)
    guard answers else { return }
    let there = serverTime(at: now + up)
    pongs.append((now + up + down, pong(to: ping, at: there)))
  }

  func pong(to ping: Ping, at time: ServerTime) -> Pong {
    Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: ping.id &+ 1000)
  }

  /// Loses the answers in flight.
  mutating func loseAnswers() { pongs = [] }
}
