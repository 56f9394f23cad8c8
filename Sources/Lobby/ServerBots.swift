// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game

/// The server's own bots at one table: those seated by the owner, and stand-ins for absent players.
///
/// Their seats and levels are in the log, so they return after a crash with everything they have
/// seen. They see the log only as it is shown, like everybody.
struct ServerBots: Sendable {
  /// The log since the match opened.
  private var log: MatchLog
  private var players: [SeatIndex: BotPlayer] = [:]
  /// When a bot is to be asked next; nil for not before the next entry.
  private(set) var wakeAt: ServerTime?
  /// The last entry the bots have.
  var lastSeq: UInt64 { log.latest.seq }

  /// A table with this log; `settle` seats its bots.
  init(_ entries: [Entry]) {
    let opened = entries.lastIndex { entry in
      if case .opened = entry.event { true } else { false }
    }
    var base = MatchView()
    for entry in entries[..<(opened ?? entries.startIndex)] { base.apply(entry) }
    log = MatchLog(base: base)
    for entry in entries[(opened ?? entries.startIndex)...] { log.append(entry) }
  }

  /// Folds new entries in.
  mutating func append(_ entries: [Entry]) {
    for entry in entries {
      // A new match: earlier entries are useless to bots.
      if case .opened = entry.event { log = MatchLog(base: log.latest) }
      log.append(entry)
    }
    wakeAt = nil
  }

  /// Creates and removes bots so that they match the seats.
  mutating func settle(_ random: inout RandomStream) {
    for (index, seatView) in log.latest.seats.enumerated() {
      let seat = SeatIndex(index)
      guard let level = seatView.botLevel else {
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

  /// The entry by which a seat's present player joined: a bot has seen nothing before it.
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

  /// The next action of any bot; nil if none is due.
  mutating func act(at time: ServerTime) -> (seat: SeatIndex, action: BotPlayer.Action)? {
    wakeAt = nil
    for seat in players.keys.sorted() {
      guard let (action, wake) = players[seat]?.act(on: log, as: seat, at: time) else { continue }
      if let action { return (seat, action) }
      wakeAt = earlier(wakeAt, wake)
    }
    return nil
  }

  /// Delays the bots until `time` after a refused action.
  mutating func wait(until time: ServerTime) { wakeAt = time }
}
