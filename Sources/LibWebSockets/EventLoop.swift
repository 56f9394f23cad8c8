// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc
internal import Synchronization

/// One thread that waits for the network, and the executor of the actors on it.
///
/// Listeners, outgoing connections, timers and watched file descriptors of a process share one
/// loop. Their handlers are called on its thread, and the methods in the sections below `listen`
/// may be called only there; they trap elsewhere. An actor runs there by naming the loop as its
/// executor:
///
/// ```swift
/// actor Server {
///   let loop: EventLoop
///   nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
///
/// A loop runs until ``stop()``, even without references. The first one makes the process ignore
/// `SIGPIPE`; other signals are left alone.
package final class EventLoop: SerialExecutor, @unchecked Sendable {
  // Unchecked, because `core` is not Sendable: only the thread in `runner` touches it, as every
  // public method checks.
  private let inbox: Inbox
  private let core: LoopCore
  /// The thread that currently runs this loop, as `pthread_self` returns it; 0 for none.
  private let runner = Atomic<UInt>(0)

  private init(core: LoopCore) {
    self.core = core
    let wake = core.makeWake()
    inbox = Inbox(wake: wake)
  }

  /// Starts a loop on a thread of its own and returns when it is ready.
  ///
  /// - Parameter options: Name, limits and log of the loop.
  /// - Returns: The running loop.
  /// - Throws: ``EventLoopError`` if the system has no thread, descriptor or memory for it, or a
  ///   part of libwebsockets is missing.
  package static func start(_ options: EventLoopOptions = EventLoopOptions()) throws(EventLoopError)
    -> EventLoop
  {
    let loop = EventLoop(core: try LoopCore(options))
    loop.core.loop = loop
    let outcome = Monitor<Result<Void, EventLoopError>?>(nil)
    let error = startThread(named: options.name) { loop.run(reportingTo: outcome) }
    if error != 0 {
      _ = loop.inbox.endIfEmpty {}
      loop.core.freeLoop()
      throw .noThread(reason: String(cString: strerror(error)))
    }
    try outcome.wait { $0 }.get()
    return loop
  }

  /// Ends the loop: closes listeners and connections at once, tells their handlers, frees
  /// everything.
  ///
  /// Waits until that is done, except on the loop itself, where it returns at once and the loop
  /// ends after the current callback. Stopping twice is harmless. For a graceful shutdown, close
  /// the connections and wait for `closed` first.
  ///
  /// Pending tasks and calls then run on the ending thread. Later ones run on a substitute thread
  /// until none are left: an actor outlives its loop, only without network.
  package func stop() {
    inbox.requestStop()
    if !isCurrent { inbox.waitForEnd() }
  }

  /// Calls `body` on the loop, soon and in order; from any thread.
  package func post(_ body: @escaping @Sendable () -> Void) {
    put(.call(body))
  }

  /// Runs a task's next step on the loop; the concurrency runtime calls this, from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    put(.task(UnownedJob(job)))
  }

  /// This loop as an actor's executor.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the calling thread is the loop, which lets callbacks use `assumeIsolated`.
  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Traps unless the calling thread is the loop.
  package func checkIsolated() {
    precondition(isCurrent, "Code isolated to an EventLoop ran on another thread.")
  }

  /// How many descriptors this process may have open.
  package static var descriptorLimit: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// A sentence if the process may have fewer than the `least` descriptors it needs; nil otherwise.
  ///
  /// Check before opening anything: some libraries trap without free descriptors.
  package static func descriptorShortage(
    least: Int, allowed: Int = descriptorLimit
  ) -> String? {
    guard allowed < least else { return nil }
    return
      "The system allows \(allowed) open files, and at least \(least) are needed: raise the"
      + " limit (ulimit -n, or LimitNOFILE for systemd)."
  }

  /// Whether the calling thread is the loop.
  package var isCurrent: Bool { runner.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// The network behind this loop, for the loop's thread alone.
  func network(_ function: StaticString = #function) -> LoopCore {
    precondition(
      isCurrent,
      "EventLoop.\(function) was called off its thread: call it in an actor on the loop or by post."
    )
    return core
  }

  // MARK: The thread

  private func put(_ job: Inbox.Job) {
    guard case .needsThread = inbox.put(job) else { return }
    let error = startThread(named: "late loop") { [self] in
      adoptThread()
      drainUntilEnd()
    }
    precondition(error == 0, "No thread could be started for a task of an ended loop.")
  }

  private func run(reportingTo outcome: Monitor<Result<Void, EventLoopError>?>) {
    // Before creating the context, because that already calls back.
    adoptThread()
    do throws(EventLoopError) {
      try core.openContext()
      outcome.update { $0 = .success(()) }
      core.run { [self] in
        drain()
        return inbox.isStopRequested
      }
      core.closeContext()
      drainUntilEnd()
      core.freeLoop()
    } catch {
      drainUntilEnd()
      core.freeLoop()
      outcome.update { $0 = .failure(error) }
    }
    inbox.announceEnd()
  }

  private func adoptThread() {
    runner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Runs the current batch; later jobs come with a wake-up of their own, so that the network gets
  /// its turn.
  private func drain() {
    for job in inbox.takeAll() {
      switch job {
      case .task(let task): task.runSynchronously(on: asUnownedSerialExecutor())
      case .call(let body): body()
      }
    }
  }

  private func drainUntilEnd() {
    repeat { drain() } while !inbox.endIfEmpty { runner.store(0, ordering: .relaxed) }
  }
}
