// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What happened in a room: all that a screen and a score need, and nothing a viewer may not know.
///
/// Commands ask (`choose`), events tell (`flipped`). The family is closed; an event of a later
/// protocol arrives as `unrecognized` and changes nothing.
public enum Event: Hashable, Sendable {
  /// A match opened: the stretch of the log from here to `ended` is its.
  case opened(Opened)
  /// Someone took a seat.
  case seated(Seated)
  /// A seat became free.
  case vacated(SeatIndex)
  /// Another member owns the room; nil while nobody does.
  case ownerChanged(ActorNumber?)
  /// A seat's player is away: the seat is passed over, or a bot plays meanwhile.
  case skipped(SeatIndex, standIn: Player? = nil)
  /// The player of a skipped seat is back.
  case returned(SeatIndex)
  /// The owner chose other settings; nobody is ready any more.
  case configured(MatchSettings, theme: String)
  /// A seat is ready, with its commitment (empty for none).
  case readied(SeatIndex, entropyCommit: [UInt8])
  /// All are ready: the server's commitment and every seat's, before anything is opened.
  case committed(Committed)
  /// A seat's share of the randomness was opened; empty if it did not open it in time.
  case revealed(SeatIndex, entropy: [UInt8])
  /// A seat agrees to end this match and open the next.
  case consented(SeatIndex)
  /// The cards were dealt.
  case dealt(Dealt)
  /// A turn began.
  case turnBegan(TurnBegan)
  /// A card was turned up.
  case flipped(Flipped)
  /// The cards that were up turned back, or left the table as a pair.
  case settled(Settled)
  /// The cards on the table changed places in the open, or were gathered and dealt again.
  case shuffled(Shuffled)
  /// A turn's time ran out.
  case turnExpired(TurnExpired)
  /// A seat gave up.
  case resigned(SeatIndex)
  /// Nobody finds anything new: unless that changes within so many turns, the remaining pairs are
  /// void.
  case stalemateWarning(turnsLeft: Int)
  /// The match ended.
  case ended(Ended)
  /// The match's clock stood still for so long, up to this entry's time: after an outage, or while
  /// the journal was slow or could not write.
  ///
  /// What of that stretch fell between the beginning and the end of something that had not ended
  /// when the stretch began is added to it: to a running turn's deadline, to a deal's time until
  /// it is playable, to the time for opening commitments and for tapping the deck. A bonus that
  /// drains has what it had when the stretch began, and drains on from this entry's time. A reveal
  /// that lies in the stretch counts from this entry's time, and with it when two cards settle;
  /// a stretch that finds two cards up begins no later than their reveal, so that they are shown in
  /// full again. What had ended before is not touched; outside a match nothing is.
  case clockAdjusted(givenBack: Duration)
  /// An event of a later protocol than this program's.
  case unrecognized
}

extension Event {
  /// The payload of `opened`.
  public struct Opened: Hashable, Sendable {
    /// Names this match, here and in every commitment made for it.
    public var matchID: String
    /// The rules it is played by.
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
    /// Who took it.
    public var player: Player
    /// The membership's number from now on.
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
    /// The commitment of each chair, empty where none was made.
    public var entropyCommits: [[UInt8]]

    /// Commitments of the server and of each chair.
    public init(seedCommit: [UInt8], entropyCommits: [[UInt8]]) {
      self.seedCommit = seedCommit
      self.entropyCommits = entropyCommits
    }
  }

  /// The payload of `dealt`.
  public struct Dealt: Hashable, Sendable {
    /// The deal's number over the life of the room.
    public var generation: UInt32
    /// Slots in the order they leave the deck; a card's place at the deal is its slot.
    public var slots: [Int]
    /// Rows of the board.
    public var rows: Int
    /// Columns of the board; places run along rows.
    public var columns: Int
    /// Seats in the order of turns.
    public var turnOrder: [SeatIndex]
    /// The commitment to each slot's face, 32 bytes each, by slot.
    public var leaves: [[UInt8]]
    /// From one card's start to the next's.
    public var stagger: Duration
    /// How long one card flies.
    public var duration: Duration
    /// When the last card lies.
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
    /// Whose turn it is.
    public var seat: SeatIndex
    /// When it runs out, nil for no limit.
    public var deadline: ServerTime?

    /// `seat` plays until `deadline`.
    public init(seat: SeatIndex, deadline: ServerTime?) {
      self.seat = seat
      self.deadline = deadline
    }
  }

  /// The payload of `flipped`.
  public struct Flipped: Hashable, Sendable {
    /// What the flip came to.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
      /// The first card of a turn.
      case first
      /// The second, with the first one's face.
      case match
      /// The second, with another face.
      case mismatch
    }

    /// Who turned it.
    public var seat: SeatIndex
    /// Which card.
    public var card: CardID
    /// Its face.
    public var face: Face
    /// Opens the card's leaf, 16 bytes.
    public var salt: [UInt8]
    /// When the face shows, on every screen.
    public var revealAt: ServerTime
    /// When the choice counts as made.
    public var judgedAt: ServerTime
    /// How much of the way from press to server was given back.
    public var refund: Duration
    /// The card's bonus from the reveal on.
    public var bonus: Bonus
    /// First, match or mismatch.
    public var outcome: Outcome
    /// What it did to scores, in the order to show.
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

    /// `turnedBack` turn down, `cleared` leave.
    public init(turnedBack: [CardID] = [], cleared: [CardID] = []) {
      self.turnedBack = turnedBack
      self.cleared = cleared
    }
  }

  /// The payload of `shuffled`.
  public struct Shuffled: Hashable, Sendable {
    /// Who shuffled; nil for the server.
    public var seat: SeatIndex?
    /// For each place on the board, the place its card moves to; empty where they are dealt again.
    public var permutation: [Int]
    /// How the cards are dealt again; nil where they move in the open.
    public var redealt: Redealt?

    /// The cards move by `permutation`.
    public init(seat: SeatIndex?, permutation: [Int]) {
      self.seat = seat
      self.permutation = permutation
    }

    /// The cards are gathered and dealt again.
    public init(seat: SeatIndex?, redealt: Redealt) {
      self.seat = seat
      permutation = []
      self.redealt = redealt
    }
  }

  /// The payload of `turnExpired`.
  public struct TurnExpired: Hashable, Sendable {
    /// Whose turn it was.
    public var seat: SeatIndex
    /// The deadline that passed.
    public var judgedAt: ServerTime
    /// How much time was given back before it passed.
    public var refund: Duration
    /// What it cost.
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
      /// Everyone agreed to start again.
      case restarted
      /// Only one player was left.
      case resigned
      /// Nobody was left to play.
      case abandoned
      /// Nobody found anything new for so long that the remaining pairs are void.
      case stalemate
      /// A rated match could not begin, for somebody did not open their share of the deal.
      case aborted

      /// Whether the next match opens at the same table by itself.
      public var opensNext: Bool { self == .restarted || self == .aborted }
    }

    /// Every seat that played, best first.
    public var standings: [Standing]
    /// Why it ended.
    public var reason: Reason
    /// The server's seed, opened: from it anyone can deal the same cards.
    public var seed: [UInt8]
    /// Every chair's share of the randomness, as revealed.
    public var entropies: [[UInt8]]

    /// The end, with everything that was hidden opened.
    public init(standings: [Standing], reason: Reason, seed: [UInt8], entropies: [[UInt8]]) {
      self.standings = standings
      self.reason = reason
      self.seed = seed
      self.entropies = entropies
    }
  }
}
