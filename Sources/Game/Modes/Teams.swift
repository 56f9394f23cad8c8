// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// ``memorize`` between two teams, whose seats alternate around the table.
  static var teams: Self {
    var rules = memorize
    rules.name = "teams"
    rules.summary = "memorize between two teams, odd seats against even ones, with 4, 6 or 8 seats"
    rules.hasTeams = true
    rules.mostRatedSeats = 0
    return rules
  }
}
