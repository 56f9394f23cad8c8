// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting

/// The ways of telling the server's time that the table compares.
enum Estimator: String, CaseIterable, Sendable {
  /// The client's own.
  case ours
  /// One exchange when the connection opens.
  case naive
  /// A moving average: a tenth of each exchange, every two seconds.
  case ema
  /// The shortest round trip of the last eight, one every two seconds.
  case minRTT = "min-rtt-of-8"

  /// Runs one trial.
  func outcome(_ conditions: LinkConditions, seed: UInt64, sleeps: Bool) -> ClockOutcome {
    switch self {
    case .ours:
      run(conditions, seed: seed, sleeps: sleeps, KeptClock(seed: seed))
    case .naive: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.single))
    case .ema: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.movingAverage(0.1)))
    case .minRTT: run(conditions, seed: seed, sleeps: sleeps, PlainClock(.shortest(of: 8)))
    }
  }

  private func run(
    _ conditions: LinkConditions, seed: UInt64, sleeps: Bool, _ clock: some ClockUnderTest
  ) -> ClockOutcome {
    var trial = ClockTrial(conditions, seed: seed, sleeps: sleeps, clock)
    return trial.run()
  }
}
