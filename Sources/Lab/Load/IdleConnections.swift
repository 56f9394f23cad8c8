// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import Protocol

/// Sessions in no room, which only probe the server's clock.
final class IdleConnections: LoadSource {
  private let context: LoadContext
  private let firstIndex: Int
  private var clients: [LoadClient] = []
  private var isIn: [Bool]
  private var isSettled: [Bool]
  private var queue: DialQueue?

  /// `count` sessions, whose connections are numbered from `firstIndex`.
  init(_ context: LoadContext, count: Int, firstIndex: Int) {
    self.context = context
    self.firstIndex = firstIndex
    isIn = [Bool](repeating: false, count: count)
    isSettled = isIn
    clients = (0..<count).map { index in
      context.client(firstIndex + index, probes: context.hasPings, pace: .spectator) {
        [weak self] in self?.happens($0, to: index)
      }
    }
  }

  var connected: Int { isIn.count { $0 } }
  var missing: Int { 0 }
  var unanswered: Int { 0 }

  func open(_ queue: DialQueue) {
    self.queue = queue
    for (index, client) in clients.enumerated() {
      queue.append { [context, firstIndex] in client.connect(context.options(firstIndex + index)) }
    }
  }

  func start() {}

  func stop() {}

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(.welcome, _):
      isIn[index] = true
      settle(index)
    case .message(.closing(let closing), _): context.meter.closing(closing.code)
    case .message: break
    case .ended:
      isIn[index] = false
      context.meter.lost()
      settle(index)
    }
  }

  private func settle(_ index: Int) {
    guard !isSettled[index] else { return }
    isSettled[index] = true
    queue?.finished()
  }
}
