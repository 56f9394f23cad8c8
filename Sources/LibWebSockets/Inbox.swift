// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Jobs from other threads for the loop, in order.
///
/// It is unbounded: every job is one suspended task or one call, and refusing either would block
/// its caller forever. Input from peers never passes through here.
final class Inbox: Sendable {
  /// One job for the loop.
  enum Job {
    case task(UnownedJob)
    case call(@Sendable () -> Void)
  }

  /// Which thread will run a job.
  enum Delivery {
    /// The loop's thread, or a substitute that already runs.
    case expected
    /// None yet: the loop has ended, and the caller must start a substitute thread.
    case needsThread
  }

  private enum Phase {
    case running
    case ended(hasSubstitute: Bool)
  }

  private struct State {
    var jobs: [Job] = []
    var phase = Phase.running
    var isStopRequested = false
    var isThreadGone = false
  }

  private let state = Monitor(State())
  private let wake: @Sendable () -> Void

  /// An inbox whose loop is woken by `wake`, from any thread, never after ``endIfEmpty(_:)``
  /// returned true.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Adds a job, from any thread; wakes the loop only if the inbox was empty.
  func put(_ job: Job) -> Delivery {
    state.update { state in
      state.jobs.append(job)
      switch state.phase {
      case .running:
        if state.jobs.count == 1 { wake() }
        return .expected
      case .ended(let hasSubstitute):
        state.phase = .ended(hasSubstitute: true)
        return hasSubstitute ? .expected : .needsThread
      }
    }
  }

  /// Takes all current jobs; later ones are another batch with another wake-up.
  func takeAll() -> [Job] {
    state.update { state in
      let jobs = state.jobs
      state.jobs = []
      return jobs
    }
  }

  /// Asks the loop to end.
  func requestStop() {
    state.update { state in
      state.isStopRequested = true
      if case .running = state.phase { wake() }
    }
  }

  /// Whether a stop was requested.
  var isStopRequested: Bool { state.update { $0.isStopRequested } }

  /// Ends the loop's duty to this inbox, or a substitute thread's, unless jobs wait.
  ///
  /// `onEnd` runs before any other thread can add a job.
  func endIfEmpty(_ onEnd: () -> Void) -> Bool {
    state.update { state in
      guard state.jobs.isEmpty else { return false }
      state.phase = .ended(hasSubstitute: false)
      onEnd()
      return true
    }
  }

  /// Wakes threads that wait for the loop's end.
  func announceEnd() { state.update { $0.isThreadGone = true } }

  /// Waits until the loop has freed everything.
  func waitForEnd() { state.wait { $0.isThreadGone ? () : nil } }
}
