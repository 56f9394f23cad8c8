// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension MatchSettings.Mode {
  /// The modes that can be played.
  public static var accepted: [MatchSettings.Mode] { allCases }

  /// The modes that can be played by so many seats.
  public static func accepted(seats: Int) -> [MatchSettings.Mode] {
    accepted.filter { $0.rules.seatChoices.contains(seats) }
  }
}

extension MatchSettings {
  /// Throws unless players may choose these settings for a room: they must be valid and unrated,
  /// because only the server opens rated rooms and those of daily deals.
  ///
  /// - Throws: `settings/out_of_range` with the facts `field`, `value` and `allowed`.
  public func validateChoice() throws(Refusal) {
    try validate()
    guard !isRated else { throw .outOfRange("rated", value: "true", allowed: "false") }
    if let daily { throw .outOfRange("daily", value: "\(daily)", allowed: "none") }
  }

  /// Throws unless a match can be played with these settings.
  ///
  /// - Throws: `settings/out_of_range` with the facts `field`, `value` and `allowed`.
  public func validate() throws(Refusal) {
    try check("pairs", pairs, in: 2...32)
    try check("mode", mode, among: Mode.accepted)
    try mode.rules.check(seats: seats, among: 1...SeatIndex.limit)
    if turnLimit != .zero {
      try check("turn_limit_ms", turnLimit, in: .seconds(5) ... .seconds(120), or: "0, ")
    }
    try check("bonus_limit_ms", bonusLimit, in: .zero ... .seconds(30))
    try check("reveal_ms", reveal, in: .seconds(1) ... .seconds(4))
    if shuffleEvery != 0 {
      guard shuffle != .off else {
        throw .outOfRange("shuffle_every", value: "\(shuffleEvery)", allowed: "0")
      }
      try check("shuffle_every", shuffleEvery, in: 4...32, or: "0, ")
    }
    guard !isRated || mode.rules.isRatable else {
      throw .outOfRange("rated", value: "true", allowed: "false")
    }
    guard theme == ThemeName.random || ThemeName.all.contains(theme) else {
      throw .outOfRange(
        "theme", value: theme, allowed: ([ThemeName.random] + ThemeName.all).joined(separator: ", ")
      )
    }
    try check("spectator_delay_ms", spectatorDelay, in: .zero ... .seconds(120))
  }

  /// The settings in effect: a mode with a fixed turn limit overrides the chosen one.
  public var asPlayed: MatchSettings {
    var settings = self
    switch mode.rules.turnClock {
    case .chosen: break
    case .fixed(let limit): settings.turnLimit = limit
    case .none: settings.turnLimit = .zero
    }
    return settings
  }

  private func check(
    _ field: String, _ value: Int, in range: ClosedRange<Int>, or extra: String = ""
  ) throws(Refusal) {
    guard range.contains(value) else {
      throw .outOfRange(
        field, value: "\(value)", allowed: "\(extra)\(range.lowerBound)...\(range.upperBound)")
    }
  }

  private func check(
    _ field: String, _ value: Duration, in range: ClosedRange<Duration>, or extra: String = ""
  ) throws(Refusal) {
    guard range.contains(value) else {
      let lower = range.lowerBound.wholeMilliseconds
      let upper = range.upperBound.wholeMilliseconds
      throw .outOfRange(
        field, value: "\(value.wholeMilliseconds)", allowed: "\(extra)\(lower)...\(upper)")
    }
  }

  private func check<Choice: RawRepresentable & Equatable>(
    _ field: String, _ value: Choice, among choices: [Choice]
  ) throws(Refusal) where Choice.RawValue == String {
    guard choices.contains(value) else {
      throw .outOfRange(
        field, value: value.rawValue,
        allowed: choices.map { $0.rawValue }.joined(separator: ", "))
    }
  }
}

extension ModeRules {
  /// Throws unless a table in this mode may have so many seats.
  ///
  /// - Throws: `settings/out_of_range` for `seats`; the fact `allowed` is a range if the mode takes
  ///   every number in it, else a list.
  func check(seats: Int, among range: ClosedRange<Int>) throws(Refusal) {
    let choices = seatChoices.filter { range.contains($0) }
    guard !choices.contains(seats) else { return }
    let allowed =
      hasTeams
      ? choices.map { "\($0)" }.joined(separator: ", ")
      : "\(range.lowerBound)...\(range.upperBound)"
    throw .outOfRange("seats", value: "\(seats)", allowed: allowed)
  }
}
