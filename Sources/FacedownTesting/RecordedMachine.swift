// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Protocol

/// A client that keeps a recording of itself.
protocol RecordedMachine: ClientMachine {
  var recording: Recording { get }
}

/// A piloted client with a recording of everything it is told and sent.
struct GuestMachine<Player: Pilot>: RecordedMachine {
  private(set) var recording: Recording
  private var client: PilotedClient<Player>

  init(core: ClientCore, pilot: Player) {
    recording = Recording(core: core)
    client = PilotedClient(core: core, pilot: pilot)
  }

  var encoding: WireEncoding { client.encoding }

  var nextWake: LocalTime? { client.nextWake }

  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    switch input {
    case .opened: recording.isConnected = true
    case .closed: recording.isConnected = false
    case .received(let bytes): recording.received.append(bytes)
    case .command, .tick, .woke: break
    }
    let outputs = client.handle(input, now: now)
    recording.core = client.core
    for case .event(let event) in outputs { recording.events.append(event) }
    return outputs
  }
}
