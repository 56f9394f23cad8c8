// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import LibWebSockets
import MatchClient
import Testing
import Wire

@testable import Lab

@Suite("Load run", .timeLimit(.minutes(2)))
struct LoadRunTests {
  private func report(
    _ activity: LoadActivity, rooms: Int = 2, seats: Int = 2, spectators: Int = 3, idle: Int = 2,
    pingsPerSecond: Double? = nil, seconds: Double, isEncrypted: Bool = false,
    disturbance: Disturbance? = nil
  ) async throws -> LoadReport {
    let world = try await SocketWorld(isEncrypted: isEncrypted)
    let loop = try EventLoop.start()
    let (url, trust) = (await world.address, world.trust)
    let server = LoadServer(at: url, process: MeasuredProcess.own, trust: trust)
    let wanted = rooms * (seats + spectators) + idle
    let run = LoadRun(
      loop, server, wanted: wanted,
      context: LoadContext(
        loop: loop, activity: activity, hasPings: true, encodings: WireEncoding.allCases,
        options: { _ in server.options() })
    ) { context in
      (0..<rooms).map {
        LoadRoom(
          context, seats: seats, spectators: spectators, firstIndex: $0 * (seats + spectators))
      }
        + [
          IdleConnections(
            context, count: idle, firstIndex: rooms * (seats + spectators),
            pingsPerSecond: pingsPerSecond)
        ]
    }
    let phases = LoadRun.Phases(warmUp: .milliseconds(200), measured: .seconds(seconds))
    let report = try await run.perform(phases, beside: disturbance)
    loop.stop()
    await world.stop()
    return report
  }

  @Test(
    "plays matches with the fair deal, in both encodings, and loses nothing",
    arguments: [false, true])
  func matches(isEncrypted: Bool) async throws {
    let report = try await report(.matches(.fast), seconds: 8, isEncrypted: isEncrypted)
    #expect(report.connected == 12 && report.lostConnections == 0)
    #expect(report.lostEntries == 0 && report.unansweredIntents == 0)
    #expect(report.refusals == [:] && report.closings == [:])
    // Ready, reveal, deal, and at least one choice in each room.
    #expect(report.intents > 4 && report.pings > 0)
    #expect(report.playersMs.count >= 2 * report.intents)
    #expect(report.firstRoomMs.count > 0 && report.otherRoomsMs.count > 0)
    #expect(report.firstRoomMs.count + report.otherRoomsMs.count == report.playersMs.count)
    #expect(report.spectatorsMs.count >= 3 * report.intents)
    #expect(report.memoryPerConnection != nil && report.serverCpuUsPerIntent != nil)
    for key in ["intents", "deliveries", "p999", "server_cpu_s_per_million_deliveries", "refusals"]
    { #expect(report.line.contains("\"\(key)\":"), "\(report.line)") }
    #expect(!report.line.contains("\n"))
  }

  @Test("sends at the rate asked for, whatever the server does, and counts its refusals by code")
  func rate() async throws {
    // Twenty at once and five a second are allowed.
    let report = try await report(.settings(perSecond: 16), rooms: 1, seconds: 2)
    // Busy machines end the measurement late, and say so.
    #expect(Double(report.intents) <= 16 * report.seconds + 2)
    // After a stall everything due is sent at once, for which the server may disconnect the client,
    // who then sends no more.
    #expect(report.lostConnections <= 1 && report.intents > 0)
    if report.lostConnections == 0 {
      #expect(report.intents > 20)
      #expect((report.refusals["limit/too_fast"] ?? 0) > 0, "\(report.refusals)")
    }
  }

  @Test("keeps the requested number of intents unanswered, with disruptive peers present")
  func saturation() async throws {
    let disturbance = Disturbance(silentReaders: 3, pingFloods: 1)
    let report = try await report(
      .saturation(outstanding: 2), rooms: 1, seconds: 2, disturbance: disturbance)
    #expect(report.intents >= 5 && report.lostEntries == 0)
    #expect((report.pingFloodBytes ?? 0) > 1_000 && report.silentReadersCutOff != nil)
  }

  @Test("pings at the rate asked for, and counts pings as intents and pongs as deliveries")
  func pings() async throws {
    let report = try await report(
      .matches(.fast), rooms: 0, idle: 4, pingsPerSecond: 10, seconds: 1)
    #expect(report.intents > 0 && Double(report.intents) <= 4 * (10 * report.seconds + 2))
    #expect(report.deliveries >= report.intents && report.lostEntries == 0)
    // Measured from the moment a ping was due, unless the next one was due before its answer.
    #expect(report.playersMs.count > 0 && report.playersMs.count <= report.intents)
    #expect((report.intentBytes ?? 0) > 8 && (report.entryBytes ?? 0) > 8 && report.pings == 0)
    let (system, all) = (report.serverSystemUsPerIntent, report.serverCpuUsPerIntent)
    #expect(system != nil && all != nil)
  }

  @Test("ends with a sentence if nobody is let in")
  func nobody() async throws {
    let loop = try EventLoop.start()
    let server = LoadServer(at: try ServerURL("ws://127.0.0.1:1"), process: nil)
    let run = LoadRun(
      loop, server, wanted: 3,
      context: LoadContext(
        loop: loop, activity: .matches(.fast), hasPings: true, encodings: [.proto],
        options: { _ in server.options() })
    ) { [LoadRoom($0, seats: 2, spectators: 1, firstIndex: 0)] }
    let error = await #expect(throws: (any Error).self) {
      try await run.perform(.init(warmUp: .zero, measured: .zero), beside: nil)
    }
    #expect(error.map { "\($0)" }?.contains("none of 3 connections") == true)
    loop.stop()
  }

  @Test("a process that does not exist is not measured")
  func processes() throws {
    #expect(MeasuredProcess(-1) == nil && MeasuredProcess(0) == nil)
    #expect(MeasuredProcess(99_999_999) == nil)
    let own = try #require(MeasuredProcess.own)
    #expect(own.processorSeconds > 0 && own.residentBytes > 1_000_000)
    // The kernel counts ticks of 10 ms, which many short system calls may all miss.
    let before = own.systemSeconds
    let end = ContinuousClock.now + .seconds(10)
    while own.systemSeconds == before, ContinuousClock.now < end { _ = own.residentBytes }
    #expect(own.systemSeconds > before && own.systemSeconds < own.processorSeconds + 1)
  }
}
