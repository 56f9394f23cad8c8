// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Something that happened in a room: all that screens and scores need, and nothing secret.
///
/// Commands are imperatives (`choose`), events participles (`flipped`). An event of a later
/// protocol version arrives as `unrecognized` and changes nothing.
public enum Event: Hashable, Sendable {
  /// A match opened; its entries reach from here to `ended`.
  case opened(Opened)
  /// Someone took a seat.
  case seated(Seated)
  /// A seat became free.
  case vacated(SeatIndex)
  /// The room's owner changed; nil if it has none.
  case ownerChanged(ActorNumber?)
  /// A seat's player is away: the seat is skipped, or a bot stands in.
  case skipped(SeatIndex, standIn: Player? = nil)
  /// The player of a skipped seat is back.
  case returned(SeatIndex)
  /// The owner changed the settings; nobody is ready any more.
  case configured(MatchSettings, theme: String)
  /// A seat is ready, with its commitment (empty for none).
  case readied(SeatIndex, entropyCommit: [UInt8])
  /// All seats are ready: the commitments of the server and all seats, before anything is revealed.
  case committed(Committed)
  /// A seat revealed its share of the randomness; empty if it did not in time.
  case revealed(SeatIndex, entropy: [UInt8])
  /// A seat agreed to end this match and open the next.
  case consented(SeatIndex)
  /// The cards were dealt.
  case dealt(Dealt)
  /// A turn began.
  case turnBegan(TurnBegan)
  /// A card was turned up.
  case flipped(Flipped)
  /// The face-up cards turned back, or left the table as a pair.
  case settled(Settled)
  /// The cards on the table moved visibly, or were gathered and dealt again.
  case shuffled(Shuffled)
  /// A turn's time ran out.
  case turnExpired(TurnExpired)
  /// A seat resigned.
  case resigned(SeatIndex)
  /// No player finds anything new: unless that changes within this many turns, the match ends.
  case stalemateWarning(turnsLeft: Int)
  /// The match ended.
  case ended(Ended)
  /// The match's clock was paused for this long, up to this entry's time: after an outage, or while
  /// the journal was slow or unavailable.
  ///
  /// Everything that was running when the pause began is extended by the part of the pause it ran
  /// through: a turn's deadline, a deal's time until it is playable, the time limits for revealing
  /// shares and for dealing. A draining bonus is restored to its value at the start of the pause
  /// and drains on from this entry's time. A reveal within the pause moves to this entry's time,
  /// and the settling of two cards with it. A pause with two cards face up starts no later than
  /// their reveal, so that they are shown in full again. Whatever had ended before is unchanged,
  /// and so is everything outside a match.
  case clockAdjusted(givenBack: Duration)
  /// An event of a later protocol version.
  case unrecognized
}

extension Event {
  /// The payload of `opened`.
  public struct Opened: Hashable, Sendable {
    /// The id of this match, part of every commitment made for it.
    public var matchID: String
    /// Its settings.
    public var settings: MatchSettings
    /// The theme drawn or chosen.
    public var theme: String

    /// A match opens.
    public init(matchID: String, settings: MatchSettings, theme: String) {
      self.matchID = matchID
      self.settings = settings
      self.theme = theme
    }
  }

  /// The payload of `seated`.
  public struct Seated: Hashable, Sendable {
    /// The seat taken.
    public var seat: SeatIndex
    /// The player who took it.
    public var player: Player
    /// The number of the new membership.
    public var actor: ActorNumber

    /// `player` takes `seat` as member `actor`.
    public init(seat: SeatIndex, player: Player, actor: ActorNumber) {
      self.seat = seat
      self.player = player
      self.actor = actor
    }
  }

  /// The payload of `committed`.
  public struct Committed: Hashable, Sendable {
    /// The commitment to the server's seed, 32 bytes.
    public var seedCommit: [UInt8]
    /// The commitment of each seat; empty if it made none.
    public var entropyCommits: [[UInt8]]

    /// The commitments of the server and of each seat.
    public init(seedCommit: [UInt8], entropyCommits: [[UInt8]]) {
      self.seedCommit = seedCommit
      self.entropyCommits = entropyCommits
    }
  }

  /// The payload of `dealt`.
  public struct Dealt: Hashable, Sendable {
    /// The deal's number over the life of the room.
    public var generation: UInt32
    /// Slots in the order in which they leave the deck; each card is dealt to the place of its
    /// slot.
    public var slots: [Int]
    /// Rows of the board.
    public var rows: Int
    /// Columns of the board; places run along rows.
    public var columns: Int
    /// The turn order.
    public var turnOrder: [SeatIndex]
    /// The commitment to each slot's face, 32 bytes each, by slot.
    public var leaves: [[UInt8]]
    /// The delay between one card's start and the next's.
    public var stagger: Duration
    /// How long each card flies.
    public var duration: Duration
    /// When the cards can be played.
    public var playableAt: ServerTime

    /// A deal with all its parts.
    public init(
      generation: UInt32, slots: [Int], rows: Int, columns: Int, turnOrder: [SeatIndex],
      leaves: [[UInt8]], stagger: Duration, duration: Duration, playableAt: ServerTime
    ) {
      self.generation = generation
      self.slots = slots
      self.rows = rows
      self.columns = columns
      self.turnOrder = turnOrder
      self.leaves = leaves
      self.stagger = stagger
      self.duration = duration
      self.playableAt = playableAt
    }
  }

