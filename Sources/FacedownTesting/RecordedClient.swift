// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import SocketClient

/// A guest's client of `InMemoryWorld`, or a modified one.
protocol GuestMachine: Sendable {
  var recording: Recording { get }
  /// When `tick` is due next; nil for never.
  var nextWake: LocalTime? { get }
  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput]
}

/// A client that records itself.
struct RecordedClient: GuestMachine {
  private(set) var recording: Recording
  private var client: DrivenClient

  init(_ client: DrivenClient) {
    self.client = client
    recording = Recording(core: client.core)
  }

  var nextWake: LocalTime? { client.nextWake }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    let outputs = client.handle(input, now: now)
    recording.note(input, outputs, client.core)
    return outputs
  }
}
