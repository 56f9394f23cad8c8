// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Protocol

/// A room of players before an audience with the pings of real clients; measures how long each
/// change of its settings takes to reach both.
actor SpectatedRoom {
  private let loop: EventLoop
  private let clock = ContinuousClock()
  private let pings: Bool
  private let makeOptions: (Int) -> ConnectOptions
  /// Players first, the owner the first of them, then spectators.
  private var peers: [LoadClient] = []
  private var playerCount = 0
  private var seats = 0
  private var code = ""
  private var lastRequest: UInt64 = 0
  /// When each change was requested, by request number.
  private var asked: [UInt64: ContinuousClock.Instant] = [:]
  private var inside = 0
  /// The next peer to connect.
  private var next = 0
  private var waiter: CheckedContinuation<Void, Never>?
  private var dice: UInt64 = 1
  /// Latency from a request to a player.
  private(set) var playerDelays = Delays()
  /// Latency from a request to a spectator.
  private(set) var audienceDelays = Delays()
  /// Connections that ended, for any reason.
  private(set) var lost = 0

  /// Interval between changes, above the rate limit of intents.
  private static let interval = Duration.milliseconds(220)
  /// Maximum number of concurrent connection attempts.
  private static let atOnce = 100

  init(
    _ loop: EventLoop, pings: Bool, options: @escaping @Sendable (Int) -> ConnectOptions
  ) {
    self.loop = loop
    self.pings = pings
    makeOptions = options
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Opens the room and connects everyone; returns when the last one is in.
  ///
  /// - Parameters:
  ///   - players: how many take a seat, the owner included.
  ///   - seats: the room's seats; nil for one per player.
  ///   - spectators: how many watch.
  /// - Returns: the room's code.
  @discardableResult
  func open(players: Int, seats: Int? = nil, spectators: Int) async -> String {
    playerCount = players
    self.seats = seats ?? players
    peers = (0..<players + spectators).map { index in
      LoadClient(loop, name: "Guest \(index)") { [weak self] _, happening in
        self?.assumeIsolated { $0.happens(happening, to: index) }
      }
    }
    // One after the other until all players are seated, so that the first opens the room.
    for count in 1...players {
      connectNext()
      await untilInside(count)
    }
    for _ in 0..<min(Self.atOnce, spectators) { connectNext() }
    await untilInside(players + spectators)
    return code
  }

  /// Changes the settings `count` times, with new measurements.
  func change(_ count: Int) async {
    playerDelays = Delays()
    audienceDelays = Delays()
    for index in 0..<count {
      lastRequest += 1
      asked[lastRequest] = clock.now
      let settings = MatchSettings(pairs: 4 * seats + index % 2, seats: seats)
      peers[0].say(
        .intent(
          IntentRequest(
            id: RequestID(lastRequest), seenSeq: .max >> 1, intent: .configure(settings))))
      await rest(Self.interval)
    }
  }

  private func rest(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      loop.schedule(after: duration) { continuation.resume() }
    }
  }

  private func connectNext() {
    guard next < peers.count else { return }
    peers[next].connect(makeOptions(next))
    next += 1
  }

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(.welcome): enter(index)
    case .message(.joined(let joined)):
      if index == 0 { code = joined.code }
      inside += 1
      if index >= playerCount {
        connectNext()
        if pings { ping(index, sent: 0) }
      }
      waiter?.resume()
      waiter = nil
    case .message(.entry(let entry)): told(entry, index)
    case .message: break
    case .ended: lost += 1
    }
  }

  private func enter(_ index: Int) {
    if index == 0 {
      lastRequest += 1
      let settings = MatchSettings(pairs: 4 * seats, seats: seats)
      return peers[0].say(.createRoom(id: RequestID(lastRequest), settings: settings))
    }
    let role = index < playerCount ? Role.player : .spectator
    peers[index].say(.joinRoom(JoinRoom(id: RequestID(1), code: code, role: role)))
  }

  /// Sends a ping, and schedules the next in a client's rhythm.
  private func ping(_ index: Int, sent: Int) {
    peers[index].say(.ping(Ping(id: UInt64(sent), t0: 0)))
    let wait: Duration
    switch sent {
    case ..<10: wait = .milliseconds(60)
    case ..<20: wait = .seconds(1) * roll()
    default: wait = .seconds(5) * roll()
    }
    loop.schedule(after: wait) { [weak self] in
      self?.assumeIsolated { $0.ping(index, sent: sent + 1) }
    }
  }

  /// A random factor from 0.8 to 1.2.
  private func roll() -> Double {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return 0.8 + 0.4 * Double(dice >> 11) / Double(1 << 53)
  }

  private func told(_ entry: Entry, _ index: Int) {
    guard let request = entry.cause?.request, let time = asked[request.rawValue] else { return }
    if index < playerCount {
      playerDelays.append(clock.now - time)
    } else {
      audienceDelays.append(clock.now - time)
    }
  }

  private func untilInside(_ count: Int) async {
    while inside < count { await withCheckedContinuation { waiter = $0 } }
  }
}
