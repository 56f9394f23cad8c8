// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Options for disruptive peers, all aimed at the first room, and for a slow disk.
struct DisturbanceArguments: ParsableArguments {
  @Option(
    help: """
      Number of additional spectators that join the first room every second, each over a \
      connection of its own, and leave a second later.
      """)
  var arrivals = 0

  @Option(help: "Number of additional spectators of the first room that send --pings.")
  var pingers = 0

  @Option(help: "Clock probes that --pingers send every second, all together.")
  var pings = 5_000

  @Option(help: "Number of additional spectators that never read and keep requesting the room.")
  var silentReaders = 0

  @Option(help: "Number of additional connections that flood the server with WebSocket pings.")
  var pingFloods = 0

  @Option(
    help: """
      Milliseconds by which strace delays each sync of the server's journal during the \
      measurement; then the journal is checked.
      """)
  var journalDelay: Int?

  func validate() throws {
    try LoadArguments.check("arrivals", arrivals, in: 0...2_000)
    try LoadArguments.check("pingers", pingers, in: 0...10_000)
    try LoadArguments.check("pings", pings, in: 1...100_000)
    try LoadArguments.check("silent-readers", silentReaders, in: 0...1_000)
    try LoadArguments.check("ping-floods", pingFloods, in: 0...32)
    if let journalDelay { try LoadArguments.check("journal-delay", journalDelay, in: 1...60_000) }
  }

  /// The most connections that all disruptive peers have at a time.
  var connections: Int {
    Arrivals.most(perSecond: arrivals) + pingers + silentReaders + pingFloods
  }

  /// Whether there are disruptive peers that need a room.
  var needsRoom: Bool { arrivals + pingers + silentReaders > 0 }

  /// Whether there are disruptive peers that do not speak TLS.
  var needsPlainText: Bool { silentReaders + pingFloods > 0 }

  /// Peers with a thread of their own; nil if there are none.
  var disturbance: Disturbance? {
    guard silentReaders + pingFloods > 0 else { return nil }
    return Disturbance(silentReaders: silentReaders, pingFloods: pingFloods)
  }

  /// The disk of the server; nil if it is not slowed down.
  var disk: SlowDisk? { journalDelay.map { SlowDisk(delay: .milliseconds($0)) } }

  /// Sources of disruptive peers on the run's loop, whose connections are numbered from
  /// `firstIndex`; `code` is the first room's, once it is open.
  func sources(_ context: LoadContext, firstIndex: Int, code: @escaping () -> String)
    -> [any LoadSource]
  {
    var sources: [any LoadSource] = []
    if pingers > 0 {
      sources.append(
        Pingers(
          context, count: pingers, perSecond: pings, firstIndex: firstIndex, code: code))
    }
    if arrivals > 0 {
      sources.append(
        Arrivals(context, perSecond: arrivals, firstIndex: firstIndex + pingers, code: code))
    }
    return sources
  }
}
