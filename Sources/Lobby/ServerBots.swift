// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game

/// The server's own bots at one table: those its owner has seated, and those that stand in for who is
/// away.
///
/// Where they sit, and how well they play, is in the log, so that they are there again after a crash
/// with what they have seen. They see the log as it is shown and nothing else, as everybody does.
struct ServerBots: Sendable {
  /// The log since the match opened.
  private var log: MatchLog
  private var players: [SeatIndex: BotPlayer] = [:]
  /// When one of them is to be asked next; nil for not before something happens.
  private(set) var wakeAt: ServerTime?

  /// Nobody yet, at a table with this log.
  init(_ entries: [Entry]) {
    let opened = entries.lastIndex { entry in
      if case .opened = entry.event { true } else { false }
    }
    var base = MatchView()
    for entry in entries[..<(opened ?? entries.startIndex)] { base.apply(entry) }
    log = MatchLog(base: base)
    for entry in entries[(opened ?? entries.startIndex)...] { log.append(entry) }
  }

  /// The table goes on.
  mutating func append(_ entries: [Entry]) {
    for entry in entries {
      // What was before is nothing to go by in the next match.
      if case .opened = entry.event { log = MatchLog(base: log.latest) }
      log.append(entry)
    }
    wakeAt = nil
  }

  /// Sees to it that a bot plays where one is to, and nowhere else.
  mutating func settle(_ random: inout RandomStream) {
    for (index, chair) in log.latest.seats.enumerated() {
      let seat = SeatIndex(index)
      guard let level = chair.botLevel else {
        players[seat] = nil
        continue
      }
      guard players[seat] == nil else { continue }
      let bot = Bot(level: BotLevel.named(level) ?? .medium, seed: random.nextWord())
      players[seat] = BotPlayer(bot, pace: .human, after: arrival(at: seat))
    }
    for seat in players.keys where !log.latest.seats.indices.contains(seat.rawValue) {
      players[seat] = nil
    }
  }

  /// The entry by which whoever plays for a seat came to the table: they have seen nothing before.
  private func arrival(at seat: SeatIndex) -> UInt64 {
    let entry = log.entries.last { entry in
      switch entry.event {
      case .seated(let seated): seated.seat == seat
      case .skipped(seat, _): true
      default: false
      }
    }
    return entry?.seq ?? log.base.seq
  }

  /// What one of them does now; nil if none does anything.
  mutating func act(at time: ServerTime) -> (seat: SeatIndex, deed: BotPlayer.Deed)? {
    wakeAt = nil
    for seat in players.keys.sorted() {
      guard let (deed, wake) = players[seat]?.act(on: log, as: seat, at: time) else { continue }
      if let deed { return (seat, deed) }
      wakeAt = [wakeAt, wake].compactMap { $0 }.min()
    }
    return nil
  }

  /// What one of them did was not possible: they try again in a moment.
  mutating func wait(until time: ServerTime) { wakeAt = time }
}
