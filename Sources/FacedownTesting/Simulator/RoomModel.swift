// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Replays

/// The checker's model of a room: its landed log.
final class RoomModel {
  /// A room's listing.
  struct Look: Hashable {
    let settings: MatchSettings
    let phase: MatchView.Phase
    let taken: Int
  }

  let id: String
  /// The node that decides for it.
  var node = 0
  /// The request that opened it.
  private(set) var opener: Origin?
  /// Whether the server still serves it.
  var isOpen = true
  /// The code by which people join; nil until a client has been told it.
  var code: String?
  private(set) var entries: [Entry] = []
  /// Its listing from an entry on.
  private var looks: [(seq: UInt64, look: Look)] = []
  /// When spectators may have each entry.
  private(set) var dueAt: [ServerTime] = []
  /// The number of the append that contained each entry.
  private(set) var batches: [Int] = []
  private(set) var rules: RuleBook
  var credit = CreditModel()
  var clockPause = ClockPauseModel()
  /// How far the clock by which it counts was ahead when its server died, or claimed it.
  var diedOffset = Duration.zero
  /// The last entry whose landing was reported to the server, which knows no more.
  var reportedSeq: UInt64 = 0
  /// Its members, as far as sessions were told.
  var actors: [ActorNumber: SessionModel] = [:]
  /// The requests that had an effect, and the append of that effect.
  var effects: [Cause: Int] = [:]
  /// Effects of members whose session is not known yet.
  var unexplained: [Cause] = []
  /// The spectator delay that applied at each entry.
  private var delays: [Duration] = []
  /// The shortest and the longest spectator delay so far.
  private(set) var delayRange = (shortest: Duration.seconds(3600), longest: Duration.zero)
  private var batchCount = 0
  /// The last folded view, from which later ones are folded.
  private var folded = MatchView()

  init(id: String, rules: RuleBook) {
    self.id = id
    self.rules = rules
  }

  var lastSeq: UInt64 { entries.last?.seq ?? 0 }

  /// Folds in a landed batch.
  ///
  /// - Returns: the violations found in it.
  func land(_ batch: Batch, at time: ServerTime) -> [String] {
    batchCount += 1
    if batchCount == 1 { opener = batch.requests.first }
    let wasRunning = rules.isRunning
    var complaints: [String] = []
    for entry in batch.entries {
      complaints += rules.read(entry).map { "Room \(id), entry \($0.seq): \($0.clause)" }
      entries.append(entry)
      let held = rules.settings.spectatorDelay
      delayRange = (min(delayRange.shortest, held), max(delayRange.longest, held))
      noteLook()
    }
    let isHeld = wasRunning || rules.isRunning
    let delay = isHeld ? rules.settings.spectatorDelay : .zero
    let due = time + delay
    for _ in batch.entries {
      dueAt.append(max(due, dueAt.last ?? due))
      delays.append(delay)
      batches.append(batchCount)
    }
    return complaints
  }

  private func noteLook() {
    let look = Look(settings: rules.settings, phase: rules.phase, taken: rules.takenSeats.count)
    if looks.last?.look != look { looks.append((lastSeq, look)) }
  }

  /// Whether this listing was current at some entry up to `seq`.
  func hasLooked(_ look: Look, by seq: UInt64) -> Bool {
    looks.contains { $0.seq <= seq && $0.look == look }
  }

  /// The server has lost the times of landing: from now on the spectator delay counts from the
  /// entries' own times, on a clock ahead by `offset`.
  func forgetLandings(offset: Duration) {
    credit.reset()
    for (index, entry) in entries.enumerated() {
      dueAt[index] = min(dueAt[index], entry.at - offset + delays[index])
    }
  }

  /// The entry with a number, if it has landed.
  func entry(_ seq: UInt64) -> Entry? {
    seq >= 1 && seq <= entries.count ? entries[Int(seq) - 1] : nil
  }

  /// The last entry that a client in this role may have at a time.
  func cut(for role: Role, now: ServerTime) -> UInt64 {
    guard role == .spectator else { return UInt64(entries.count) }
    var low = 0
    var high = dueAt.count
    while low < high {
      let middle = (low + high) / 2
      if dueAt[middle] <= now { low = middle + 1 } else { high = middle }
    }
    return UInt64(low)
  }

  /// The oldest possible end of the first base of a seated member, with a second's tolerance for
  /// the journal.
  func oldestBase(of actor: ActorNumber) -> UInt64 {
    let seating = entries.first { entry in
      guard case .seated(let seated) = entry.event else { return false }
      return seated.actor == actor
    }
    guard let seating, view(seating.seq).generation > 0 else { return 0 }
    let oldest = seating.at - LobbyLimits.baseTrail - .seconds(1)
    return entries.first { $0.shownAt >= oldest }.map { $0.seq - 1 } ?? 0
  }

  /// When the last of the first `seq` entries is shown.
  func lastShown(upTo seq: UInt64) -> ServerTime? {
    entries.prefix(Int(seq)).lazy.map(\.shownAt).max()
  }

  /// The view after that many entries.
  func view(_ seq: UInt64) -> MatchView {
    if folded.seq > seq { folded = MatchView() }
    for entry in entries[Int(folded.seq)..<Int(min(seq, lastSeq))] { folded.apply(entry) }
    return folded
  }

  /// The face-up cards after that many entries, derived from the flips alone.
  func facesShown(_ seq: UInt64) -> [CardID: Face] {
    var up: [CardID: Face] = [:]
    for entry in entries.prefix(Int(seq)) {
      switch entry.event {
      case .dealt: up = [:]
      case .flipped(let flip): up[flip.card] = flip.face
      case .settled(let settled): for card in settled.turnedBack { up[card] = nil }
      case .shuffled(let shuffled):
        guard let redealt = shuffled.redealt else { continue }
        // Cards that were taken keep slot and face under the new deal's generation.
        up = up.reduce(into: [:]) { after, card in
          guard !redealt.slots.contains(card.key.slot) else { return }
          after[CardID(generation: redealt.generation, slot: card.key.slot)] = card.value
        }
      default: break
      }
    }
    return up
  }
}
