// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// An instant on a display's clock: the time since the clock began.
package typealias DisplayTime = Duration

/// A screen's content at a moment, and how long it is valid.
package struct Frame: Hashable, Sendable {
  /// The rate at which a frame changes.
  package enum Motion: Hashable, Sendable {
    /// It does not change until `nextChange`.
    case still
    /// Something changes slowly enough for a few frames a second.
    case counting
    /// Something moves: every frame is different.
    case moving
  }

  /// All cells.
  package var grid: Grid
  /// The rate at which it changes.
  package var motion: Motion
  /// When it changes by itself; nil for never.
  package var nextChange: DisplayTime?
  /// The cells to send first if the connection cannot take all; nil for none.
  package var urgentArea: Area?

  /// A frame; by default one that never changes.
  package init(grid: Grid, motion: Motion = .still, nextChange: DisplayTime? = nil) {
    self.grid = grid
    self.motion = motion
    self.nextChange = nextChange
  }

  /// Changes also as something else in it does: as fast as the faster of both, and as soon.
  package mutating func join(_ motion: Motion, nextChange: DisplayTime?) {
    switch (self.motion, motion) {
    case (.moving, _), (_, .still): break
    default: self.motion = motion
    }
    self.nextChange = [self.nextChange, nextChange].compactMap { $0 }.min()
  }
}
