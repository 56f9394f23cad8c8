// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Journal
import LibWebSockets
import Testing
import Wire

@testable import MatchServer

@Suite("Metrics of a server and its process", .timeLimit(.minutes(1)))
struct ServerMetricsTests {
  @Test("count rejected connections by reason")
  func endpoint() throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    var limits = ServerLimits()
    limits.process.connections = 0
    let shell = ServerShell(
      loop: loop,
      core: ServerCore(
        key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), limits: limits,
        version: "test"),
      journal: InMemoryJournal(), limits: limits, version: "test")
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    _ = shell.accept(UpgradeRequest(peer: peer, path: "/", origin: "https://a.example", host: "b"))
    _ = shell.accept(UpgradeRequest(peer: peer, path: "/"))
    let address = try #require(limits.address)
    // Five more than sockets may follow each other at once.
    for _ in 0..<Int(address.sockets.burst) + 5 { _ = shell.admit(peer) }
    let metrics = shell.core.metrics
    #expect(metrics[.turnedAwayForeignOrigin] == 1 && metrics[.turnedAwayServerFull] == 1)
    #expect(metrics[.turnedAwayTooOften] == 5 && metrics[.turnedAwayAddressFull] == 0)
    #expect(shell.readiness == .starting)
    shell.isOpen = true
    #expect(shell.readiness == .ready)
    shell.leave(.stopping)
    #expect(shell.readiness == .draining)
  }

  @Test("show each counter once, and closed connections in the number of open ones")
  func families() {
    let shown = Counter.families.flatMap { $0.counters.map(\.value) }
    #expect(Set(shown).count == shown.count)
    #expect(Set(Counter.allCases).subtracting(shown) == [.closedProto, .closedJSON])
    let names = Counter.families.map(\.name) + ServerMetrics.Span.allCases.map(\.family.name)
    #expect(Set(names).count == names.count)
  }

  @Test("include the loop's delay, sampled repeatedly")
  func loopWatch() async throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let told = AsyncStream<Duration>.makeStream()
    nonisolated(unsafe) var watch: LoopWatch?
    loop.post { watch = LoopWatch(loop) { told.continuation.yield($0) } }
    var iterator = told.stream.makeAsyncIterator()
    for _ in 0..<2 {
      #expect(try #require(await iterator.next(isolation: #isolation)) >= .zero)
    }
    await withCheckedContinuation { done in
      loop.post {
        withExtendedLifetime(watch) {}
        watch = nil
        done.resume()
      }
    }
  }

  @Test("include the system's figures of the process")
  func process() throws {
    let figures = ProcessFigures.now(DescriptorCount())
    #expect(figures.residentBytes > 1_000_000)
    #expect(figures.processorSeconds > 0)
    #expect(figures.descriptorLimit == EventLoop.descriptorLimit)
    let began = try #require(ProcessFigures.startedAt)
    #expect(began > 1.6e9 && began <= Double(time(nil)) + 2)
    let listed = try #require(DescriptorCount.listed)
    #expect(listed >= 3)
    // The list and the number are of different moments, and tests beside this one open files.
    if let told = DescriptorCount.told { #expect(abs(told - listed) < 500) }
  }
}
