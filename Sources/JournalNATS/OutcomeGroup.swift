// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The outcomes of records that were handed over together, in their order.
final class OutcomeGroup<Outcome> {
  private var outcomes: [Outcome?]
  private var begun = 0
  private var missing: Int
  private let completion: ([Outcome]) -> Void

  /// Calls back once there are `count` outcomes.
  init(_ count: Int, _ completion: @escaping ([Outcome]) -> Void) {
    outcomes = Array(repeating: nil, count: count)
    missing = count
    self.completion = completion
  }

  /// Takes the outcome of the next record, once.
  func slot() -> (Outcome) -> Void {
    precondition(begun < outcomes.count, "Each awaited record has one outcome.")
    let index = begun
    begun += 1
    return { [self] outcome in
      precondition(outcomes[index] == nil, "A record has one outcome.")
      outcomes[index] = outcome
      missing -= 1
      if missing == 0 { completion(outcomes.compactMap(\.self)) }
    }
  }

  /// Calls back if no outcome is awaited.
  func endIfEmpty() { if outcomes.isEmpty { completion([]) } }
}
