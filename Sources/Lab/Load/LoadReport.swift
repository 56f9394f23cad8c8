// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// The result of a load run, printed as one line of JSON.
///
/// Figures that were not measured are omitted: those of the server if its process is unknown, and
/// latencies if nothing was delivered.
struct LoadReport: Encodable, Sendable {
  /// Percentiles of latencies, in milliseconds.
  struct Latency: Encodable, Hashable, Sendable {
    let p50, p90, p99, p999: Double?
    let count: Int

    init(_ histogram: LatencyHistogram) {
      func at(_ share: Double) -> Double? { histogram.percentile(share)?.rounded(to: 3) }
      (p50, p90, p99, p999) = (at(0.5), at(0.9), at(0.99), at(0.999))
      count = histogram.count
    }
  }

  /// Processor time and memory at a moment.
  struct Usage: Hashable, Sendable {
    var server = 0.0
    /// The part of `server` that was spent in the kernel.
    var serverSystem = 0.0
    var load = 0.0
    var serverBytes = 0
  }

  /// The connections wanted, and those established when the measurement began.
  let connections: Int
  let connected: Int
  /// How long it took to connect them all, and the server's processor time for each.
  let fillSeconds: Double
  let acceptUs: Double?
  /// The server's memory for each, once all are connected.
  let memoryPerConnection: Int?
  /// The length of the measurement.
  let seconds: Double
  let intents: Int
  let deliveries: Int
  let pings: Int
  /// The mean length of an intent and an entry.
  let intentBytes: Int?
  let entryBytes: Int?
  let playersMs: Latency
  /// The same for the players of the first room, at which all disturbances are aimed, and of the
  /// others.
  let firstRoomMs: Latency
  let otherRoomsMs: Latency
  let spectatorsMs: Latency
  /// How late intents were sent: above a millisecond, the load generator is itself overloaded.
  let sentLateMs: Latency
  let serverCpuPercent: Double?
  let serverCpuSPerMillionDeliveries: Double?
  let serverCpuUsPerIntent: Double?
  /// The same, spent in the kernel.
  let serverSystemUsPerIntent: Double?
  let loadCpuPercent: Double
  let serverGrownBytes: Int?
  let refusals: [String: Int]
  let closings: [String: Int]
  /// Connections that ended or never opened.
  let lostConnections: Int
  /// Entries that a connection never got.
  let lostEntries: Int
  /// Intents, and requests of arrivals to join, without an answer five seconds after the last one.
  let unansweredIntents: Int
  /// How often silent readers were disconnected, and how many bytes of pings floods sent.
  let silentReadersCutOff: Int?
  let pingFloodBytes: Int?
  /// The additional spectators that came and went, and those that only sent clock probes.
  let arrivals: Arrivals.Outcome?
  let pingers: Pingers.Outcome?
  /// Whether the journal that was delayed has passed `facedown-server check`.
  var journalIsIntact: Bool?

  /// A report of what `meter` counted in a measurement that took `measured`, after `connected` of
  /// the `wanted` connections were established in `filled`; `usage` was read before the first
  /// connection, after the last, and at the beginning and the end of the measurement.
  init(
    _ meter: LoadMeter, sources: [any LoadSource], wanted: Int, connected: Int, filled: Duration,
    measured: Duration, usage: (empty: Usage, full: Usage, begin: Usage, end: Usage),
    hasServer: Bool, disturbed: Disturbance.Outcome? = nil
  ) {
    func perServer<Value>(_ value: Value?) -> Value? { hasServer ? value : nil }
    func each(_ sum: Double, _ count: Int) -> Double? { count > 0 ? sum / Double(count) : nil }
    connections = wanted
    self.connected = connected
    fillSeconds = (filled / .seconds(1)).rounded(to: 2)
    let accepting = each((usage.full.server - usage.empty.server) * 1e6, connected)
    acceptUs = perServer(accepting?.rounded(to: 0))
    let memory = each(Double(usage.full.serverBytes - usage.empty.serverBytes), connected)
    memoryPerConnection = perServer(memory.map { Int($0) })
    seconds = (measured / .seconds(1)).rounded(to: 2)
    intents = meter.intents
    deliveries = meter.deliveries
    pings = meter.pings
    intentBytes = each(Double(meter.intentBytes), intents).map { Int($0.rounded()) }
    entryBytes = each(Double(meter.entryBytes), deliveries).map { Int($0.rounded()) }
    playersMs = Latency(meter.players)
    firstRoomMs = Latency(meter.firstRoom)
    otherRoomsMs = Latency(meter.otherRooms)
    spectatorsMs = Latency(meter.spectators)
    sentLateMs = Latency(meter.lateness)
    let server = usage.end.server - usage.begin.server
    let share = 100 / (measured / .seconds(1))
    serverCpuPercent = perServer((server * share).rounded(to: 2))
    serverCpuSPerMillionDeliveries = perServer(each(server * 1e6, deliveries)?.rounded(to: 2))
    serverCpuUsPerIntent = perServer(each(server * 1e6, intents)?.rounded(to: 2))
    let system = usage.end.serverSystem - usage.begin.serverSystem
    serverSystemUsPerIntent = perServer(each(system * 1e6, intents)?.rounded(to: 2))
    loadCpuPercent = ((usage.end.load - usage.begin.load) * share).rounded(to: 2)
    serverGrownBytes = perServer(usage.end.serverBytes - usage.begin.serverBytes)
    refusals = meter.refusals
    closings = meter.closings
    lostConnections = meter.ended
    lostEntries = sources.reduce(0) { $0 + $1.missing }
    unansweredIntents = sources.reduce(0) { $0 + $1.unanswered }
    silentReadersCutOff = disturbed?.cutOff
    pingFloodBytes = disturbed?.pingBytes
    arrivals = sources.lazy.compactMap { $0 as? Arrivals }.first?.outcome(in: measured)
    pingers = sources.lazy.compactMap { $0 as? Pingers }.first?.outcome(in: measured)
  }

  /// One line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = (try? encoder.encode(self)).map { Array($0) } ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
