// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import LibWebSockets
import MatchClient
import Protocol

/// Connections that send load and count what they get, on a loop.
protocol LoadSource: AnyObject {
  /// Adds its connection attempts to `queue`, and others as those succeed.
  func open(_ queue: DialQueue)
  /// Begins to send intents.
  func start()
  /// Stops sending; what is under way still arrives.
  func stop()
  /// Connections that are in.
  var connected: Int { get }
  /// Entries that a connection should have got and did not, over all connections.
  var missing: Int { get }
  /// Intents without an answer.
  var unanswered: Int { get }
}

/// What the seats of a room do.
enum LoadActivity: Hashable, Sendable {
  /// Whole matches at this pace.
  case matches(BotPlayer.Pace)
  /// Changes of the settings before a match, due at a steady rate whether or not the last one was
  /// answered: one entry each, without the rules' pauses.
  case settings(perSecond: Double)
  /// The same, this many unanswered at any time.
  case saturation(outstanding: Int)
}

/// What all sources of a run share.
struct LoadContext {
  var loop: EventLoop
  var clock = LocalClock()
  var meter = LoadMeter()
  var activity: LoadActivity
  /// Whether connections that do not need the server's clock estimate it too.
  var hasPings: Bool
  /// The encodings of the connections, in turn.
  var encodings: [WireEncoding]
  /// The server as seen from connection number `index`.
  var options: (Int) -> ConnectOptions

  /// A client for connection number `index`.
  func client(
    _ index: Int, probes: Bool, decoding: LoadClient.Decoding? = nil,
    report: @escaping (LoadClient.Happening) -> Void
  ) -> LoadClient {
    let client = LoadClient(
      loop, name: "Guest \(index)", encoding: encodings[index % encodings.count], clock: clock,
      probeSeed: probes ? UInt64(index) + 1 : nil, decoding: decoding
    ) { _, happening in report(happening) }
    client.whenPinging = { [meter] in meter.pinged() }
    return client
  }
}

/// Moments at a steady rate, which do not depend on what happens: the schedule of an open loop.
struct SteadySchedule {
  private let begin: LocalTime
  private let interval: Duration
  private var passed = 0

  /// `perSecond` moments a second; `phase` from 0 to 1 shifts them by a part of their distance, so
  /// that many schedules are not due together.
  init(perSecond: Double, phase: Double, from begin: LocalTime) {
    interval = .seconds(1) / perSecond
    self.begin = begin + interval * phase
  }

  /// The next moment.
  var next: LocalTime { begin + interval * passed }

  /// Passes on to the moment after it.
  mutating func advance() { passed += 1 }
}

extension LoadContext {
  /// Calls `send` at each moment of `schedule` while it returns true.
  func follow(_ schedule: SteadySchedule, _ send: @escaping (LocalTime) -> Bool) {
    var schedule = schedule
    while schedule.next <= clock.now {
      guard send(schedule.next) else { return }
      schedule.advance()
    }
    loop.schedule(after: schedule.next - clock.now) { [self, schedule] in
      follow(schedule, send)
    }
  }

  /// A part of an interval for room number `index`: the golden ratio spreads them evenly.
  static func phase(_ index: Int) -> Double {
    let turns = Double(index) * 0.618_033_988_749_895
    return turns - turns.rounded(.down)
  }
}
