// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Everything a viewer may know of a room and its match at one point of the log.
///
/// A view is a fold of entries (`apply`), so every viewer of the same entries has the same view. It
/// holds no face but those that were shown, and cards that left the table keep theirs for the
/// record. Panels and bots use the view *as shown*, never ahead of it.
public struct MatchView: Hashable, Sendable {
  /// Where a match stands; it only moves forward, and `opened` starts over.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// Seats fill and players get ready.
    case waiting
    /// Commitments are out, seats open theirs.
    case committing
    /// The deck lies there and waits for a tap.
    case undealt
    /// Cards are flying to their places.
    case dealing
    /// Someone's turn, or two cards are showing.
    case playing
    /// The result stands.
    case ended

    /// Whether a match is under way: from the commitments to its end.
    public var isRunning: Bool {
      switch self {
      case .committing, .undealt, .dealing, .playing: true
      case .waiting, .ended: false
      }
    }
  }

  /// Number of the last entry folded in, 0 before the first.
  public var seq: UInt64 = 0
  /// The last entry's time.
  public var at: ServerTime = .zero
  /// Where the match stands.
  public var phase: Phase = .waiting
  /// When the phase began.
  public var phaseBeganAt: ServerTime = .zero
  /// The match's name.
  public var matchID: String = ""
  /// The rules it is played by.
  public var settings = MatchSettings()
  /// The theme its faces are of.
  public var theme: String = ""
  /// Who may configure the room.
  public var owner: ActorNumber?
  /// The chairs, in order.
  public var seats: [SeatView] = []
  /// The highest membership number given so far.
  public var lastActor = ActorNumber(0)

  /// The commitment to the server's seed; empty before `committed`.
  public var seedCommit: [UInt8] = []
  /// The deal's number over the life of the room; 0 before the first.
  public var generation: UInt32 = 0
  /// Rows of the board; 0 before the deal.
  public var rows = 0
  /// Columns of the board; places run along rows.
  public var columns = 0
  /// The cards of this deal, by slot, those that left the table included.
  public var cards: [CardView] = []
  /// Slots in the order they were dealt.
  public var dealOrder: [Int] = []
  /// The commitment to each slot's face.
  public var leaves: [[UInt8]] = []
  /// When the deal began, and how it runs.
  public var deal: DealTiming?
  /// Seats in the order of turns; before the deal, in that of the match before.
  public var turnOrder: [SeatIndex] = []
  /// The turn being played, nil between turns.
  public var turn: Turn?
  /// The seat whose turn was last, nil before the first.
  public var lastTurnSeat: SeatIndex?
  /// Cards showing: none, one or two.
  public var faceUp: [CardID] = []
  /// When the last turned card's face shows.
  public var lastRevealAt: ServerTime = .zero
  /// When the cards last changed places.
  public var lastShuffledAt: ServerTime?
  /// Shuffles since the deal.
  public var shuffleCount = 0
  /// What the rules count of the turns since the deal.
  public var tally = Tally()

  /// The final table; empty before the end.
  public var standings: [Standing] = []
  /// Why it ended; nil before.
  public var endReason: Event.Ended.Reason?
  /// The seed, opened at the end; empty before.
  public var seed: [UInt8] = []
  /// Number of the entry that last changed what a choice builds on.
  public var lastTurningPoint: UInt64 = 0

  /// The view before anything happened.
  public init() {}
}

extension MatchView {
  /// How the deal runs on every screen.
  public struct DealTiming: Hashable, Sendable {
    /// When the first card starts.
    public var beganAt: ServerTime
    /// From one card's start to the next's.
    public var stagger: Duration
    /// How long one card flies.
    public var duration: Duration
    /// When the last card lies.
    public var playableAt: ServerTime

    /// A deal that began at `beganAt`.
    public init(
      beganAt: ServerTime, stagger: Duration, duration: Duration, playableAt: ServerTime
    ) {
      self.beganAt = beganAt
      self.stagger = stagger
      self.duration = duration
      self.playableAt = playableAt
    }
  }

  /// A turn being played.
  public struct Turn: Hashable, Sendable {
    /// Whose.
    public var seat: SeatIndex
    /// Since when.
    public var beganAt: ServerTime
    /// Until when, nil for no limit.
    public var deadline: ServerTime?

    /// The turn of `seat` from `beganAt` to `deadline`.
    public init(seat: SeatIndex, beganAt: ServerTime, deadline: ServerTime?) {
      self.seat = seat
      self.beganAt = beganAt
      self.deadline = deadline
    }
  }

  /// The card with this identity, if it is of this deal.
  public func card(_ id: CardID) -> CardView? {
    guard id.generation == generation, cards.indices.contains(id.slot) else { return nil }
    return cards[id.slot]
  }

  /// The card lying at a place of the board (rows run first), if one is there.
  public func card(at place: Int) -> CardView? {
    cards.first { $0.place == place && $0.state != .cleared }
  }

  /// The seat a member sits on.
  public func seat(of actor: ActorNumber) -> SeatIndex? {
    seats.firstIndex { $0.actor == actor }.map(SeatIndex.init)
  }

  /// What a choice builds on, and so must not precede: the turn's begin, the first card's reveal,
  /// the last shuffle.
  public var earliestChoice: ServerTime {
    var earliest = turn?.beganAt ?? at
    if !faceUp.isEmpty { earliest = max(earliest, lastRevealAt) }
    if let lastShuffledAt { earliest = max(earliest, lastShuffledAt) }
    return earliest
  }

  /// Whether a seat may turn a card in this turn: it is its own, or in `zen` anybody's who plays.
  public func hasTurn(_ seat: SeatIndex) -> Bool {
    guard let turn else { return false }
    if turn.seat == seat { return true }
    return settings.mode == .zen && seats.indices.contains(seat.rawValue)
      && seats[seat.rawValue].isPlaying
  }

  /// Seats that are taken.
  public var takenSeats: [SeatIndex] {
    seats.indices.filter { seats[$0].isTaken }.map(SeatIndex.init)
  }

  /// Whether a match is under way that a connected player may not be removed from.
  public var isMatchRunning: Bool { phase.isRunning }
}
