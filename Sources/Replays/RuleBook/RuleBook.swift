// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The rules once more, written down simply and apart from those that decide.
///
/// It reads a room's log and says where that does not keep them. Scores, turns, bonuses and the deck
/// are worked out anew. A log may come from anywhere: up to the first complaint nothing in it traps.
public struct RuleBook: Sendable {
  /// What is wrong with an entry.
  public struct Complaint: Hashable, Sendable {
    /// Which entry: the one being read, or an earlier one that it shows to be a lie.
    public var seq: UInt64
    /// What is wrong, a clause without a full stop.
    public var clause: String
  }

  /// A chair.
  package struct Chair: Sendable {
    package var player: Player?
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

    package var isPlaying: Bool { actor != nil && (!isSkipped || hasStandIn) && !hasResigned }
  }

  /// A card on the table.
  package struct Lying: Sendable {
    var place: Int
    package var isUp = false
    package var isGone = false
    package var isSeen = false
    /// What is left of its bonus, in milliseconds, when it does not run.
    var left: Int64
    var runsSince: ServerTime?
  }

  let dealer: Dealer
  let isFair: Bool
  /// Where the match stands.
  public internal(set) var phase = MatchView.Phase.waiting
  /// The rules it is played by.
  public internal(set) var settings = MatchSettings()
  package internal(set) var matchID = ""
  package internal(set) var chairs: [Chair] = []
  var seedCommit: [UInt8] = []
  var generation: UInt32 = 0
  package internal(set) var cards: [Lying] = []
  var leaves: [[UInt8]] = []
  /// Faces that were shown, by slot.
  package internal(set) var faces: [Int: Face] = [:]
  var up: [CardID] = []
  /// Whether the cards that are up are a pair.
  var isPair = false
  var order: [SeatIndex] = []
  var turn: Event.TurnBegan?
  var turnBeganAt = ServerTime.zero
  var lastSeat: SeatIndex?
  /// Who has to play next, where that is settled; nil for the next in order.
  var keeps: SeatIndex?
  var revealAt = ServerTime.zero
  var shuffledAt = ServerTime.zero
  /// The deals of this match before the last blind shuffle.
  package internal(set) var formerDeals: [FormerDeal] = []
  /// Turns on end that were over without anything new, and how many are left once a stalemate was
  /// announced.
  var idleTurns = 0
  var turnsLeft: Int?
  /// Turns that were over, and not kept by a pair, since the cards last changed places.
  var passed = 0
  /// From when on the next turn may begin after the cards have changed places by themselves.
  var movedUntil = ServerTime.zero
  var playableAt = ServerTime.zero
  var dealtAt = ServerTime.zero
  /// The entry that dealt the cards as they are, and what was drawn for it and since.
  var dealtBy: UInt64 = 0
  var draws: [Draw] = []
  /// Shuffles since the deal.
  var shuffles = 0
  private(set) var lastSeq: UInt64 = 0
  private(set) var lastAt = ServerTime.zero
  private var lastActor = ActorNumber(0)
  private(set) var owner: ActorNumber?
  /// The member as whom the owner goes on, between being seated and owning the room again.
  private var successor: ActorNumber?
  /// Whose requests have been read.
  var requests = Requests()
  /// Since when the deck has lain there.
  var undealtAt = ServerTime.zero
  /// What is wrong with the entry being read.
  var complaints: [Complaint] = []

