// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What other threads want done on the loop, in the order they asked.
///
/// Unbounded: every entry is one suspended task or one call somebody made, and refusing either
/// would hang its maker. What arrives from peers never passes through here.
final class Inbox: Sendable {
  /// One thing to do on the loop.
  enum Job {
    case task(UnownedJob)
    case call(@Sendable () -> Void)
  }

  /// Who will run what was put in.
  enum Delivery {
    /// The loop's thread, or a thread that already stands in for it.
    case expected
    /// Nobody yet: the loop has ended, and whoever put the job in must start a thread in its place.
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

  /// An inbox whose loop is woken by `wake`, from any thread, never after ``endIfEmpty(_:)`` was
  /// true.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Puts a job in, from any thread; wakes the loop only when nothing was waiting before.
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

  /// Everything present now; what is put in from here on is another batch with another wake-up.
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

  /// Whether somebody asked the loop to end.
  var isStopRequested: Bool { state.update { $0.isStopRequested } }

  /// Ends the loop's duty to this inbox, or that of a thread standing in for it, unless jobs wait.
  ///
  /// `onEnd` runs before any other thread can put another job in.
  func endIfEmpty(_ onEnd: () -> Void) -> Bool {
    state.update { state in
      guard state.jobs.isEmpty else { return false }
      state.phase = .ended(hasSubstitute: false)
      onEnd()
      return true
    }
  }

  /// Tells waiting threads that the loop has let go of everything.
  func announceEnd() { state.update { $0.isThreadGone = true } }

  /// Waits until the loop has let go of everything.
  func waitForEnd() { state.wait { $0.isThreadGone ? () : nil } }
}
