// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How long the next commit waits for more steps: not at all while few come, a little under load.
///
/// A commit costs a sync, a few pages and two changes of threads, however many steps it has. On a
/// fast disk it is over before the next step comes, so that groups would not form by themselves.
struct CommitPace {
  /// Interval over which steps are counted.
  static let span = Duration.milliseconds(64)
  /// Number of steps within a span from which on commits wait: a thousand a second.
  static let manySteps = 64
  /// Shortest interval between the beginnings of two commits under load.
  static let interval = Duration.milliseconds(2)

  private var isLoaded = false
  private var stepCount = 0
  private var spanBegin: ContinuousClock.Instant?
  private var lastBegin: ContinuousClock.Instant?

  /// Records the beginning of a commit.
  ///
  /// - Parameters:
  ///   - count: the number of its steps.
  ///   - now: the time.
  mutating func begin(_ count: Int, at now: ContinuousClock.Instant) {
    lastBegin = now
    stepCount += count
    guard let begin = spanBegin, now - begin < Self.span * 2 else {
      // Nothing was written for long.
      (spanBegin, stepCount, isLoaded) = (now, 0, false)
      return
    }
    guard now - begin >= Self.span else { return }
    isLoaded = stepCount >= Self.manySteps
    (spanBegin, stepCount) = (now, 0)
  }

  /// How long the next commit waits.
  ///
  /// - Parameter now: the time.
  /// - Returns: the time; zero if it begins at once.
  func pause(at now: ContinuousClock.Instant) -> Duration {
    guard isLoaded, let lastBegin else { return .zero }
    return max(.zero, Self.interval - (now - lastBegin))
  }
}
