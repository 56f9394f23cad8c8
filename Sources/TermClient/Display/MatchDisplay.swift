// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import MatchUI
import Stage
import TerminalUI

/// The display of this program's screens.
typealias MatchDisplay = Display<RenderStyle>

extension Display where ScreenStyle == RenderStyle {
  /// A display with the user's preferences; not opened yet.
  ///
  /// - Parameters:
  ///   - preferences: the preferences.
  ///   - terminal: the terminal to draw on.
  ///   - environment: looks up an environment variable.
  ///   - closed: receives the frame statistics at the end.
  convenience init(
    _ preferences: Preferences, on terminal: any TerminalOutput,
    environment: @escaping (String) -> String? = environmentVariable,
    closed: @escaping (DisplayStatistics) -> Void = { _ in }
  ) {
    self.init(
      DisplayOptions(preferences, environment: environment), on: terminal,
      environment: environment, closed: closed)
  }

  /// Applies other preferences from now on.
  func adopt(_ preferences: Preferences, environment: @escaping (String) -> String?) {
    adopt(DisplayOptions(preferences, environment: environment))
  }
}

extension DisplayOptions where ScreenStyle == RenderStyle {
  fileprivate init(
    _ preferences: Preferences, environment: @escaping (String) -> String?
  ) {
    self.init { terminal, cellHeight in
      RenderStyle(
        preferences, environment: environment, terminal: terminal, cellHeight: cellHeight)
    }
    rate = preferences.rate
    usesMouse = preferences.usesMouse
    showsTitle = preferences.showsTitle
    bell = preferences.turnBell
    notification = preferences.turnNotification
  }
}

extension Frame.Motion {
  /// The motion of a frame that shows a scene.
  init(_ motion: Scene.Motion) {
    switch motion {
    case .still: self = .still
    case .counting: self = .counting
    case .moving: self = .moving
    }
  }
}

extension LocalTime {
  private static let origin = LocalTime(microseconds: 0)

  /// The client's time for a display that runs on the same clock.
  init(_ time: DisplayTime) {
    self = .origin + time
  }

  /// This instant on a display that runs on the same clock.
  var onDisplay: DisplayTime { self - .origin }
}
