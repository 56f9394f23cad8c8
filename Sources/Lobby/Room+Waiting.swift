// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Intents before and after a match.

extension Decision {
  mutating func configure(
    _ settings: MatchSettings, by actor: ActorNumber, random: inout RandomStream
  ) throws(Refusal) {
    guard view.owner == actor else { throw Refusal(.roomNotOwner) }
    guard view.phase == .waiting else { throw Refusal(.roomNotWaiting) }
    try settings.validateChoice()
    let highestTaken = view.seats.lastIndex(where: \.isTaken).map { $0 + 1 } ?? 0
    guard settings.seats >= highestTaken else {
      throw .outOfRange(
        "seats", value: "\(settings.seats)", allowed: "\(highestTaken)...\(SeatIndex.limit)")
    }
    let keepsTheme = settings.theme == view.settings.theme
    emit(
      .configured(
        settings.asPlayed, theme: keepsTheme ? view.theme : settings.drawTheme(&random)))
  }

  /// Marks a seat as ready; repeating the same commitment changes nothing.
  ///
  /// - Parameters:
  ///   - seat: the seat.
  ///   - commit: its commitment to a share; empty for none.
  ///   - seed: draws the match's seed, if this seat was the last.
  /// - Throws: `room/not_waiting`, or `settings/out_of_range` for a commitment that this table does
  ///   not take.
  mutating func ready(
    _ seat: SeatIndex, commit: [UInt8], seed: () -> [UInt8]
  ) throws(Refusal) {
    guard view.phase == .waiting else { throw Refusal(.roomNotWaiting) }
    let lengths = view.settings.commitmentLengths
    guard lengths.contains(commit.count) else {
      throw .outOfRange(
        "entropy_commit", value: "\(commit.count) bytes",
        allowed: lengths.map { "\($0)" }.joined(separator: ", ") + " bytes")
    }
    let seatView = view.seats[seat.rawValue]
    if seatView.isReady, seatView.entropyCommit == commit { return }
    emit(.readied(seat, entropyCommit: commit))
    if view.seats.allSatisfy({ $0.isTaken && $0.isReady }) { self.commit(seed: seed()) }
  }

  /// Records a seat's agreement to restart, valid for this turn; the match restarts once all agree.
  mutating func restart(by seat: SeatIndex, random: inout RandomStream) throws(Refusal) {
    guard view.isMatchRunning else { throw Refusal(.playNotPlaying) }
    if !view.seats[seat.rawValue].hasConsented { emit(.consented(seat)) }
    guard view.seats.allSatisfy({ !$0.isPlaying || $0.hasConsented }) else { return }
    end(.restarted, at: moment.now)
    open(view.settings, random: &random)
  }

  mutating func rematch(random: inout RandomStream) throws(Refusal) {
    guard view.phase == .ended else { throw Refusal(.roomNotEnded) }
    open(view.settings, random: &random)
  }

  mutating func remove(_ seat: SeatIndex, by actor: ActorNumber) throws(Refusal) -> ActorNumber {
    guard view.owner == actor else { throw Refusal(.roomNotOwner) }
    guard !view.isMatchRunning else { throw Refusal(.roomMatchRunning) }
    guard view.seats.indices.contains(seat.rawValue),
      let removed = view.seats[seat.rawValue].actor, removed != actor
    else { throw Refusal(.roomUnknownSeat, [Refusal.Fact("seat", "\(seat.rawValue)")]) }
    emit(.vacated(seat))
    return removed
  }
}

extension MatchSettings {
  /// How many bytes a seat's commitment to its share may have: everybody has a share in a rated match,
  /// and nobody in a deal that is the same for all.
  fileprivate var commitmentLengths: [Int] { isRated ? [32] : daily != nil ? [0] : [0, 32] }
}
