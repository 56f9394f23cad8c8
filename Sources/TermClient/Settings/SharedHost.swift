// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Settings

// What strangers may do with the program on a shared host, such as one that offers it over ssh: play
// at one server, and nothing that reaches the machine's files, its programs or another address.

extension Preferences {
  /// On a shared host, the only server; nil elsewhere.
  var onlyServer: ServerURL? {
    isShared ? Destination.server(of: server ?? Self.standardServer) : nil
  }

  /// On a shared host, the server as others reach it, if that differs from how this program does.
  var linkServer: ServerURL? {
    isShared ? Destination.server(of: publicServer) : nil
  }

  /// On a shared host, why the program does not run with these arguments; nil if it does.
  ///
  /// Only what a login there needs is allowed, so that no command or option added later has to be
  /// refused.
  func problem(with words: [String]) -> String? {
    guard isShared else { return nil }
    switch words.count {
    case 0: return nil
    case 1 where words[0] == "daily": return nil
    case 2 where ["join", "watch"].contains(words[0]):
      if let place = try? Destination(words[1]), place.url == nil, place.code != nil { return nil }
    default: break
    }
    return "On this host the program runs alone, or with daily, join CODE or watch CODE."
  }
}

extension Preference {
  /// Settings of whoever offers the program to others.
  private static let ofHosts = [Preference(\.isShared), Preference(\.publicServer)]
  /// Settings that name files or servers.
  private static let ofOwners = [
    Preference(\.server), Preference(\.themeFile), Preference(\.identity),
  ]

  /// The settings that a person may change on the screen: those with a label, for which the smallest
  /// screen has a row.
  static func offered(by preferences: Preferences) -> [Preference] {
    Preferences.table.filter { setting in
      !setting.label.isEmpty && !ofHosts.contains(setting)
        && !(preferences.isShared && ofOwners.contains(setting))
    }
  }
}
