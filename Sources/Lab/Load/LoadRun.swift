// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// One load run: connects everyone, warms up, measures, waits for the last answers, reports.
actor LoadRun {
  /// The durations of a run's phases.
  struct Phases: Hashable, Sendable {
    /// From everyone being connected to the measurement; clients probe the clock most often then.
    var warmUp: Duration
    /// The measurement.
    var measured: Duration
  }

  private let loop: EventLoop
  private let server: LoadServer
  private let context: LoadContext
  private let sources: [any LoadSource]
  private let wanted: Int

  /// Maximum number of concurrent connection attempts.
  private static let atOnce = 100
  /// How long connecting everyone may make no progress.
  private static let standstill = Duration.seconds(60)
  /// The timeout for the last answers.
  private static let lastAnswers = Duration.seconds(5)

  /// A run of `wanted` connections to `server`, which belong to the sources that `makeSources`
  /// returns for a context.
  init(
    _ loop: EventLoop, _ server: LoadServer, wanted: Int, context: sending LoadContext,
    _ makeSources: @Sendable (LoadContext) -> [any LoadSource]
  ) {
    self.loop = loop
    self.server = server
    self.wanted = wanted
    self.context = context
    sources = makeSources(context)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Performs the run.
  ///
  /// - Parameters:
  ///   - phases: their durations.
  ///   - disturbance: disruptive peers during the warm-up and the measurement.
  ///   - disk: the server's disk, which is slow during the measurement.
  /// - Returns: what was measured.
  /// - Throws: `ValidationError` if nobody could connect, or connecting makes no more progress.
  func perform(
    _ phases: Phases, beside disturbance: Disturbance?, slowing disk: SlowDisk? = nil
  ) async throws -> LoadReport {
    let (empty, begin) = (usage, ContinuousClock.now)
    try await fill()
    let (full, filled) = (usage, begin.duration(to: .now))
    let connected = sources.reduce(0) { $0 + $1.connected }
    guard connected > 0 else {
      throw ValidationError("The server accepted none of \(wanted) connections.")
    }
    for source in sources { source.start() }
    let code = sources.lazy.compactMap { $0 as? LoadRoom }.first?.code ?? ""
    disturbance?.begin(at: server.url, code: code)
    await rest(phases.warmUp)
    if let process = server.process { try await disk?.begin(process.id) }
    let (measuredFrom, before) = (ContinuousClock.now, usage)
    context.meter.begin()
    await rest(phases.measured)
    for source in sources { source.stop() }
    context.meter.end()
    let (measured, after) = (measuredFrom.duration(to: .now), usage)
    let disturbed = disturbance?.end()
    try await disk?.end()
    await lastAnswers()
    return LoadReport(
      context.meter, sources: sources, wanted: wanted, connected: connected, filled: filled,
      measured: measured, usage: (empty, full, before, after), hasServer: server.process != nil,
      disturbed: disturbed)
  }

  private var usage: LoadReport.Usage {
    LoadReport.Usage(
      server: server.processorSeconds, serverSystem: server.systemSeconds,
      load: MeasuredProcess.own?.processorSeconds ?? 0,
      serverBytes: server.residentBytes)
  }

  private func fill() async throws {
    let queue = DialQueue(atOnce: Self.atOnce)
    for source in sources { source.open(queue) }
    var settled = -1
    var since = ContinuousClock.now
    while !queue.isIdle {
      if queue.finishedCount != settled {
        settled = queue.finishedCount
        since = .now
      } else if since.duration(to: .now) > Self.standstill {
        throw ValidationError(
          "Only \(settled) of \(wanted) connections were answered, and none for a minute.")
      }
      await rest(.milliseconds(10))
    }
  }

  /// Waits until every intent is answered and every entry has arrived, or until the timeout.
  private func lastAnswers() async {
    let end = ContinuousClock.now + Self.lastAnswers
    while ContinuousClock.now < end, sources.contains(where: { $0.unanswered + $0.missing > 0 }) {
      await rest(.milliseconds(50))
    }
  }

  private func rest(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      _ = loop.schedule(after: duration) { continuation.resume() }
    }
  }
}
