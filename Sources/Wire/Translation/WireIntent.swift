// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game
internal import Protocol
internal import SwiftProtobuf

extension WireIntent {
  init(_ request: IntentRequest, id: RequestID) {
    self.id = id.rawValue
    seenSeq = request.seenSeq
    if let shown = request.shownAt { shownAt = shown.microseconds }
    if let pressed = request.pressedAt { pressedAt = pressed.microseconds }
    action = OneOf_Action(request.intent)
  }

  /// The request; `unsupported` if this version does not know the action.
  func translated() throws(WireError) -> ClientMessage {
    let fields = Fields("intent")
    let number = try fields.newRequest(hasID, id, "id")
    guard let action else { return .unsupported(id: number, name: "intent") }
    let request = IntentRequest(
      seenSeq: try fields.seq(hasSeenSeq, seenSeq, "seen_seq"),
      shownAt: hasShownAt ? ServerTime(microseconds: shownAt) : nil,
      pressedAt: hasPressedAt ? ServerTime(microseconds: pressedAt) : nil,
      intent: try action.translated())
    return .request(id: number, .intent(request))
  }
}

extension WireIntent.OneOf_Action {
  init(_ intent: Intent) {
    self =
      switch intent {
      case .configure(let settings):
        .configure(.with { $0.settings = WireMatchSettings(settings) })
      case .ready(let commit): .ready(.with { $0.entropyCommit = Data(commit) })
      case .reveal(let entropy): .reveal(.with { $0.entropy = Data(entropy) })
      case .deal: .deal(WireIntent.Deal())
      case .choose(let card): .choose(.with { $0.card = card.rawValue })
      case .shuffle: .shuffle(WireIntent.Shuffle())
      case .restart: .restart(WireIntent.Restart())
      case .rematch: .rematch(WireIntent.Rematch())
      case .addBot(let level): .addBot(.with { $0.level = level })
      case .removeSeat(let seat):
        .removeSeat(.with { $0.seat = UInt32(wire: seat.rawValue) })
      case .resign: .resign(WireIntent.Resign())
      }
  }

  func translated() throws(WireError) -> Intent {
    switch self {
    case .configure(let configure):
      try Fields("configure").require(configure.hasSettings, "settings")
      return .configure(try configure.settings.translated(isAsked: true))
    case .ready(let ready):
      return .ready(
        entropyCommit: try Fields("ready").bytes(ready.entropyCommit, "entropy_commit"))
    case .reveal(let reveal):
      return .reveal(entropy: try Fields("reveal").bytes(reveal.entropy, "entropy"))
    case .deal: return .deal
    case .choose(let choose):
      return .choose(try Fields("choose").card(choose.hasCard, choose.card, "card"))
    case .shuffle: return .shuffle
    case .restart: return .restart
    case .rematch: return .rematch
    case .addBot(let bot):
      return .addBot(level: try Fields("add_bot").text(bot.level, "level"))
    case .removeSeat(let remove):
      let seat = try Fields("remove_seat").integer(
        remove.hasSeat, remove.seat, "seat", in: Bounds.askedUnsigned)
      return .removeSeat(SeatIndex(seat))
    case .resign: return .resign
    }
  }
}
