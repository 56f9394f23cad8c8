// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Wire

/// Decides what a client does: a bot, or a script in a test.
package protocol ClientDriver: Sendable {
  /// Returns the commands to give now, and when to be asked again.
  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions
}

/// A driver's decision.
package struct DriverActions: Hashable, Sendable {
  /// Commands to give now, in order.
  package var commands: [ClientCommand]
  /// When to ask again even if nothing happens; nil to wait for the next input.
  package var wake: LocalTime?

  /// `commands` now, and the next decision at `wake`.
  package init(_ commands: [ClientCommand] = [], wake: LocalTime? = nil) {
    self.commands = commands
    self.wake = wake
  }
}

/// A client with a driver, as one machine that plays by itself.
package struct DrivenClient<Player: ClientDriver>: ClientMachine {
  /// The client.
  package private(set) var core: ClientCore
  /// The driver.
  package private(set) var driver: Player
  private var wake: LocalTime?

  /// Lets `driver` play with `core`.
  package init(core: ClientCore, driver: Player) {
    self.core = core
    self.driver = driver
  }

  /// How the client encodes messages.
  package var encoding: WireEncoding { core.encoding }

  /// When the client or its driver is due next; nil for never.
  package var nextWake: LocalTime? { [wake, core.nextWake].compactMap { $0 }.min() }

  /// When the oldest unanswered probe was sent; nil if there is none.
  package var unansweredSince: LocalTime? { core.unansweredSince }

  /// Whether a message may be late: it has no seat and asks for nothing.
  package var mayLinger: Bool { core.mayLinger }

  /// Passes the input to the client, then asks the driver.
  package mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    var outputs = core.handle(input, now: now)
    let move = driver.act(core, now: now)
    for command in move.commands { outputs += core.handle(.command(command), now: now) }
    wake = move.wake
    return outputs
  }
}
