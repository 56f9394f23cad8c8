// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import Wire

/// What the seats of one room do, as a function of its log: whole matches, one after the other,
/// with the fair deal.
///
/// One value for all seats, fed with each entry once. A seat thinks from the moment the rules allow
/// its move, not from the moment it learns of it: a slow server makes moves late, not rarer.
struct MatchScript {
  /// A seat's intent, and the time at which it is due.
  struct Move {
    var seat: SeatIndex
    var intent: Intent
    /// When it is due by the server's clock; nil for at once.
    var due: ServerTime?
  }

  /// A request that was already returned, so that it is made only once.
  private struct Asked: Hashable {
    var seat: SeatIndex
    var phase: MatchView.Phase
    var turningPoint: UInt64
    var cardsUp: Int
  }

  private(set) var view: MatchView
  private let pace: BotPlayer.Pace
  private var bot: Bot
  private var asked: Set<Asked> = []
  private var shares: [SeatIndex: [UInt8]] = [:]
  /// Draws a seat's share of the deal's randomness, of this many bytes.
  private let draw: (Int) -> [UInt8]

  /// The script of a room seen as `base`, whose shares of the deal's randomness come from `draw`.
  init(
    base: MatchView, pace: BotPlayer.Pace, seed: UInt64,
    draw: @escaping (Int) -> [UInt8] = { RandomBytes.make($0) }
  ) {
    view = base
    self.pace = pace
    bot = Bot(seed: seed)
    self.draw = draw
  }

  /// Adds the next entry of the log; others change nothing.
  ///
  /// - Returns: whether it was the next entry.
  @discardableResult
  mutating func add(_ entry: Entry) -> Bool {
    guard entry.seq == view.seq + 1, entry.at >= view.at else { return false }
    view.apply(entry)
    bot.watch(entry, from: nil)
    if case .opened = entry.event {
      asked = []
      shares = [:]
    }
    return true
  }

  /// The moves that are possible now and were not returned before.
  mutating func moves() -> [Move] {
    switch view.phase {
    case .waiting:
      guard view.seats.allSatisfy(\.isTaken) else { return [] }
      return view.takenSeats.compactMap { seat in
        guard !view.seats[seat.rawValue].isReady, isNew(seat) else { return nil }
        return Move(seat: seat, intent: .ready(entropyCommit: commit(seat)))
      }
    case .committing:
      return view.takenSeats.compactMap { seat in
        guard view.seats[seat.rawValue].entropy == nil, let share = shares[seat], isNew(seat)
        else { return nil }
        return Move(seat: seat, intent: .reveal(entropy: share))
      }
    case .undealt:
      return view.takenSeats.first.flatMap { isNew($0) ? [Move(seat: $0, intent: .deal)] : [] }
        ?? []
    case .dealing, .playing: return choice()
    case .ended:
      return view.takenSeats.first.flatMap { seat in
        isNew(seat) ? [Move(seat: seat, intent: .rematch, due: view.at + .seconds(1))] : nil
      } ?? []
    }
  }

  /// The server refused something of a seat: forgets its moves, so that they are returned again;
  /// other seats' moves may still be on their way.
  mutating func refused(_ seat: SeatIndex) { asked = asked.filter { $0.seat != seat } }

  private mutating func choice() -> [Move] {
    guard let turn = view.turn, view.faceUp.count < 2, isNew(turn.seat),
      let card = bot.choose(in: view)
    else { return [] }
    let left = turn.deadline.map { $0 - view.earliestChoice }
    let thinking = pace == .human ? bot.thinkingTime(timeLeft: left) : .zero
    return [
      Move(seat: turn.seat, intent: .choose(card), due: view.earliestChoice + thinking)
    ]
  }

  private mutating func isNew(_ seat: SeatIndex) -> Bool {
    asked.insert(
      Asked(
        seat: seat, phase: view.phase, turningPoint: view.lastTurningPoint,
        cardsUp: view.faceUp.count)
    ).inserted
  }

  /// Draws the seat's share of the deal's randomness and commits to it.
  private mutating func commit(_ seat: SeatIndex) -> [UInt8] {
    let share = draw(FairDeal.entropyLength)
    shares[seat] = share
    return FairDeal(matchID: view.matchID, hashing: .openSSL).entropyCommit(share, seat: seat)
  }
}
