// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Protocol

/// Decides what a client does: a bot, or a script in a test.
public protocol ClientDriver: Sendable {
  /// Returns the commands to give now, and when to be asked again.
  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions
}

/// A driver's decision.
public struct DriverActions: Hashable, Sendable {
  /// Commands to give now, in order.
  public var commands: [ClientCommand]
  /// When to ask again even if nothing happens; nil to wait for the next input.
  public var wake: LocalTime?

  /// `commands` now, and the next decision at `wake`.
  public init(_ commands: [ClientCommand] = [], wake: LocalTime? = nil) {
    self.commands = commands
    self.wake = wake
  }
}

/// A client with a driver, as one machine that plays by itself.
public struct DrivenClient<Player: ClientDriver>: ClientMachine {
  /// The client.
  public private(set) var core: ClientCore
  /// The driver.
  public private(set) var driver: Player
  private var wake: LocalTime?

  /// Lets `driver` play with `core`.
  public init(core: ClientCore, driver: Player) {
    self.core = core
    self.driver = driver
  }

  /// How the client encodes messages.
  public var encoding: WireEncoding { core.encoding }

  /// When the client or its driver is due next; nil for never.
  public var nextWake: LocalTime? { [wake, core.nextWake].compactMap { $0 }.min() }

  /// When the oldest unanswered probe was sent; nil if there is none.
  public var unansweredSince: LocalTime? { core.unansweredSince }

  /// Passes the input to the client, then asks the driver.
  public mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    var outputs = core.handle(input, now: now)
    let move = driver.act(core, now: now)
    for command in move.commands { outputs += core.handle(.command(command), now: now) }
    wake = move.wake
    return outputs
  }
}
