// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import Game
import LibWebSockets
import MatchClient
import SocketClient

/// `facedown-lab measure`: automatic clients of a server elsewhere that record when keys were
/// pressed, entries received and faces shown.
struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Plays on a server and prints when things are shown, as JSON lines.",
    discussion: "scripts/lab kernel runs it on both sides of a real network.", shouldDisplay: false)

  @Argument(help: "The server, for example ws://127.0.0.1:7777.", transform: ServerURL.init)
  var url: ServerURL

  @Option(help: "Number of rooms to open and play in.")
  var create = 0

  @Option(parsing: .upToNextOption, help: "Play in the rooms with these codes.")
  var join: [String] = []

  @Option(parsing: .upToNextOption, help: "Watch the rooms with these codes.")
  var watch: [String] = []

  @Option(help: "Prefix of the clients' names.")
  var name = "Ana"

  @Option(help: "Duration, in seconds.")
  var seconds = 60

  @Option(help: "Seed of the cards turned.")
  var seed: UInt64 = 1

  mutating func validate() throws {
    guard (0...64).contains(create), join.count <= 64, watch.count <= 64 else {
      throw ValidationError("Give at most 64 rooms.")
    }
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds must be from 1 to 3600.")
    }
    guard name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw ValidationError("--name may contain only ASCII letters.")
    }
  }

  func run() async throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    try await MeasureActor(loop: loop).perform(drivers, as: name, at: url, for: .seconds(seconds))
  }

  /// The clients' drivers; one idle client if no room was named.
  private var drivers: [MeasuredDriver] {
    // Long enough not to end during the measurement.
    let settings = MatchSettings(pairs: 32, seats: 2, reveal: .seconds(1))
    let goals =
      Array(repeating: BotDriver.Goal.create(settings), count: create)
      + join.map { BotDriver.Goal.join(code: $0) }
    let players = goals.enumerated().map { number, goal in
      MeasuredDriver.player(
        BotDriver(Bot(seed: seed &+ UInt64(number)), goal: goal, pace: .fast))
    }
    let drivers = players + watch.map { MeasuredDriver.watcher(code: $0) }
    return drivers.isEmpty ? [.idler] : drivers
  }
}

/// The actor that owns the clients; its executor is the loop.
private actor MeasureActor {
  /// How often the estimate of server time is recorded.
  private static let interval = Duration.milliseconds(200)

  private let loop: EventLoop
  private var guests: [MeasuredGuest] = []

  init(loop: EventLoop) { self.loop = loop }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func perform(
    _ drivers: [MeasuredDriver], as name: String, at url: ServerURL, for length: Duration
  ) async throws {
    let clock = LocalClock()
    let lines = LinkMeasurements(clock)
    for (number, driver) in drivers.enumerated() {
      let guest = MeasuredGuest(
        name: "\(name)\(number)", driver: driver, loop: loop, clock: clock, lines: lines)
      guests.append(guest)
      try guest.start(to: url)
    }
    let end = clock.now + length
    while clock.now < end {
      await pause(Self.interval)
      for guest in guests { guest.recordClock() }
    }
    for guest in guests { guest.close() }
    await pause(Self.interval)
  }

  private func pause(_ length: Duration) async {
    await withCheckedContinuation { continuation in
      _ = loop.schedule(after: length) { continuation.resume() }
    }
  }
}
