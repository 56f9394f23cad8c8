// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// Runs functions that block, each on a new thread.
///
/// Not on Dispatch's threads: there are about as many as processors, and tasks that keep them busy
/// would delay the function for as long.
enum OwnThread {
  /// Starts `body`, and returns at once.
  static func start(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
  }

  /// Returns what `body` returns, without blocking the caller's thread.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }
}
