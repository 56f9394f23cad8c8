// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A second, independent implementation of the rules, for verification.
///
/// It reads a room's log and reports where that violates the rules, recomputing scores, turns,
/// bonuses and the deck. A log may come from anywhere: up to the first complaint, nothing in it can
/// cause a trap.
package struct RuleBook: Sendable {
  /// A violation of the rules.
  package struct Complaint: Hashable, Sendable {
    /// The entry at fault: the one being read, or an earlier one that it proves wrong.
    package var seq: UInt64
    /// What is wrong, as a clause without a full stop.
    package var clause: String
  }

  /// A seat of the match.
  package struct Chair: Sendable {
    /// Its player; nil while it is free.
    package var player: Player?
    /// The member who occupies it; nil while it is free or was left.
    package var actor: ActorNumber?
    var commit: [UInt8]?
    var entropy: [UInt8]?
    var isSkipped = false
    var hasStandIn = false
    var hasResigned = false
    var hasShuffled = false
    var expired = 0
    var score = 0
    var pairs = 0

    /// Whether turns may come to it.
    package var isPlaying: Bool { actor != nil && (!isSkipped || hasStandIn) && !hasResigned }
  }

  /// A card on the table.
  package struct Lying: Sendable {
    var place: Int
    /// Whether it is face up.
    package var isUp = false
    /// Whether its pair was found.
    package var isGone = false
    /// Whether its face was shown since it was dealt.
    package var isSeen = false
    /// The rest of its bonus while it is not running, in milliseconds.
    var left: Int64
    var runsSince: ServerTime?
  }

  let dealer: Dealer
  let isFair: Bool
  /// Whether everything read so far was valid.
  private var isSound = true
  /// The phase of the match.
  package internal(set) var phase = MatchView.Phase.waiting
  /// The settings of the match.
  package internal(set) var settings = MatchSettings()
  /// What differs in the match's mode.
  var mode: ModeTable { ModeTable(settings.mode) }
  /// The match's identifier; empty before the first one.
  package internal(set) var matchID = ""
  /// The seats, by index.
  package internal(set) var chairs: [Chair] = []
  var seedCommit: [UInt8] = []
  var generation: UInt32 = 0
  /// The cards, by slot; empty before the deal.
  package internal(set) var cards: [Lying] = []
  var leaves: [[UInt8]] = []
  /// Faces that have been shown, by slot.
  package internal(set) var faces: [Int: Face] = [:]
  var up: [CardID] = []
  /// Whether the cards that are face up are a pair.
  var isPair = false
  var order: [SeatIndex] = []
  var turn: Event.TurnBegan?
  var turnBeganAt = ServerTime.zero
  var lastSeat: SeatIndex?
  /// The seat that must play next, if a pair kept the turn; nil for the next in order.
  var keeps: SeatIndex?
  var revealAt = ServerTime.zero
  var shuffledAt = ServerTime.zero
  /// The deals of this match before its last blind shuffle.
  package internal(set) var formerDeals: [FormerDeal] = []
  /// Consecutive turns without anything new, and how many are left once a stalemate was announced.
  var idleTurns = 0
  var turnsLeft: Int?
  /// Turns that passed since the last shuffle.
  var passed = 0
  /// When the next turn may begin after an automatic shuffle.
  var movedUntil = ServerTime.zero
  var playableAt = ServerTime.zero
  var dealtAt = ServerTime.zero
  /// The entry that dealt the present cards, and the draws for it and since.
  var dealtBy: UInt64 = 0
  var draws: [Draw] = []
  /// Shuffles since the deal.
  var shuffles = 0
  private(set) var lastSeq: UInt64 = 0
  private(set) var lastAt = ServerTime.zero
  private var lastActor = ActorNumber(0)
  private(set) var owner: ActorNumber?
  /// The new membership of the owner, between taking over the seat and owning the room again.
  private var successor: ActorNumber?
  var requests = Requests()
  /// When the deck became ready to be dealt.
  var undealtAt = ServerTime.zero
  /// The complaints about the entry being read.
  var complaints: [Complaint] = []

  /// A rule book that has read nothing.
  ///
  /// - Parameters:
  ///   - dealer: the source of decks.
  ///   - isFair: whether the deal is fair, so that the revealed seed must reproduce it.
  ///   - base: the room before the first entry, with no match running; it is trusted.
  package init(dealer: Dealer, isFair: Bool, from base: MatchView = MatchView()) {
    self.dealer = dealer
    self.isFair = isFair
    phase = base.phase
    lastSeq = base.seq
    lastAt = base.at
    lastActor = base.lastActor
    owner = base.owner
    generation = base.generation
    order = base.turnOrder
    let isWaiting = base.phase == .waiting && base.seq > 0
    chairs = base.seats.map { seat in
      Chair(
        player: seat.player, actor: seat.actor,
        commit: isWaiting && seat.isReady ? seat.entropyCommit : nil)
    }
    guard isWaiting else { return }
    matchID = base.matchID
    settings = base.settings
  }

  /// Whether a match is under way.
  package var isRunning: Bool { phase.isRunning }

  /// The occupied seats.
  package var takenSeats: [SeatIndex] {
    chairs.indices.filter { chairs[$0].actor != nil }.map(SeatIndex.init)
  }

  /// Reads the next entry.
  ///
  /// - Returns: its violations of the rules; empty if it is valid.
  package mutating func read(_ entry: Entry) -> [Complaint] {
    complaints = []
    let before = lastSeq
    lastSeq = entry.seq
    expect(entry.seq == before + 1, "its number does not follow entry \(before)")
    expect(entry.at >= lastAt, "it is earlier than the entry before")
    lastAt = entry.at
    checkCause(of: entry)
    read(entry.event, at: entry.at)
    isSound = isSound && complaints.isEmpty
    if isSound { checkInvariants() }
    return complaints
  }

  /// Asserts what holds after any valid log.
  private func checkInvariants() {
    assert(up.count <= 2, "At most two cards are face up.")
    assert(
      cards.count { $0.isUp } == up.count, "The face-up flags agree with the face-up cards.")
    assert(cards.isEmpty || leaves.count == cards.count, "Every card has a commitment.")
    assert(!cards.contains { $0.isUp && $0.isGone }, "A card that is gone is not face up.")
    assert(
      Set(cards.filter { !$0.isGone }.map { $0.place }).count == cards.count { !$0.isGone },
      "No two cards lie in one place.")
    assert(faces.keys.allSatisfy(cards.indices.contains), "Every shown face is a card's.")
    assert(
      formerDeals.allSatisfy { $0.left.allSatisfy(cards.indices.contains) },
      "What was left of former deals is still on the table or gone.")
    assert(turn == nil || phase == .playing, "Turns are taken only while playing.")
    assert(
      turn.map { chairs.indices.contains($0.seat.rawValue) } ?? true,
      "A turn belongs to an existing seat.")
    assert((0...2).contains(turnsLeft ?? 0), "A stalemate is announced two turns ahead.")
  }

  /// Complains unless a condition holds, about the entry being read or an earlier one.
  mutating func expect(
    _ isSo: Bool, _ clause: String, about seq: UInt64? = nil
  ) {
    if !isSo { complaints.append(Complaint(seq: seq ?? lastSeq, clause: clause)) }
  }

  /// Changes a seat; complains if it does not exist.
  mutating func change(_ seat: SeatIndex, _ body: (inout Chair) -> Void) {
    guard chairs.indices.contains(seat.rawValue) else {
      return expect(false, "there is no seat \(seat.rawValue)")
    }
    body(&chairs[seat.rawValue])
  }

  private mutating func read(_ event: Event, at: ServerTime) {
    switch event {
    case .opened(let opened): open(opened)
    case .configured(let settings, let theme):
      expect(phase == .waiting, "settings change while \(phase)")
      seatChairs(settings, theme: theme)
    case .seated(let seated): sit(seated)
    case .vacated(let seat): vacate(seat)
    case .ownerChanged(let actor):
      // A newcomer to a room without an owner becomes its owner, even a bot.
      let isNewcomers = owner == nil && actor == lastActor
      let isSamePlayer = actor != nil && actor == successor
      expect(
        actor == heir || isNewcomers || isSamePlayer,
        "the room passed to the wrong member, \(actor?.rawValue ?? 0)")
      owner = actor
    case .skipped(let seat, let standIn):
      expect(isRunning, "a seat is skipped while \(phase)")
      change(seat) {
        $0.isSkipped = true
        $0.hasStandIn = standIn != nil
      }
      breakOff(seat)
    case .returned(let seat):
      change(seat) {
        $0.isSkipped = false
        $0.hasStandIn = false
        $0.expired = 0
      }
    case .readied(let seat, let commit):
      expect(phase == .waiting, "a seat is ready while \(phase)")
      expect(takenSeats.contains(seat), "an empty seat got ready")
      change(seat) { $0.commit = commit }
    case .committed(let committed): commit(committed)
    case .revealed(let seat, let entropy): reveal(seat, entropy)
    case .consented: expect(isRunning, "a seat asked for a restart while \(phase)")
    case .dealt(let dealt): deal(dealt, at: at)
    case .turnBegan(let turn): begin(turn, at: at)
    case .flipped(let flip): read(flip, at: at)
    case .settled(let settled): settle(settled, at: at)
    case .shuffled(let shuffled): shuffle(shuffled, at: at)
    case .turnExpired(let expired): expire(expired, at: at)
    case .resigned(let seat):
      expect(isRunning, "a seat resigned while \(phase)")
      change(seat) { $0.hasResigned = true }
      breakOff(seat)
    case .stalemateWarning(let turns): warn(turns)
    case .ended(let ended): end(ended)
    case .clockAdjusted(let length): standStill(for: length, until: at)
    case .unrecognized: expect(false, "its event is unknown")
    }
  }

  /// The next owner: the longest-standing person present, or else the longest-standing absent one.
  private var heir: ActorNumber? {
    let people = chairs.filter { $0.actor != nil && $0.actor != owner && $0.player?.isBot == false }
    let there = people.filter { !$0.isSkipped }
    return (there.isEmpty ? people : there).compactMap { $0.actor }.min()
  }

  // MARK: Entering and leaving

  private mutating func open(_ opened: Event.Opened) {
    expect(phase == .ended || lastSeq == 1, "a match opens while \(phase)")
    expect(opened.matchID != matchID, "the next match has the same id as the last")
    phase = .waiting
    matchID = opened.matchID
    for index in chairs.indices {
      var next = Chair()
      if chairs[index].actor != nil {
        next.player = chairs[index].player
        next.actor = chairs[index].actor
      }
      chairs[index] = next
    }
    cards = []
    formerDeals = []
    draws = []
    shuffles = 0
    faces = [:]
    up = []
    turn = nil
    lastSeat = nil
    seatChairs(opened.settings, theme: opened.theme)
  }

  private mutating func seatChairs(_ settings: MatchSettings, theme: String) {
    self.settings = settings
    do throws(Refusal) { try settings.validate() } catch {
      expect(false, "its \(error.fact("field") ?? "settings") is invalid")
    }
    expect(settings == settings.asPlayed, "its turn limit does not match its mode")
    if let day = settings.daily {
      var rules = MatchSettings.daily(day)
      // Which themes there are may change.
      rules.theme = settings.theme
      expect(settings == rules, "the deal of \(day) is not played by that day's rules")
    }
    expect(
      settings.theme == ThemeName.random
        ? ThemeName.all.contains(theme) : settings.theme == theme,
      "its theme does not match the settings")
    expect(
      takenSeats.last.map { $0.rawValue < settings.seats } ?? true, "an occupied seat was removed")
    chairs = Array(chairs.prefix(settings.seats))
    while chairs.count < settings.seats { chairs.append(Chair()) }
    for index in chairs.indices { chairs[index].commit = nil }
  }

  private mutating func sit(_ seated: Event.Seated) {
    expect(seated.actor > lastActor, "a member's number was used again")
    lastActor = max(lastActor, seated.actor)
    if takeOver(seated) { return }
    expect(!isRunning, "a seat was taken while \(phase)")
    var isFree = true
    change(seated.seat) {
      isFree = $0.actor == nil
      $0 = Chair()
      $0.player = seated.player
      $0.actor = seated.actor
    }
    expect(isFree, "two players share seat \(seated.seat.rawValue)")
  }

  /// Moves a seat to a new membership of the same player, in any phase and with everything it has.
  ///
  /// - Returns: whether the event was such a takeover.
  private mutating func takeOver(_ seated: Event.Seated) -> Bool {
    guard chairs.indices.contains(seated.seat.rawValue), let id = seated.player.id else {
      return false
    }
    let chair = chairs[seated.seat.rawValue]
    guard let former = chair.actor, chair.player?.id == id else { return false }
    chairs[seated.seat.rawValue].player = seated.player
    chairs[seated.seat.rawValue].actor = seated.actor
    if former == owner { successor = seated.actor }
    return true
  }

  private mutating func vacate(_ seat: SeatIndex) {
    let keepsResult = isRunning || phase == .ended
    var wasTaken = false
    change(seat) {
      wasTaken = $0.actor != nil
      if keepsResult { $0.actor = nil } else { $0 = Chair() }
    }
    expect(wasTaken, "seat \(seat.rawValue) was free already")
  }
}
