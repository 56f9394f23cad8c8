// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game

extension WireEntry {
  init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at.microseconds
    if let origin = entry.cause { cause = WireCause(origin) }
    event = OneOf_Event(entry.event)
  }

  /// The entry; its event is `unrecognized` if this version does not know it.
  func translated() throws(WireError) -> Entry {
    let fields = Fields("entry")
    let number = try fields.seq(hasSeq, seq, "seq")
    try fields.check(number, "seq", in: 1...Bounds.seq.upperBound)
    return Entry(
      seq: number,
      at: try fields.time(hasAt, at, "at"),
      cause: hasCause ? try cause.translated() : nil,
      event: try event?.translated() ?? .unrecognized)
  }
}

extension WireCause {
  init(_ cause: Cause) {
    actor = cause.actor.rawValue
    id = cause.request.rawValue
  }

  func translated() throws(WireError) -> Cause {
    let fields = Fields("cause")
    return Cause(
      actor: try fields.actor(hasActor, actor, "actor"),
      request: try fields.request(hasID, id, "id"))
  }
}

extension WireEntry.OneOf_Event {
  /// Nil for an event that this version does not know.
  init?(_ event: Event) {
    switch event {
    case .opened(let opened): self = .opened(WireOpened(opened))
    case .seated(let seated): self = .seated(WireSeated(seated))
    case .vacated(let seat): self = .vacated(WireVacated(seat))
    case .ownerChanged(let owner): self = .ownerChanged(WireOwnerChanged(owner))
    case .skipped(let seat, let standIn): self = .skipped(WireSkipped(seat, standIn: standIn))
    case .returned(let seat): self = .returned(WireReturned(seat))
    case .configured(let settings, let theme):
      self = .configured(WireConfigured(settings, theme: theme))
    case .readied(let seat, let commit): self = .readied(WireReadied(seat, commit: commit))
    case .committed(let committed): self = .committed(WireCommitted(committed))
    case .revealed(let seat, let entropy): self = .revealed(WireRevealed(seat, entropy: entropy))
    case .consented(let seat): self = .consented(WireConsented(seat))
    case .dealt(let dealt): self = .dealt(WireDealt(dealt))
    case .turnBegan(let began): self = .turnBegan(WireTurnBegan(began))
    case .flipped(let flip): self = .flipped(WireFlipped(flip))
    case .settled(let settled): self = .settled(WireSettled(settled))
    case .shuffled(let shuffled): self = .shuffled(WireShuffled(shuffled))
    case .turnExpired(let expired): self = .turnExpired(WireTurnExpired(expired))
    case .resigned(let seat): self = .resigned(WireResigned(seat))
    case .stalemateWarning(let turns):
      self = .stalemateWarning(WireStalemateWarning(turnsLeft: turns))
    case .ended(let ended): self = .ended(WireEnded(ended))
    case .clockAdjusted(let length): self = .clockAdjusted(WireClockAdjusted(givenBack: length))
    case .unrecognized: return nil
    }
  }

  func translated() throws(WireError) -> Event {
    switch self {
    case .opened(let opened): .opened(try opened.translated())
    case .seated(let seated): .seated(try seated.translated())
    case .vacated(let vacated): .vacated(try vacated.translated())
    case .ownerChanged(let changed): .ownerChanged(changed.translated())
    case .skipped(let skipped): try skipped.translated()
    case .returned(let returned): .returned(try returned.translated())
    case .configured(let configured): try configured.translated()
    case .readied(let readied): try readied.translated()
    case .committed(let committed): .committed(try committed.translated())
    case .revealed(let revealed): try revealed.translated()
    case .consented(let consented): .consented(try consented.translated())
    case .dealt(let dealt): .dealt(try dealt.translated())
    case .turnBegan(let began): .turnBegan(try began.translated())
    case .flipped(let flip): .flipped(try flip.translated())
    case .settled(let settled): .settled(try settled.translated())
    case .shuffled(let shuffled): .shuffled(try shuffled.translated())
    case .turnExpired(let expired): .turnExpired(try expired.translated())
    case .resigned(let resigned): .resigned(try resigned.translated())
    case .ended(let ended): try ended.translated()
    case .clockAdjusted(let adjusted): .clockAdjusted(givenBack: try adjusted.translated())
    case .stalemateWarning(let warning):
      .stalemateWarning(turnsLeft: try warning.translated())
    }
  }
}
