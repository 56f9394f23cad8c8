// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchClient

/// The server argument of a command; by default, the server in the settings.
struct ServerPlace: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The server, for example ws://127.0.0.1:7777. Default: the one in your settings.",
      valueName: "url"), transform: Destination.init)
  var place: Destination?

  /// The server.
  ///
  /// - Throws: `ValidationError` if nothing names one.
  func url(_ settings: ResolvedSettings = .ofProcess()) throws -> ServerURL {
    try place.url(settings)
  }
}

extension Optional<Destination> {
  /// The server of a destination, or the one in the settings.
  ///
  /// - Throws: `ValidationError` if nothing names one.
  func url(_ settings: ResolvedSettings) throws -> ServerURL {
    let setting = settings.preferences.server
    do throws(NoServer) {
      if let place = self { return try place.url(or: setting) }
      guard let url = Destination.server(of: setting) else { throw .unnamed }
      return url
    } catch {
      throw ValidationError(error.description)
    }
  }
}
