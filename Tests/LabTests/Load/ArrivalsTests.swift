// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import MatchClient
import MatchServer
import Testing
import Wire

@testable import Lab

@Suite("Arrivals and pingers", .timeLimit(.minutes(2)))
struct ArrivalsTests {
  /// A run of one room of two players, besides the disturbance.
  private func report(
    _ words: String, seconds: Double = 3, connections: Int = 1_000
  ) async throws -> LoadReport {
    var options = ServerOptions()
    options.limits.process.connections = connections
    let loop = try EventLoop.start()
    let actor = ServerActor(loop: loop, options: options)
    let server = LoadServer(
      at: try ServerURL(try await actor.start().address.url), process: nil)
    let words = words.split(separator: " ").map(String.init)
    let disturbing = try DisturbanceArguments.parse(words)
    let run = LoadRun(
      loop, server, wanted: 2,
      context: LoadContext(
        loop: loop, activity: .settings(perSecond: 2), hasPings: true,
        encodings: WireEncoding.allCases, options: { _ in server.options() })
    ) { context in
      let room = LoadRoom(context, seats: 2, spectators: 0, firstIndex: 0)
      return [room] + disturbing.sources(context, firstIndex: 2) { room.code }
    }
    let phases = LoadRun.Phases(warmUp: .milliseconds(300), measured: .seconds(seconds))
    let report = try await run.perform(phases, beside: nil)
    await actor.stop()
    loop.stop()
    return report
  }

  @Test("spectators join at the rate asked for and leave again, and no player is lost")
  func arrivals() async throws {
    let report = try await report("--arrivals 20")
    let arrivals = try #require(report.arrivals)
    // Busy machines are late; what was due then is made up for.
    #expect((10...21).contains(arrivals.perSecond), "\(arrivals)")
    #expect(arrivals.joiningMs.count > 20 && arrivals.refusals == [:])
    #expect(arrivals.lost == 0 && arrivals.skipped == 0)
    #expect(report.connected == 2 && report.lostConnections == 0 && report.lostEntries == 0)
    #expect(report.line.contains("\"joining_ms\":"))
  }

  @Test("arrivals beyond a limit are counted by the status of their refusal")
  func refusedArrivals() async throws {
    let report = try await report("--arrivals 20", connections: 4)
    let arrivals = try #require(report.arrivals)
    let refused = arrivals.refusals["http 503", default: 0]
    #expect(refused + arrivals.refusals["disconnected", default: 0] > 10, "\(arrivals)")
    #expect(arrivals.lost == 0 && report.lostConnections == 0)
  }

  @Test("pingers send as many probes as asked for, and are answered")
  func pings() async throws {
    let report = try await report("--pingers 10 --pings 100")
    let pingers = try #require(report.pingers)
    #expect((50...110).contains(pingers.sentPerSecond), "\(pingers)")
    #expect((50...110).contains(pingers.answeredPerSecond) && pingers.refusals == [:])
    #expect(report.line.contains("\"answer_ms\":"))
  }

  @Test("pingers beyond the limit are refused, disconnected, and come back")
  func refusedPings() async throws {
    let report = try await report("--pingers 1 --pings 200", seconds: 4)
    let pingers = try #require(report.pingers)
    #expect(pingers.refusals["limit/too_fast", default: 0] > 0, "\(pingers)")
    #expect(pingers.refusals["closed: limit/too_fast", default: 0] > 0, "\(pingers)")
    #expect(pingers.answeredPerSecond < pingers.sentPerSecond)
    #expect(report.lostConnections == 0)
  }
}
