// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import Game
import LibWebSockets
import MatchClient

/// `facedown-lab measure`: clients that play by themselves against a server elsewhere, and write
/// down when what was pressed, heard and shown.
struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Plays at a server and prints what is shown when, a line of JSON each.",
    discussion: "scripts/lab kernel runs it on both sides of real lines.", shouldDisplay: false)

  @Argument(help: "The server, for example ws://127.0.0.1:7777.", transform: ServerURL.init)
  var url: ServerURL

  @Option(help: "Open so many rooms, and play in each.")
  var create = 0

  @Option(parsing: .upToNextOption, help: "Play in the rooms with these codes.")
  var join: [String] = []

  @Option(parsing: .upToNextOption, help: "Watch the rooms with these codes.")
  var watch: [String] = []

  @Option(help: "What the clients' names begin with.")
  var name = "Ana"

  @Option(help: "How long it goes on, in seconds.")
  var seconds = 60

  @Option(help: "Decides which cards are turned.")
  var seed: UInt64 = 1

  mutating func validate() throws {
    guard (0...64).contains(create), join.count <= 64, watch.count <= 64 else {
      throw ValidationError("There are at most 64 rooms.")
    }
    guard (1...3600).contains(seconds) else {
      throw ValidationError("It goes on for 1 to 3600 seconds.")
    }
    guard name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw ValidationError("A name here has ASCII letters only.")
    }
  }

  func run() async throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    try await MeasureActor(loop: loop).perform(pilots, as: name, at: url, for: .seconds(seconds))
  }

  /// Whoever sits at the clients; one who does nothing where nothing was asked for.
  private var pilots: [MeasuredDriver] {
    // Long enough that it does not end while it is measured.
    let settings = MatchSettings(pairs: 32, seats: 2, reveal: .seconds(1))
    let goals =
      Array(repeating: BotDriver.Goal.create(settings), count: create)
      + join.map { BotDriver.Goal.join(code: $0) }
    let players = goals.enumerated().map { number, goal in
      MeasuredDriver.player(
        BotDriver(Bot(seed: seed &+ UInt64(number)), goal: goal, pace: .fast))
    }
    let pilots = players + watch.map { MeasuredDriver.watcher(code: $0) }
    return pilots.isEmpty ? [.idler] : pilots
  }
}

/// The actor the clients live in: its executor is the loop.
private actor MeasureActor {
  /// How often what is believed of the server's time is written down.
  private static let interval = Duration.milliseconds(200)

  private let loop: EventLoop
  private var guests: [MeasuredGuest] = []

  init(loop: EventLoop) { self.loop = loop }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func perform(
    _ pilots: [MeasuredDriver], as name: String, at url: ServerURL, for length: Duration
  ) async throws {
    let clock = LocalClock()
    let lines = LinkMeasurements(clock)
    for (number, driver) in pilots.enumerated() {
      let guest = MeasuredGuest(
        name: "\(name)\(number)", driver: driver, loop: loop, clock: clock, lines: lines)
      guests.append(guest)
      try guest.start(to: url)
    }
    let end = clock.now + length
    while clock.now < end {
      await pause(Self.interval)
      for guest in guests { guest.tellClock() }
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