  /// The payload of `turnBegan`.
  public struct TurnBegan: Hashable, Sendable {
    /// The seat whose turn it is.
    public var seat: SeatIndex
    /// When it expires; nil for no limit.
    public var deadline: ServerTime?

    /// `seat` plays until `deadline`.
    public init(seat: SeatIndex, deadline: ServerTime?) {
      self.seat = seat
      self.deadline = deadline
    }
  }

  /// The payload of `flipped`.
  public struct Flipped: Hashable, Sendable {
    /// The result of a flip.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
      /// The first card of a turn.
      case first
      /// The second, matching the first.
      case match
      /// The second, not matching.
      case mismatch
    }

    /// The seat that turned it.
    public var seat: SeatIndex
    /// The card.
    public var card: CardID
    /// Its face.
    public var face: Face
    /// The salt that opens the card's commitment, 16 bytes.
    public var salt: [UInt8]
    /// When the face is shown on every screen.
    public var revealAt: ServerTime
    /// When the choice counts as made.
    public var judgedAt: ServerTime
    /// The lag credited to the press.
    public var refund: Duration
    /// The card's bonus from the reveal on.
    public var bonus: Bonus
    /// First card, match or mismatch.
    public var outcome: Outcome
    /// The score changes, in the order to show.
    public var scoreChanges: [ScoreChange]

    /// A flip with all its parts.
    public init(
      seat: SeatIndex, card: CardID, face: Face, salt: [UInt8], revealAt: ServerTime,
      judgedAt: ServerTime, refund: Duration = .zero, bonus: Bonus, outcome: Outcome,
      scoreChanges: [ScoreChange] = []
    ) {
      self.seat = seat
      self.card = card
      self.face = face
      self.salt = salt
      self.revealAt = revealAt
      self.judgedAt = judgedAt
      self.refund = refund
      self.bonus = bonus
      self.outcome = outcome
      self.scoreChanges = scoreChanges
    }
  }

  /// The payload of `settled`.
  public struct Settled: Hashable, Sendable {
    /// Cards that turn face down again.
    public var turnedBack: [CardID]
    /// Cards that leave the table as a pair.
    public var cleared: [CardID]

    /// Turns `turnedBack` face down and removes `cleared`.
    public init(turnedBack: [CardID] = [], cleared: [CardID] = []) {
      self.turnedBack = turnedBack
      self.cleared = cleared
    }
  }

  /// The payload of `shuffled`.
  public struct Shuffled: Hashable, Sendable {
    /// The seat that shuffled; nil if automatic.
    public var seat: SeatIndex?
    /// For each place on the board, the place its card moves to; empty for a blind shuffle.
    public var permutation: [Int]
    /// How the cards are dealt again; nil for a visible shuffle.
    public var redealt: Redealt?

    /// A visible shuffle.
    public init(seat: SeatIndex?, permutation: [Int]) {
      self.seat = seat
      self.permutation = permutation
    }

    /// A blind shuffle.
    public init(seat: SeatIndex?, redealt: Redealt) {
      self.seat = seat
      permutation = []
      self.redealt = redealt
    }
  }

  /// The payload of `turnExpired`.
  public struct TurnExpired: Hashable, Sendable {
    /// The seat whose turn it was.
    public var seat: SeatIndex
    /// The deadline that passed.
    public var judgedAt: ServerTime
    /// The grace period that was added to the deadline.
    public var refund: Duration
    /// The penalty.
    public var scoreChanges: [ScoreChange]

    /// The turn of `seat` ran out at `judgedAt`.
    public init(
      seat: SeatIndex, judgedAt: ServerTime, refund: Duration = .zero,
      scoreChanges: [ScoreChange] = []
    ) {
      self.seat = seat
      self.judgedAt = judgedAt
      self.refund = refund
      self.scoreChanges = scoreChanges
    }
  }

  /// The payload of `ended`.
  public struct Ended: Hashable, Sendable {
    /// Why a match ended.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
      /// All pairs were found.
      case finished
      /// Everyone agreed to restart.
      case restarted
      /// At most one side was left: a player, or a team.
      case resigned
      /// No active player was left.
      case abandoned
      /// No player found anything new for too long.
      case stalemate
      /// A rated match could not begin because a player withheld their share of the deal.
      case aborted

      /// Whether the standings have winners: false if the match was cut short.
      public var hasWinners: Bool { self == .finished || self == .resigned || self == .stalemate }

      /// Whether the next match opens automatically in the same room.
      public var opensNext: Bool { self == .restarted || self == .aborted }
    }

    /// Every seat that played, best first.
    public var standings: [Standing]
    /// Why it ended.
    public var reason: Reason
    /// The server's seed, revealed: with it anyone can repeat the deal.
    public var seed: [UInt8]
    /// Every seat's share of the randomness, as revealed.
    public var entropies: [[UInt8]]

    /// The end, with all secrets revealed.
    public init(standings: [Standing], reason: Reason, seed: [UInt8], entropies: [[UInt8]]) {
      self.standings = standings
      self.reason = reason
      self.seed = seed
      self.entropies = entropies
    }
  }
}
