// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Protocol
import Wire

/// A client with its connections that records itself.
protocol RecordedMachine: Sendable {
  var recording: Recording { get }
  var encoding: WireEncoding { get }
  var nextWake: LocalTime? { get }
  mutating func begin(now: LocalTime) -> [ReconnectingOutput]
  mutating func handle(_ input: ReconnectingInput, now: LocalTime) -> [ReconnectingOutput]
}

/// A client with a driver and a recording of all its events and messages.
struct GuestMachine<Player: ClientDriver>: ClientMachine {
  private(set) var recording: Recording
  private var client: DrivenClient<Player>

  init(core: ClientCore, driver: Player) {
    recording = Recording(core: core)
    client = DrivenClient(core: core, driver: driver)
  }

  var encoding: WireEncoding { client.encoding }

  var nextWake: LocalTime? { client.nextWake }

  var unansweredSince: LocalTime? { client.unansweredSince }

  var mayLinger: Bool { client.mayLinger }

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
    for case .send(let bytes) in outputs { note(bytes) }
    return outputs
  }

  /// Records a message if it is an intent.
  private mutating func note(_ bytes: [UInt8]) {
    guard case .request(let id, .intent(let intent)) = try? encoding.decodeClientMessage(bytes)
    else { return }
    if let index = recording.intents.firstIndex(where: { $0.id == id }) {
      if recording.intents[index].intent != intent { recording.changedIntents += 1 }
    } else {
      recording.intents.append((id, intent))
    }
  }
}

/// A guest's machine that reconnects.
struct ReconnectingGuest<Player: ClientDriver>: RecordedMachine {
  private var client: ReconnectingClient<GuestMachine<Player>>
  private var interruptions: [ClientEvent] = []

  init(_ machine: GuestMachine<Player>, reconnectPolicy: ReconnectPolicy?, seed: UInt64) {
    client = ReconnectingClient(machine, reconnectPolicy: reconnectPolicy, seed: seed)
  }

  var recording: Recording {
    var recording = client.machine.recording
    recording.interruptions = interruptions
    return recording
  }

  var encoding: WireEncoding { client.machine.encoding }

  var nextWake: LocalTime? { client.isOver ? nil : client.nextWake }

  mutating func begin(now: LocalTime) -> [ReconnectingOutput] { note(client.begin(now: now)) }

  mutating func handle(_ input: ReconnectingInput, now: LocalTime) -> [ReconnectingOutput] {
    note(client.handle(input, now: now))
  }

  private mutating func note(_ outputs: [ReconnectingOutput]) -> [ReconnectingOutput] {
    for case .event(let event) in outputs {
      switch event {
      case .interrupted, .restored, .disconnected: interruptions.append(event)
      default: break
      }
    }
    return outputs
  }
}
