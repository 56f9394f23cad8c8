// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game
internal import Protocol

extension WireRefused {
  /// An unknown code that this program received is sent on unchanged.
  init(id: RequestID?, _ refusal: Refusal) {
    if let id { self.id = id.rawValue }
    code = refusal.code.rawValue
    for fact in refusal.facts {
      if refusal.code == .unrecognized, fact.name == Refusal.unrecognizedCode {
        code = fact.value
      } else {
        facts[fact.name] = fact.value
      }
    }
  }

  /// The refusal; an unknown code becomes the fact `unrecognized_code`, which no sender can set.
  func translated() throws(WireError) -> ServerMessage {
    let fields = Fields("refused")
    let name = try fields.text(code, "code")
    try fields.require(!name.isEmpty, "code")
    try fields.check(length: facts.count, "facts", limit: Bounds.facts)
    var known: [Refusal.Fact] = []
    for (name, value) in facts where name != Refusal.unrecognizedCode {
      known.append(
        Refusal.Fact(
          try fields.text(name, "facts"),
          try fields.text(value, "facts", limit: Bounds.sentence)))
    }
    let code = RefusalCode(rawValue: name)
    if code == nil { known.append(Refusal.Fact(Refusal.unrecognizedCode, name)) }
    return .refused(
      id: hasID ? RequestID(id) : nil, Refusal(code ?? .unrecognized, known))
  }
}
