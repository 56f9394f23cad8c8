// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// All that screens need to know to draw on a terminal.
package protocol DisplayStyle {
  /// The colours available.
  var depth: ColorDepth { get }
  /// How to show pictures in real pixels; nil to leave them out.
  var graphics: TerminalGraphics? { get }
  /// The colours of menus.
  var menu: MenuStyle { get }
}

extension DisplayStyle {
  /// No pictures.
  package var graphics: TerminalGraphics? { nil }
}

/// A user's preferences for a display.
package struct DisplayOptions<ScreenStyle: DisplayStyle> {
  /// How often to redraw the screen.
  package var rate = FrameRate.full
  /// Whether to use the mouse.
  package var usesMouse = true
  /// Whether to set the window's title.
  package var showsTitle = true
  /// When to ring the bell.
  package var bell = SignalRule.off
  /// When to show a desktop notification.
  package var notification = SignalRule.off
  /// Makes the style from what the terminal has reported so far and a cell's height over its width,
  /// nil if unknown.
  package let style: (TerminalCapabilities, _ cellHeight: Float?) -> ScreenStyle

  /// Options that differ from the defaults in the style alone.
  package init(style: @escaping (TerminalCapabilities, _ cellHeight: Float?) -> ScreenStyle) {
    self.style = style
  }
}

/// The maximum rate at which the screen is redrawn.
package enum FrameRate: String, Hashable, Sendable, CaseIterable {
  /// Sixty times a second.
  case full
  /// Fifteen times a second.
  case low
  /// Only after an event, without the frames of its animation.
  case onChange = "on-change"
}
