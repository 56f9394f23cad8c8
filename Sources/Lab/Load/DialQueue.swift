// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Connection attempts, a bounded number at a time.
final class DialQueue {
  /// Maximum number of attempts under way.
  private let atOnce: Int
  private var waiting: [() -> Void] = []
  private var next = 0
  private var underWay = 0
  /// The number of attempts that have succeeded or failed.
  private(set) var finishedCount = 0

  init(atOnce: Int) { self.atOnce = atOnce }

  /// Whether no attempt waits or is under way.
  var isIdle: Bool { underWay == 0 && waiting.isEmpty }

  /// Makes `attempt` when there is room for it; `finished` must follow it.
  func append(_ attempt: @escaping () -> Void) {
    waiting.append(attempt)
    dial()
  }

  /// An attempt has succeeded or failed.
  func finished() {
    precondition(underWay > 0, "An attempt finished that was not under way.")
    underWay -= 1
    finishedCount += 1
    dial()
  }

  private func dial() {
    while underWay < atOnce, next < waiting.count {
      underWay += 1
      next += 1
      waiting[next - 1]()
    }
    guard next == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    next = 0
  }
}
