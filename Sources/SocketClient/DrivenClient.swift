// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import MatchClient

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

/// A client and, if it plays by itself, its driver, which looks at it after each input.
package struct DrivenClient: Sendable {
  /// The client.
  package private(set) var core: ClientCore
  private var driver: (any ClientDriver)?
  private var wake: LocalTime?

  /// Lets `driver` play with `core`; nil for a client that only obeys commands.
  package init(_ core: ClientCore, driver: (any ClientDriver)?) {
    self.core = core
    self.driver = driver
  }

  /// When the client or its driver is due next; nil for never.
  package var nextWake: LocalTime? {
    core.isOver ? nil : [wake, core.nextWake].compactMap { $0 }.min()
  }

  /// Passes the input to the client, then asks the driver.
  package mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    var outputs = core.handle(input, now: now)
    guard let actions = driver?.act(core, now: now) else { return outputs }
    for command in actions.commands { outputs += core.handle(.command(command), now: now) }
    wake = actions.wake
    return outputs
  }
}
