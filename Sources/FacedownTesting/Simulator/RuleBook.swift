// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The rules once more, written down simply and apart from those that decide.
///
/// It reads a room's log and says where that does not keep them. Scores, turns, bonuses and the deck
/// are worked out anew.
struct RuleBook {
  /// A chair.
  struct Chair {
    var player: Player?
    var actor: ActorNumber?
    var commit: [UInt8]?
    var entropy: [UInt8]?
    var isSkipped = false
    var hasStandIn = false
    var hasResigned = false
    var hasShuffled = false
    var expired = 0
    var score = 0
    var pairs = 0

    var isPlaying: Bool { actor != nil && (!isSkipped || hasStandIn) && !hasResigned }
  }

  /// A card on the table.
  struct Lying {
    var place: Int
    var isUp = false
    var isGone = false
    var isSeen = false
    /// What is left of its bonus, in milliseconds, when it does not run.
    var left: Int64
    var runsSince: ServerTime?
  }

  let dealer: Dealer
  let isFair: Bool
  var phase = MatchView.Phase.waiting
  var settings = MatchSettings()
  var matchID = ""
  var chairs: [Chair] = []
  var seedCommit: [UInt8] = []
  var generation: UInt32 = 0
  var cards: [Lying] = []
  var leaves: [[UInt8]] = []
  /// Faces that were shown, by slot.
  var faces: [Int: Face] = [:]
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
  var formerDeals: [FormerDeal] = []
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
  private var lastSeq: UInt64 = 0
  private var lastAt = ServerTime.zero
  private var lastActor = ActorNumber(0)
  private var owner: ActorNumber?
  /// What is wrong with the entry being read.
  private var complaints: [String] = []

  init(dealer: Dealer, isFair: Bool) {
    self.dealer = dealer
    self.isFair = isFair
  }

  /// Whether a match is under way.
  var isRunning: Bool { phase.isRunning }

  /// The chairs somebody sits on.
  var takenSeats: [SeatIndex] {
    chairs.indices.filter { chairs[$0].actor != nil }.map(SeatIndex.init)
  }

  /// Reads the next entry.
  ///
  /// - Returns: what is wrong with it.
  mutating func read(_ entry: Entry) -> [String] {
    complaints = []
    expect(entry.seq == lastSeq + 1, "it follows entry \(lastSeq)")
    expect(entry.at >= lastAt, "it goes back in time")
    lastSeq = entry.seq
    lastAt = entry.at
    read(entry.event, at: entry.at)
    return complaints
  }

  mutating func expect(_ isSo: Bool, _ complaint: String) {
    if !isSo { complaints.append(complaint) }
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
    case .configured(let settings, _):
      expect(phase == .waiting, "settings change while \(phase)")
      seatChairs(settings)
    case .seated(let seated): sit(seated)
    case .vacated(let seat): vacate(seat)
    case .ownerChanged(let actor):
      expect(actor == heir, "the room goes to \(actor?.rawValue ?? 0)")
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
    faces = [:]
    up = []
    turn = nil
    lastSeat = nil
    seatChairs(opened.settings)
  }

  private mutating func seatChairs(_ settings: MatchSettings) {
    self.settings = settings
    expect(takenSeats.last.map { $0.rawValue < settings.seats } ?? true, "a taken seat is gone")
    chairs = Array(chairs.prefix(settings.seats))
    while chairs.count < settings.seats { chairs.append(Chair()) }
    for index in chairs.indices { chairs[index].commit = nil }
  }

  private mutating func sit(_ seated: Event.Seated) {
    expect(!isRunning, "somebody sits down while \(phase)")
    expect(seated.actor > lastActor, "a member's number is used again")
    lastActor = max(lastActor, seated.actor)
    var isFree = true
    change(seated.seat) {
      isFree = $0.actor == nil
      $0 = Chair()
      $0.player = seated.player
      $0.actor = seated.actor
    }
    expect(isFree, "two sit on seat \(seated.seat.rawValue)")
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
