// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Wire

/// A room whose matches are played at random from a seed, by the rules alone: every mode and
/// shuffle, one to eight seats, players who resign, disconnect, return, stop acting and restart.
///
/// It is fast, and its logs are those a server would write.
package struct RandomRoom: Sendable {
  /// Its match settings.
  package let settings: MatchSettings
  /// The complete log.
  package private(set) var entries: [Entry] = []
  private var match = Match(dealer: .fair(.openSSL))
  private var now = ServerTime(microseconds: 1_795_000_000_000_000)
  private var random: SeededRandom
  /// The number of requests so far.
  private var requests: UInt64 = 0
  /// How many more moves players make before all of them stop.
  private var movesLeft = 0
  private static let lead = Duration.milliseconds(60)

  /// The room drawn from `seed`, after that many matches.
  package init(seed: UInt64, matches: Int = 1) {
    random = SeededRandom(seed: seed, stream: 0xFD)
    let shuffle = MatchSettings.Shuffle.allCases.randomElement(using: &random) ?? .off
    let (pairs, seats) = (
      Int.random(in: 2...12, using: &random), Int.random(in: 1...8, using: &random)
    )
    settings =
      MatchSettings(
        pairs: pairs, seats: seats,
        mode: MatchSettings.Mode.accepted(seats: seats).randomElement(using: &random) ?? .memorize,
        turnLimit: [.zero, .seconds(5), .seconds(30)].randomElement(using: &random) ?? .zero,
        bonusLimit: .seconds(Int.random(in: 0...30, using: &random)),
        reveal: .milliseconds(Int.random(in: 1000...4000, using: &random)), shuffle: shuffle,
        shuffleEvery: shuffle == .off ? 0 : [0, 0, 4, 5].randomElement(using: &random) ?? 0,
        theme: [ThemeName.random, "animals"].randomElement(using: &random) ?? ThemeName.random
      ).asPlayed
    open(1)
    for number in 1...max(matches, 1) {
      play()
      if number < matches { open(UInt64(number) + 1) }
    }
  }

  private var view: MatchView { match.view }

  /// The room's matches, each with the view before it.
  package var records: [MatchRecord] {
    entries.compactMap { entry in
      guard case .opened(let opened) = entry.event else { return nil }
      return MatchRecord(of: opened.matchID, in: entries)
    }
  }

  // MARK: Before and between matches

  private mutating func open(_ number: UInt64) {
    let theme =
      settings.theme == ThemeName.random
      ? ThemeName.all.randomElement(using: &random) ?? "" : settings.theme
    let name = "match\(number)x\(random.next() % 1_000_000)"
    let opened = Event.Opened(matchID: name, settings: settings, theme: theme)
    // The first member opens the room.
    let isFirst = view.seq == 0
    decide(by: isFirst ? ActorNumber(1) : view.takenSeats.first.flatMap(actor(on:))) {
      $0.emit(.opened(opened))
    }
    for index in view.seats.indices where !view.seats[index].isTaken {
      let actor = ActorNumber(view.lastActor.rawValue + 1)
      let player = Player(name: "Guest \(actor.rawValue)")
      let isOpener = isFirst && index == 0
      decide(by: actor, goesOn: isOpener) {
        $0.emit(.seated(Event.Seated(seat: SeatIndex(index), player: player, actor: actor)))
        if $0.view.owner == nil { $0.emit(.ownerChanged(actor)) }
      }
    }
  }

  private mutating func begin() {
    let seats = view.takenSeats
    let commits = seats.map { random.happens(0.7) ? entropyCommit(of: $0) : [] }
    let seed = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    for (seat, commit) in zip(seats, commits) {
      decide(by: actor(on: seat)) {
        $0.emit(.readied(seat, entropyCommit: commit))
        if seat == seats.last { $0.commit(seed: seed) }
      }
    }
  }

  private func actor(on seat: SeatIndex) -> ActorNumber? { view.seats[seat.rawValue].actor }

  private func entropy(of seat: SeatIndex) -> [UInt8] {
    let byte = UInt8(truncatingIfNeeded: view.matchID.utf8.reduce(seat.rawValue) { $0 + Int($1) })
    return [UInt8](repeating: byte, count: FairDeal.entropyLength)
  }

  private func entropyCommit(of seat: SeatIndex) -> [UInt8] {
    match.fair.entropyCommit(entropy(of: seat), seat: seat)
  }

  // MARK: During a match

  private mutating func play() {
    begin()
    movesLeft = [10, 60, 400, 400].randomElement(using: &random) ?? 400
    while view.phase != .ended {
      movesLeft -= 1
      guard movesLeft > 0 else { return fallSilent() }
      passTime()
      act()
    }
  }

  /// Ends the match by timeouts, without further requests; a match that could last forever is
  /// restarted.
  private mutating func fallSilent() {
    for _ in 0..<40 where view.phase != .ended { wakeNext() }
    if view.phase != .ended { restart() }
  }

  /// Advances time, usually to the next announced moment, otherwise a little; does what is due.
  private mutating func passTime() {
    let target =
      random.happens(0.2)
      ? now + .milliseconds(Int.random(in: 0...900, using: &random))
      : max(now, view.at, view.lastRevealAt, view.deal?.playableAt ?? now)
    while let due = match.nextWake(lead: Self.lead), due <= target { wakeNext() }
    now = max(now, target)
    if random.happens(0.2) { wakeNext() }
  }

  private mutating func wakeNext() {
    guard let due = match.nextWake(lead: Self.lead) else { return }
    now = max(now, due)
    decide { $0.wake() }
  }

  private mutating func act() {
    guard let seat = view.seats.indices.map(SeatIndex.init).randomElement(using: &random) else {
      return
    }
    let seatView = view.seats[seat.rawValue]
    let entropy = entropy(of: seat)
    switch (view.phase, Int.random(in: 0..<80, using: &random)) {
    case (.ended, _), (.waiting, _): return
    case (_, 0) where seatView.isTaken: decide(by: seatView.actor) { try $0.resign(seat) }
    case (_, 1) where seatView.isTaken:
      decide(by: seatView.actor) {
        if !seatView.hasResigned { try $0.resign(seat) }
        $0.emit(.vacated(seat))
      }
    case (_, 2...4) where seatView.isTaken:
      decide { seatView.isSkipped ? $0.comeBack(seat) : $0.skip(seat) }
    case (_, 5): decide { $0.giveBack(since: $0.moment.now - .milliseconds(800)) }
    case (_, 6) where random.happens(0.2): restart()
    case (.committing, _) where seatView.isTaken:
      decide(by: seatView.actor) { try $0.reveal(entropy, by: seat) }
    case (.undealt, _) where seatView.isTaken: decide(by: seatView.actor) { try $0.deal() }
    case (.playing, 7...9): decide(by: seatView.actor) { try $0.shuffle(by: seat) }
    default: choose()
    }
  }

  private mutating func choose() {
    let down = view.cards.filter { $0.state == .down }
    guard let seat = view.turn?.seat, let card = down.randomElement(using: &random) else { return }
    // Remembers the mate now and then, or a match of many pairs would never end.
    let mate = match.deck.flatMap { deck in
      view.faceUp.first.flatMap { up in
        down.first { deck.faces[$0.id.slot] == deck.faces[up.slot] }
      }
    }
    let chosen = random.happens(0.3) ? mate ?? card : card
    decide(by: actor(on: seat)) { try $0.choose(chosen.id, by: seat) }
  }

  /// Ends the match by a unanimous restart; the last player to agree requests it.
  private mutating func restart() {
    guard let seat = view.takenSeats.first else { return }
    decide(by: actor(on: seat)) {
      $0.emit(.consented(seat))
      $0.end(.restarted)
    }
  }

  /// Appends a decision's entries, as caused by a member's next or last request; none if it is
  /// refused.
  private mutating func decide(
    by actor: ActorNumber? = nil, goesOn: Bool = false, _ body: (inout Decision) throws -> Void
  ) {
    if actor != nil, !goesOn { requests += 1 }
    let cause = actor.map { Cause(actor: $0, request: RequestID(requests)) }
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead), cause: cause)
    do { try body(&decision) } catch { return }
    if let sealed = decision.sealed { match.apply(sealed) }
    for entry in decision.entries { match.apply(entry) }
    entries += decision.entries
  }
}
