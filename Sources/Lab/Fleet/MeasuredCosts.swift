// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Costs that were measured, in seconds of one core, bytes and seconds.
///
/// docs/performance.md has the figures of servers and their commands; those of NATS servers were taken
/// on the same machine, three servers on two cores and one disk, by a program of ours over libnats.
struct MeasuredCosts: Sendable {
  /// Processor time of an intent with its deliveries to four players: 10,000 players in 2,500 matches
  /// with a journal, at the pace of people, took 42 % of a core for 1,000 intents and 2,000 probes a
  /// second; a probe is below.
  var intent = 346e-6
  /// Processor time of a clock probe and its answer, each after a wake-up.
  var probe = 37e-6
  /// What TLS adds to a message in or out: 500 probes a second took 2.2 % of a core plain and 4.2 %
  /// with TLS.
  var tls = 20e-6
  /// Processor time of publishing a step, of both threads of libnats.
  var publish = 40e-6
  /// Processor time of one of many equal deliveries to spectators: 9.0 s per million to 10,000 of them.
  var delivery = 9e-6
  /// Processor time of a client's return with TLS, handshake to resumed session: 5,000 of them took
  /// 5.8 to 7.0 s.
  var comeback = 1.3e-3

  /// Server memory of a connection, plain and with TLS.
  var connection = (plain: 7_600.0, encrypted: 22_700.0)
  /// Server memory of a player with its share of a room.
  var player = 11_500.0
  /// Memory of a room's subject in each NATS server that has it; less in 2.15.
  var subject = 900.0
  /// Disk of a step in each NATS server that has it: 65 MB for 200,000.
  var step = 325.0
  /// Payload of an entry to a client, and what WebSocket, TLS, TCP and IP add to it.
  var entry = (payload: 208.0, framing: 100.0)

  /// When a dead node is noticed, at the earliest and at the latest.
  var noticed = 0.5...1.3
  /// Reading a room of 300 steps from a stream of 300,000, at the median and 99th percentile.
  var read = (median: 0.057, worst: 0.594)
}
