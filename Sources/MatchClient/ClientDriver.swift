// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Protocol

/// Whoever sits at a client and acts: a bot, or a script in a test.
public protocol ClientDriver: Sendable {
  /// Looks at the client and says what to do now, and when to be asked again at the latest.
  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions
}

/// What a driver wants.
public struct DriverActions: Hashable, Sendable {
  /// Commands to give now, in order.
  public var commands: [ClientCommand]
  /// When to be asked again although nothing happened; nil for not before something does.
  public var wake: LocalTime?

  /// `commands` now, and to be asked again at `wake`.
  public init(_ commands: [ClientCommand] = [], wake: LocalTime? = nil) {
    self.commands = commands
    self.wake = wake
  }
}

/// A client with a driver at it: one machine that plays by itself.
public struct DrivenClient<Player: ClientDriver>: ClientMachine {
  /// The client.
  public private(set) var core: ClientCore
  /// Who plays.
  public private(set) var driver: Player
  private var wake: LocalTime?

  /// `driver` at `core`.
  public init(core: ClientCore, driver: Player) {
    self.core = core
    self.driver = driver
  }

  /// How the client encodes messages.
  public var encoding: WireEncoding { core.encoding }

  /// When the client or its driver is due next; nil for never.
  public var nextWake: LocalTime? { [wake, core.nextWake].compactMap { $0 }.min() }

  /// When the oldest question without an answer was sent; nil for none.
  public var unansweredSince: LocalTime? { core.unansweredSince }

  /// Gives the client the input, then asks the driver.
  public mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    var outputs = core.handle(input, now: now)
    let move = driver.act(core, now: now)
    for command in move.commands { outputs += core.handle(.command(command), now: now) }
    wake = move.wake
    return outputs
  }
}
