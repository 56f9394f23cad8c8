// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// A client's knowledge of the room it is in.
package struct ClientTable: Hashable, Sendable {
  /// The room's code.
  package let code: String
  /// The room's name on the wire.
  package let roomID: String
  /// The client's role in it.
  package private(set) var role: Role
  /// Its number in the room's log; nil for spectators.
  package private(set) var actor: ActorNumber?
  /// The room's log as far as received.
  package private(set) var log: MatchLog
  /// Which seats are connected.
  package internal(set) var presence: [SeatPresence] = []
  /// The number of spectators.
  package internal(set) var audience = 0
  /// Flips whose face matched the card's commitment.
  package private(set) var provenFlips = 0
  /// Flips whose face did not match.
  package private(set) var brokenFlips = 0
  /// Shares and commitments, of any seat, that the server has forged.
  package private(set) var brokenShares = 0
  /// The entries that opened the last match and the one before it, as far as the client has seen any.
  private var openings = Openings()
  /// The last entry reported to the user, across all bases; 0 for none.
  private var toldThrough: UInt64 = 0
  /// When the client received what the next choice builds on; nil before that.
  private var builtOnAt: LocalTime?

  private struct Openings: Hashable, Sendable {
    var former: UInt64?
    var last: UInt64?
  }

  /// How an entry was added to the log.
  enum Addition: Hashable, Sendable {
    /// Not at all: entries before it are missing, or its time is too early.
    case rejected
    /// Not again: the log contains it.
    case known
    /// To the log, which a new base has set back; the user knows the entry.
    case retold
    /// To the log, and the user does not know it yet.
    case new
  }

  /// The table that a client has joined, with the log up to the tail; nil if the message has no base
  /// and continues no log.
  ///
  /// - Parameters:
  ///   - joined: the server's message.
  ///   - former: the client's table before; if it is the same room, its log continues, or what was
  ///     reported of it is not reported again.
  ///   - toldThrough: the last entry of this room that was reported before.
  init?(_ joined: Joined, after former: ClientTable?, toldThrough: UInt64 = 0) {
    let former = former?.roomID == joined.roomID ? former : nil
    if let base = joined.base {
      code = joined.code
      roomID = joined.roomID
      log = MatchLog(base: base)
      let told = former.map { max($0.toldThrough, $0.log.latest.seq) } ?? 0
      self.toldThrough = max(told, toldThrough)
    } else if let former {
      self = former
    } else {
      return nil
    }
    // The membership may be new: the session had left without receiving the answer.
    role = joined.role
    actor = joined.actor
  }

  /// The spectator delay; zero for a player.
  ///
  /// The room's delay by its latest settings, plus a margin: entries arrive no sooner than the
  /// delay after their time, and must arrive before they are shown.
  package var delay: Duration {
    let held = role == .spectator ? log.latest.settings.spectatorDelay : .zero
    return held == .zero ? .zero : held + Self.spectatorsMargin
  }

  /// The time allowed for delivery.
  static let spectatorsMargin = Duration.milliseconds(300)

  /// The client's seat now; nil for spectators.
  package var seat: SeatIndex? { actor.flatMap { log.latest.seat(of: $0) } }

  /// Adds an entry that arrived at `now`.
  mutating func add(_ entry: Entry, at now: LocalTime) -> Addition {
    let before = log.latest.seq
    let builtOn = log.latest.earliestChoice
    guard log.append(entry) else { return .rejected }
    guard entry.seq > before else { return .known }
    if log.latest.earliestChoice != builtOn { builtOnAt = now }
    if entry.opensMatch { openings = Openings(former: openings.last ?? entry.seq, last: entry.seq) }
    guard entry.seq > toldThrough else { return .retold }
    toldThrough = entry.seq
    return .new
  }

  /// Forgets old entries; amortised O(1) an entry.
  ///
  /// - Parameter count: how many are kept at least; nil for what a person can still ask for: the last
  ///   match and the one before it.
  mutating func forget(keeping count: Int?) {
    let kept = count ?? max(Self.fewest, min(entriesOfTwoMatches, Self.most))
    if log.entries.count > 2 * kept { log.fold(keeping: kept) }
  }

  /// How many entries there are from the opening of the match before the last one.
  private var entriesOfTwoMatches: Int {
    guard let opening = openings.former, opening > log.base.seq else { return 0 }
    return log.entries.count - Int(clamping: opening - log.base.seq - 1)
  }

  /// A screen shows entries of the last seconds, and a spectator's is late: more than they need.
  private static let fewest = 256
  /// Many times a match of 64 cards: what comes between two matches has no end.
  private static let most = 8192

  /// When the prompt for a choice appeared on this screen: at its own time, or on arrival if later.
  ///
  /// It is counted back from the press on the local clock, so that an improved estimate of the
  /// server's time does not count as thinking.
  ///
  /// - Parameters:
  ///   - pressed: the server's time of the press.
  ///   - now: the local time of the press.
  /// - Returns: the server's time, or nil if no choice is asked for.
  func promptShown(beforePress pressed: ServerTime, at now: LocalTime) -> ServerTime? {
    guard log.latest.turn != nil, let builtOnAt else { return nil }
    return max(log.latest.earliestChoice, pressed - (now - builtOnAt))
  }

  /// Checks a revealed face against the commitment in the deal.
  ///
  /// - Returns: `brokenCommitment` if it does not match, else nil.
  mutating func check(_ flip: Event.Flipped, hashing: Hashing) -> ClientEvent? {
    let leaves = log.latest.leaves
    guard leaves.indices.contains(flip.card.slot) else { return nil }
    let leaf = FairDeal.leaf(
      slot: flip.card.slot, face: flip.face, salt: flip.salt, hashing: hashing)
    guard leaf == leaves[flip.card.slot] else {
      brokenFlips += 1
      return .brokenCommitment(flip.card)
    }
    provenFlips += 1
    return nil
  }

  /// Counts the shares that an event reports as forged.
  mutating func count(_ event: ClientEvent) {
    switch event {
    case .shareLost(.broken), .shareForged: brokenShares += 1
    default: break
    }
  }
}
