// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Everything a viewer may know of a room and its match at one point of the log.
///
/// A view is a fold of entries (`apply`), so all viewers of the same entries have the same view. It
/// holds only the faces that have been shown; cards that have left the table keep theirs. Panels
/// and bots use the view *as shown*, never ahead of it.
public struct MatchView: Hashable, Sendable {
  /// The phase of a match; it only moves forward until `opened` starts over.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// Players take seats and get ready.
    case waiting
    /// Commitments are published; seats reveal their shares.
    case committing
    /// The deck is waiting to be dealt.
    case undealt
    /// Cards are flying to their places.
    case dealing
    /// A turn is being played, or two cards are face up.
    case playing
    /// The match is over; its result is final.
    case ended

    /// Whether a match is running: from the commitments to its end.
    public var isRunning: Bool {
      switch self {
      case .committing, .undealt, .dealing, .playing: true
      case .waiting, .ended: false
      }
    }
  }

  /// The number of the last entry folded in; 0 before the first.
  public var seq: UInt64 = 0
  /// The time of the last entry folded in.
  public var at: ServerTime = .zero
  /// The phase of the match.
  public var phase: Phase = .waiting
  /// When the phase began.
  public var phaseBeganAt: ServerTime = .zero
  /// The match's name.
  public var matchID: String = ""
  /// The settings of the match.
  public var settings = MatchSettings()
  /// The theme of its faces.
  public var theme: String = ""
  /// The member who may configure the room.
  public var owner: ActorNumber?
  /// The seats, in order.
  public var seats: [SeatView] = []
  /// The highest membership number so far.
  public var lastActor = ActorNumber(0)

  /// The commitment to the server's seed; empty before `committed`.
  public var seedCommit: [UInt8] = []
  /// The number of the deal over the life of the room; 0 before the first.
  public var generation: UInt32 = 0
  /// Rows of the board; 0 before the deal.
  public var rows = 0
  /// Columns of the board; places run along rows.
  public var columns = 0
  /// The cards of this deal by slot, including those that have left the table.
  public var cards: [CardView] = []
  /// Slots in the order in which they were dealt.
  public var dealOrder: [Int] = []
  /// The commitment to each slot's face.
  public var leaves: [[UInt8]] = []
  /// The timing of the deal.
  public var deal: DealTiming?
  /// The turn order; before the deal, that of the match before.
  public var turnOrder: [SeatIndex] = []
  /// The turn being played; nil between turns.
  public var turn: Turn?
  /// The seat whose turn was last; nil before the first.
  public var lastTurnSeat: SeatIndex?
  /// The face-up cards: none, one or two.
  public var faceUp: [CardID] = []
  /// When the face of the last turned card is shown.
  public var lastRevealAt: ServerTime = .zero
  /// When the cards were last shuffled.
  public var lastShuffledAt: ServerTime?
  /// Shuffles since the deal.
  public var shuffleCount = 0
  /// Counters of the turns since the deal, for the rules.
  public var tally = Tally()

  /// The final standings; empty before the end.
  public var standings: [Standing] = []
  /// Why the match ended; nil before.
  public var endReason: Event.Ended.Reason?
  /// The seed, revealed at the end; empty before.
  public var seed: [UInt8] = []
  /// The number of the last entry that made earlier choices obsolete.
  public var lastTurningPoint: UInt64 = 0

  /// The view before the first entry.
  public init() {}
}

extension MatchView {
  /// The timing of a deal on every screen.
  public struct DealTiming: Hashable, Sendable {
    /// When the first card starts.
    public var beganAt: ServerTime
    /// The delay between one card's start and the next's.
    public var stagger: Duration
    /// How long each card flies.
    public var duration: Duration
    /// When the cards can be played.
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
    /// The seat whose turn it is.
    public var seat: SeatIndex
    /// When it began.
    public var beganAt: ServerTime
    /// When it expires; nil for no limit.
    public var deadline: ServerTime?

    /// The turn of `seat` from `beganAt` to `deadline`.
    public init(seat: SeatIndex, beganAt: ServerTime, deadline: ServerTime?) {
      self.seat = seat
      self.beganAt = beganAt
      self.deadline = deadline
    }
  }

  /// The card with this identity, if it belongs to this deal.
  public func card(_ id: CardID) -> CardView? {
    guard id.generation == generation, cards.indices.contains(id.slot) else { return nil }
    return cards[id.slot]
  }

  /// The card at a place of the board (counted along rows), if there is one.
  public func card(at place: Int) -> CardView? {
    cards.first { $0.place == place && $0.state != .cleared }
  }

  /// The seat of a member.
  public func seat(of actor: ActorNumber) -> SeatIndex? {
    seats.firstIndex { $0.actor == actor }.map(SeatIndex.init)
  }

  /// The earliest time of a valid choice: the start of the turn, the first card's reveal or the
  /// last shuffle, whichever is latest.
  public var earliestChoice: ServerTime {
    var earliest = turn?.beganAt ?? at
    if !faceUp.isEmpty { earliest = max(earliest, lastRevealAt) }
    if let lastShuffledAt { earliest = max(earliest, lastShuffledAt) }
    return earliest
  }

  /// Whether a seat may turn a card now: in its own turn, or in a cooperative mode any active seat.
  public func hasTurn(_ seat: SeatIndex) -> Bool {
    guard let turn else { return false }
    if turn.seat == seat { return true }
    return settings.mode.rules.isCooperative && seats.indices.contains(seat.rawValue)
      && seats[seat.rawValue].isPlaying
  }

  /// The occupied seats.
  public var takenSeats: [SeatIndex] {
    seats.indices.compactMap { seats[$0].isTaken ? SeatIndex($0) : nil }
  }

  /// The number of occupied seats.
  public var takenSeatCount: Int { seats.indices.count { seats[$0].actor != nil } }

  /// The number of seats that one of the server's own bots plays now.
  public var serverBotCount: Int {
    seats.indices.count { seats[$0].botLevel != nil }
  }

  /// Whether a match is running.
  public var isMatchRunning: Bool { phase.isRunning }
}
