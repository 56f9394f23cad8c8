// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import MatchClient
import SocketClient

/// Measurements of a client, as lines of JSON on standard output.
///
/// Its own times are in microseconds of the machine's clock since boot, which is the same for all
/// processes in all network namespaces. The server's are on the server's scale.
struct LinkMeasurements: Sendable {
  private let origin: Int64

  /// Lines with times of `clock`.
  init(_ clock: LocalClock) {
    var machine = timespec()
    let before = clock.now.microseconds
    clock_gettime(CLOCK_BOOTTIME, &machine)
    let after = clock.now.microseconds
    let reading = Int64(machine.tv_sec) * 1_000_000 + Int64(machine.tv_nsec) / 1000
    origin = reading - (before + after) / 2
  }

  /// A client is in a room.
  func room(_ client: String, code: String) {
    put(#""event":"room","client":"\#(client)","room":"\#(code)""#)
  }

  /// A client's estimate of server time, and its error bound.
  func clock(_ client: String, _ time: ServerTime, bound: Duration, at now: LocalTime) {
    put(
      #""event":"clock","client":"\#(client)","at":\#(machine(now)),"server":"#
        + #"\#(time.microseconds),"bound_us":\#(bound.wholeMicroseconds)"#)
  }

  /// An exchange of timestamps.
  func exchange(_ client: String, _ exchange: ClientTimes.Exchange) {
    put(
      #""event":"exchange","client":"\#(client)","asked":\#(machine(exchange.asked)),"received":"#
        + #"\#(exchange.received.microseconds),"answered":\#(exchange.answered.microseconds),"#
        + #""came":\#(machine(exchange.came))"#)
  }

  /// A flip as it was shown; `sent` is when the choice was sent.
  func flip(_ client: String, room: String, _ shown: ShownFlips.Flip, sent: LocalTime?) {
    let received = shown.flip.judgedAt + shown.flip.refund
    put(
      #""event":"flip","client":"\#(client)","room":"\#(room)","seq":\#(shown.entry.seq),"#
        + #""pressed":\#(machine(shown.pressed)),"sent":\#(machine(sent)),"#
        + #""moved":\#(machine(shown.moved)),"arrived":\#(machine(shown.arrived)),"#
        + #""late_us":\#(shown.late.wholeMicroseconds),"faced":\#(machine(shown.faced)),"#
        + #""received":\#(received.microseconds),"reveal":\#(shown.flip.revealAt.microseconds),"#
        + #""refund_us":\#(shown.flip.refund.wholeMicroseconds)"#)
  }

  /// An event of a client: its connection broke or recovered, or a request was refused.
  func happened(_ event: String, _ client: String, _ detail: String = "", at now: LocalTime) {
    put(
      #""event":"\#(event)","client":"\#(client)","detail":"\#(detail)","at":\#(machine(now))"#)
  }

  private func machine(_ time: LocalTime) -> Int64 { time.microseconds + origin }

  private func machine(_ time: LocalTime?) -> String { time.map { "\(machine($0))" } ?? "null" }

  private func put(_ fields: String) {
    let line = Array("{\(fields)}\n".utf8)
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // The reader is gone.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
