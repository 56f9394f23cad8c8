// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Waits for what a closure that is called once is handed.
func waitFor<Value: Sendable>(
  _ body: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  await withCheckedContinuation { done in body { done.resume(returning: $0) } }
}

/// Waits for a closure that is called once.
func waitFor(_ body: (@escaping @Sendable () -> Void) -> Void) async {
  await withCheckedContinuation { done in body { done.resume() } }
}
