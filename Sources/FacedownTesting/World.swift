// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import MatchClient
public import Protocol

/// A client in a world, by the order in which it came.
public struct Guest: Hashable, Sendable {
  /// 0 for the first.
  public let index: Int
}

/// What a guest has seen and been sent since it came.
public struct Recording: Sendable {
  /// The guest's client as it is.
  public internal(set) var core: ClientCore
  /// Everything it was told, in order.
  public internal(set) var events: [ClientEvent] = []
  /// Every message sent to it, byte for byte.
  public internal(set) var received: [[UInt8]] = []
  /// The intents it has sent, each once, in the order of their numbers.
  public internal(set) var intents: [IntentRequest] = []
  /// Intents it has sent again as something else than before.
  public internal(set) var changedIntents = 0
  /// What it was told of its connections, in order: breaks, recoveries, the end.
  public internal(set) var interruptions: [ClientEvent] = []
  /// Whether its connection is open.
  public internal(set) var isConnected = false

  /// The entries it was given as they came, those of `joined` included.
  public var entries: [Entry] {
    events.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// What was refused to it.
  public var refusals: [Refusal] {
    events.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }
}

/// A server with guests: in memory under a hand-cranked clock, or over real sockets.
///
/// A test's body is written against this, so the same body runs in both.
public protocol World: AnyObject {
  /// Lets a client in that `driver` plays; it connects at once.
  func enter(name: String, agent: String, driver: some ClientDriver) async throws -> Guest
  /// Gives a guest's client a command.
  func command(_ command: ClientCommand, _ guest: Guest) async
  /// Cuts a guest's connection.
  func cut(_ guest: Guest) async
  /// What a guest has seen so far.
  func recording(of guest: Guest) async -> Recording
  /// Lets time pass until `look` finds what it looks for.
  ///
  /// - Throws: `WorldError.waitedTooLong` if it never does.
  func until<Found: Sendable>(
    _ what: String, _ look: @Sendable ([Recording]) -> Found?
  ) async throws -> Found
}

/// Why a world gave up.
public enum WorldError: Error, CustomStringConvertible {
  /// What a test waited for did not come.
  case waitedTooLong(for: String, guests: [Recording] = [])

  /// A sentence for the test's log, with how far each guest has come.
  public var description: String {
    switch self {
    case .waitedTooLong(let what, let guests):
      "Waited too long for \(what): "
        + guests.enumerated().map { "guest \($0) \($1.whereabouts)" }.joined(separator: "; ") + "."
    }
  }
}

extension Recording {
  /// How far it has come, in short, for a test's log.
  public var whereabouts: String {
    let view = core.table?.log.latest
    let place =
      view.map { "at entry \($0.seq), \($0.phase), turn of \($0.turn?.seat.rawValue ?? -1)" }
      ?? "in no room"
    let line = isConnected ? "connected" : "not connected"
    let welcome = core.welcome == nil ? "not welcome yet" : "welcome"
    return "is \(line), \(welcome), \(place), has sent \(intents.count) intents, was refused "
      + "\(refusals.suffix(4).map(\.code.rawValue)) and told \(interruptions.suffix(4))"
  }
}

extension World {
  /// Lets a person in: a client that does only what the test commands.
  public func enter(name: String, agent: String = "facedown-test") async throws -> Guest {
    try await enter(name: name, agent: agent, driver: IdleDriver())
  }

  /// Waits until a guest is in a room, and returns the room's code.
  public func roomCode(of guest: Guest) async throws -> String {
    try await until("guest \(guest.index) to be in a room") { $0[guest.index].core.table?.code }
  }
}

/// a driver that does nothing by itself.
public struct IdleDriver: ClientDriver {
  /// a driver that leaves everything to commands.
  public init() {}

  /// Does nothing.
  public mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    DriverActions()
  }
}