  /// A book that has read nothing.
  ///
  /// - Parameters:
  ///   - dealer: where decks come from.
  ///   - isFair: whether they are the fair deal's, so that the seed opened at the end must give them.
  ///   - base: the room between two matches, before the first, or while a match is waited for: it is
  ///     believed.
  public init(dealer: Dealer, isFair: Bool, from base: MatchView = MatchView()) {
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
  public var isRunning: Bool { phase.isRunning }

  /// The chairs somebody sits on.
  public var takenSeats: [SeatIndex] {
    chairs.indices.filter { chairs[$0].actor != nil }.map(SeatIndex.init)
  }

  /// Reads the next entry.
  ///
  /// - Returns: what is wrong with it.
  public mutating func read(_ entry: Entry) -> [Complaint] {
    complaints = []
    let before = lastSeq
    lastSeq = entry.seq
    expect(entry.seq == before + 1, "it follows entry \(before)")
    expect(entry.at >= lastAt, "it goes back in time")
    lastAt = entry.at
    checkCause(of: entry)
    read(entry.event, at: entry.at)
    return complaints
  }

  /// Complains unless something is so: about the entry being read, or the earlier one named.
  mutating func expect(
    _ isSo: Bool, _ clause: String, about seq: UInt64? = nil
  ) {
    if !isSo { complaints.append(Complaint(seq: seq ?? lastSeq, clause: clause)) }
  }

  /// Changes a chair; one that is not there is a complaint.
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
      // Whoever comes into a room that is nobody's gets it, a bot too.
      let isNewcomers = owner == nil && actor == lastActor
      let isSamePlayer = actor != nil && actor == successor
      expect(
        actor == heir || isNewcomers || isSamePlayer, "the room goes to \(actor?.rawValue ?? 0)")
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
      expect(takenSeats.contains(seat), "nobody sits on the seat that is ready")
      change(seat) { $0.commit = commit }
    case .committed(let committed): commit(committed)
    case .revealed(let seat, let entropy): reveal(seat, entropy)
    case .consented: expect(isRunning, "a seat wants to start again while \(phase)")
    case .dealt(let dealt): deal(dealt, at: at)
    case .turnBegan(let turn): begin(turn, at: at)
    case .flipped(let flip): read(flip, at: at)
    case .settled(let settled): settle(settled, at: at)
    case .shuffled(let shuffled): shuffle(shuffled, at: at)
    case .turnExpired(let expired): expire(expired, at: at)
    case .resigned(let seat):
      expect(isRunning, "a seat gives up while \(phase)")
      change(seat) { $0.hasResigned = true }
      breakOff(seat)
    case .stalemateWarning(let turns): warn(turns)
    case .ended(let ended): end(ended)
    case .clockAdjusted(let length): standStill(for: length, until: at)
    case .unrecognized: expect(false, "it says nothing")
    }
  }

  /// Whose the room is next: a person's who is there, or else is away, the first that came.
  private var heir: ActorNumber? {
    let people = chairs.filter { $0.actor != nil && $0.actor != owner && $0.player?.isBot == false }
    let there = people.filter { !$0.isSkipped }
    return (there.isEmpty ? people : there).compactMap(\.actor).min()
  }

  // MARK: Coming and going

  private mutating func open(_ opened: Event.Opened) {
    expect(phase == .ended || lastSeq == 1, "a match opens while \(phase)")
    expect(opened.matchID != matchID, "the next match has the name of the last")
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
      expect(false, "no match can be played by its \(error.fact("field") ?? "settings")")
    }
    expect(settings == settings.asPlayed, "its mode has another time for turns")
    expect(
      settings.theme == ThemeName.random
        ? ThemeName.all.contains(theme) : settings.theme == theme, "it has another theme")
    expect(takenSeats.last.map { $0.rawValue < settings.seats } ?? true, "a taken seat is gone")
    chairs = Array(chairs.prefix(settings.seats))
    while chairs.count < settings.seats { chairs.append(Chair()) }
    for index in chairs.indices { chairs[index].commit = nil }
  }

  private mutating func sit(_ seated: Event.Seated) {
    expect(seated.actor > lastActor, "a member's number is used again")
    lastActor = max(lastActor, seated.actor)
    if takeOver(seated) { return }
    expect(!isRunning, "somebody sits down while \(phase)")
    var isFree = true
    change(seated.seat) {
      isFree = $0.actor == nil
      $0 = Chair()
      $0.player = seated.player
      $0.actor = seated.actor
    }
    expect(isFree, "two sit on seat \(seated.seat.rawValue)")
  }

  /// Lets a player who is known by a key go on as another member: on the same seat, in whatever
  /// phase, with all there was of it.
  ///
  /// - Returns: whether it is one who does.
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
