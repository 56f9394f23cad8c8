// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Lab

@Suite("Own thread", .timeLimit(.minutes(1)))
struct OwnThreadTests {
  @Test("starts at once, however busy Dispatch's threads are")
  func busyPool() {
    let isOver = Atomic(false)
    let workers = DispatchGroup()
    for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
      DispatchQueue.global().async(group: workers) {
        while !isOver.load(ordering: .relaxed) {}
      }
    }
    let hasStarted = DispatchSemaphore(value: 0)
    OwnThread.start { hasStarted.signal() }
    let result = hasStarted.wait(timeout: .now() + .seconds(10))
    isOver.store(true, ordering: .relaxed)
    workers.wait()
    #expect(result == .success)
  }

  @Test("returns a result to the caller")
  func result() async {
    #expect(await OwnThread.run { 6 * 7 } == 42)
  }
}
