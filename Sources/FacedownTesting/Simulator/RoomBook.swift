// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Replays

/// What a witness knows of a room: what is on the disk.
final class RoomBook {
  /// What a list shows of a room.
  struct Look: Hashable {
    let settings: MatchSettings
    let phase: MatchView.Phase
    let taken: Int
  }

  let id: String
  /// Whether the server still serves it.
  var isOpen = true
  /// The code people join by, once anyone was told.
  var code: String?
  private(set) var entries: [Entry] = []
  /// How a list would show it from an entry on.
  private var looks: [(seq: UInt64, look: Look)] = []
  /// When viewers may have each entry.
  private(set) var dueAt: [ServerTime] = []
  /// Which append brought each entry.
  private(set) var batches: [Int] = []
  private(set) var rules: RuleBook
  var credit = CreditBook()
  var clockPause = ClockPauseModel()
  /// The last entry that the server was told has landed: all that it goes by.
  var toldSeq: UInt64 = 0
  /// Who sits or sat there, as far as anyone was told.
  var actors: [ActorNumber: SessionBook] = [:]
  /// The requests that had an effect, and the append that brought it.
  var effects: [Cause: Int] = [:]
  /// Effects of members whose session is not known yet.
  var unexplained: [Cause] = []
  /// The delay each entry is held back by.
  private var delays: [Duration] = []
  /// The shortest and the longest delay that those who watch have had.
  private(set) var delayRange = (shortest: Duration.seconds(3600), longest: Duration.zero)
  private var batchCount = 0
  /// A view that was asked for, kept for the next.
  private var folded = MatchView()

  init(id: String, rules: RuleBook) {
    self.id = id
    self.rules = rules
  }

  var lastSeq: UInt64 { entries.last?.seq ?? 0 }

  /// Takes in what has landed.
  ///
  /// - Returns: what is wrong with it.
  func land(_ batch: Batch, at time: ServerTime) -> [String] {
    batchCount += 1
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

  /// Whether a list could have shown it so by the entry given.
  func hasLooked(_ look: Look, by seq: UInt64) -> Bool {
    looks.contains { $0.seq <= seq && $0.look == look }
  }

  /// The server has forgotten when it wrote what it wrote: what it held back for viewers it holds
  /// back by the entries' own times from now on, on a clock so far ahead.
  func forgetLandings(offset: Duration) {
    credit.reset()
    for (index, entry) in entries.enumerated() {
      dueAt[index] = min(dueAt[index], entry.at - offset + delays[index])
    }
  }

  /// The entry of a number, if it is there.
  func entry(_ seq: UInt64) -> Entry? {
    seq >= 1 && seq <= entries.count ? entries[Int(seq) - 1] : nil
  }

  /// The last entry that someone may have at a time.
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

  /// The oldest entry behind which the first base of a member who was seated may have ended, give or
  /// take a second for the journal.
  func oldestBase(of actor: ActorNumber) -> UInt64 {
    let seating = entries.first { entry in
      guard case .seated(let seated) = entry.event else { return false }
      return seated.actor == actor
    }
    guard let seating, view(seating.seq).generation > 0 else { return 0 }
    let oldest = seating.at - LobbyLimits.baseTrail - .seconds(1)
    return entries.first { $0.shownAt >= oldest }.map { $0.seq - 1 } ?? 0
  }

  /// When the last of so many entries to be shown is.
  func lastShown(upTo seq: UInt64) -> ServerTime? {
    entries.prefix(Int(seq)).lazy.map(\.shownAt).max()
  }

  /// The view after so many entries.
  func view(_ seq: UInt64) -> MatchView {
    if folded.seq > seq { folded = MatchView() }
    for entry in entries[Int(folded.seq)..<Int(min(seq, lastSeq))] { folded.apply(entry) }
    return folded
  }

  /// The face that each card shows after so many entries, and no other: from the flips alone.
  func facesShown(_ seq: UInt64) -> [CardID: Face] {
    var up: [CardID: Face] = [:]
    for entry in entries.prefix(Int(seq)) {
      switch entry.event {
      case .dealt: up = [:]
      case .flipped(let flip): up[flip.card] = flip.face
      case .settled(let settled): for card in settled.turnedBack { up[card] = nil }
      case .shuffled(let shuffled):
        guard let redealt = shuffled.redealt else { continue }
        // What has left the table keeps slot and face, and is numbered by the new deal.
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
