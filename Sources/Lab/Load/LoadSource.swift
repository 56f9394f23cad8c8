// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import LibWebSockets
import MatchClient
import SocketClient
import Wire

/// Connections on a loop that generate load and count what they receive.
protocol LoadSource: AnyObject {
  /// Adds its connection attempts to `queue`, and further ones as these succeed.
  func open(_ queue: DialQueue)
  /// Starts sending intents.
  func start()
  /// Stops sending; what is in flight still arrives.
  func stop()
  /// The number of established connections.
  var connected: Int { get }
  /// The number of entries that connections should have received but did not.
  var missing: Int { get }
  /// The number of unanswered intents.
  var unanswered: Int { get }
}

/// What the seats of a room do.
enum LoadActivity: Hashable, Sendable {
  /// Whole matches at this pace.
  case matches(BotPlayer.Pace)
  /// Changes of the settings before a match, due at a steady rate whether or not the last one was
  /// answered: one entry each, without the rules' pauses.
  case settings(perSecond: Double)
  /// Changes of the settings as well, but always with this many unanswered.
  case saturation(outstanding: Int)
}

/// The context that all sources of a run share.
struct LoadContext {
  var loop: EventLoop
  var clock = LocalClock()
  var meter = LoadMeter()
  var activity: LoadActivity
  /// Whether connections that do not need the server's clock estimate it too.
  var hasPings: Bool
  /// The encodings, which the connections use in turn.
  var encodings: [WireEncoding]
  /// The options with which connection number `index` dials the server.
  var options: (Int) -> ConnectOptions

  /// A client for connection number `index`; if it `probes` the clock, at this pace.
  func client(
    _ index: Int, probes: Bool, pace: ProbePace, decoding: LoadClient.Decoding? = nil,
    report: @escaping (LoadClient.Happening) -> Void
  ) -> LoadClient {
    let client = LoadClient(
      loop, name: "Guest \(index)", encoding: encodings[index % encodings.count], clock: clock,
      probeSeed: probes ? UInt64(index) + 1 : nil, pace: pace, decoding: decoding
    ) { _, happening in report(happening) }
    client.whenPinging = { [meter] in meter.pinged() }
    return client
  }
}

/// Moments at a steady rate, however fast the server answers: the schedule of an open loop.
struct SteadySchedule {
  private let begin: LocalTime
  private let interval: Duration
  private var passed = 0

  /// `perSecond` moments a second; `phase` from 0 to 1 shifts them by a fraction of their interval,
  /// so that many schedules do not coincide.
  init(perSecond: Double, phase: Double, from begin: LocalTime) {
    interval = .seconds(1) / perSecond
    self.begin = begin + interval * phase
  }

  /// The next moment.
  var next: LocalTime { begin + interval * passed }

  /// Advances to the moment after it.
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

  /// The phase of room number `index`: the golden ratio spreads the rooms evenly.
  static func phase(_ index: Int) -> Double {
    let turns = Double(index) * 0.618_033_988_749_895
    return turns - turns.rounded(.down)
  }
}
