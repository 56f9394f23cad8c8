// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A match that has ended, whole, for whoever keeps it to be watched again.
public struct FinishedMatch: Hashable, Sendable {
  /// The match's name.
  public var matchID: String
  /// The rules it was played by.
  public var settings: MatchSettings
  /// When it ended.
  public var endedAt: ServerTime
  /// Every seat that played, best first.
  public var standings: [Standing]
  /// The room just before the match opened, bare.
  public var base: MatchView
  /// The match's entries.
  public var entries: [Entry]
  /// The memberships of those who played it.
  public var actors: [ActorNumber]

  /// From when on anybody may watch it; nil for never: then it is for those who played it alone.
  ///
  /// Who watched it was kept behind; so is everybody.
  public var publicFrom: ServerTime? {
    settings.audience == .public ? endedAt + settings.spectatorDelay : nil
  }
}

extension FinishedMatch {
  /// The match on `view` that the first of `entries` to do so ends; nil if none does.
  ///
  /// - Parameters:
  ///   - view: the room before `entries`.
  ///   - base: the room just before the match opened.
  ///   - log: all that has landed.
  ///   - entries: what comes behind it.
  init?(of view: MatchView, from base: MatchView, log: [Entry], by entries: [Entry]) {
    guard let end = entries.firstIndex(where: \.endsMatch),
      case .ended(let ended) = entries[end].event, base.seq < view.seq
    else { return nil }
    self.init(
      matchID: view.matchID, settings: view.settings, endedAt: entries[end].at,
      standings: ended.standings, base: base,
      entries: Array(log[Int(base.seq)...]) + entries[...end],
      actors: view.seats.compactMap(\.actor))
    // Who left while it was played asked to.
    let begun = self.entries.firstIndex { if case .committed = $0.event { true } else { false } }
    for entry in self.entries[(begun ?? self.entries.endIndex)...] {
      guard case .vacated = entry.event, let actor = entry.cause?.actor, !actors.contains(actor)
      else { continue }
      actors.append(actor)
    }
  }
}
