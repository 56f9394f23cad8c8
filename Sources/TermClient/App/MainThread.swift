// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Synchronization

/// Runs an asynchronous program on the main thread, which sleeps while nothing is to be done.
///
/// Swift's own executor keeps libdispatch's thread pool, which wakes up once a second to monitor
/// itself, even while nobody plays.
package final class MainThread: TaskExecutor, @unchecked Sendable {
  // Unchecked because of the pointer, which never changes and counts safely on any thread.
  private let jobs = Mutex<[UnownedJob]>([])
  /// Counts the jobs.
  private let count = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  private init() {
    precondition(sem_init(count, 0, 0) == 0, "The system has no semaphore for the main thread.")
  }

  /// Runs `program` and what it awaits on the calling thread, and exits with success after it.
  ///
  /// - Parameter program: the program; it calls `exit` for another outcome.
  package static func run(_ program: @escaping @Sendable () async -> Void) -> Never {
    let thread = MainThread()
    Task(executorPreference: thread) {
      await program()
      exit(EXIT_SUCCESS)
    }
    while true { thread.runNext() }
  }

  /// Queues a step of the program; the concurrency runtime calls this, from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    sem_post(count)
  }

  private func runNext() {
    // A signal interrupts the wait.
    while sem_wait(count) != 0 {}
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
