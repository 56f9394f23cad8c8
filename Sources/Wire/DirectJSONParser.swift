// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Parses the commonest intents of clients: choices, shuffles, deals and settings.
///
/// Only as our own programs write them: no spaces, fields in the order of the schema, numbers of 64
/// bits as texts. Anything else is left to swift-protobuf, which needs longer.
struct DirectJSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var isFirst = true
  /// Whether something was not as expected.
  private var isGivenUp = false

  /// The message; nil if swift-protobuf must parse it.
  static func message(from bytes: [UInt8]) -> WireClientMessage? {
    var parser = DirectJSONParser(bytes: bytes)
    var message = WireClientMessage()
    parser.object { parser in
      if parser.field("intent") {
        message.intent = parser.intent()
      } else {
        parser.isGivenUp = true
      }
    }
    return parser.isGivenUp || parser.index != bytes.count ? nil : message
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Messages

  private mutating func intent() -> WireIntent {
    var intent = WireIntent()
    object { parser in
      if parser.field("id") { intent.id = parser.quoted() }
      if parser.field("seenSeq") { intent.seenSeq = parser.quoted() }
      if parser.field("shownAt") { intent.shownAt = parser.quoted() }
      if parser.field("pressedAt") { intent.pressedAt = parser.quoted() }
      if parser.field("choose") {
        var choose = WireIntent.Choose()
        parser.object { if $0.field("card") { choose.card = $0.number() } }
        intent.choose = choose
      } else if parser.field("shuffle") {
        parser.object { _ in }
        intent.shuffle = WireIntent.Shuffle()
      } else if parser.field("deal") {
        parser.object { _ in }
        intent.deal = WireIntent.Deal()
      } else if parser.field("configure") {
        var configure = WireIntent.Configure()
        parser.object { if $0.field("settings") { configure.settings = $0.settings() } }
        intent.configure = configure
      }
    }
    return intent
  }

  private mutating func settings() -> WireMatchSettings {
    var settings = WireMatchSettings()
    object { parser in
      if parser.field("pairs") { settings.pairs = parser.number() }
      if parser.field("seats") { settings.seats = parser.number() }
      if parser.field("mode") { settings.mode = parser.choice() }
      if parser.field("turnLimitMs") { settings.turnLimitMs = parser.number() }
      if parser.field("bonusLimitMs") { settings.bonusLimitMs = parser.number() }
      if parser.field("revealMs") { settings.revealMs = parser.number() }
      if parser.field("shuffle") { settings.shuffle = parser.choice() }
      if parser.field("shuffleEvery") { settings.shuffleEvery = parser.number() }
      if parser.field("rated") { settings.rated = parser.truth() }
      if parser.field("theme") { settings.theme = parser.text() }
      if parser.field("audience") { settings.audience = parser.choice() }
      if parser.field("spectatorDelayMs") { settings.spectatorDelayMs = parser.number() }
      if parser.field("daily") { settings.daily = parser.text() }
    }
    return settings
  }

  // MARK: JSON

  private mutating func object(_ fields: (inout DirectJSONParser) -> Void) {
    require("{")
    isFirst = true
    fields(&self)
    isFirst = false
    require("}")
  }

  /// Whether the next field has this name; then its value is next.
  private mutating func field(_ name: StaticString) -> Bool {
    let start = index
    guard isFirst || take(","), take("\""), take(name), take("\":") else {
      index = start
      return false
    }
    isFirst = false
    return true
  }

  private mutating func take(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { expected in
      guard bytes.count - index >= expected.count else { return false }
      for offset in expected.indices where bytes[index + offset] != expected[offset] {
        return false
      }
      index += expected.count
      return true
    }
  }

  private mutating func require(_ text: StaticString) {
    if !take(text) { isGivenUp = true }
  }

  /// A number that fits, without a superfluous zero or sign.
  private mutating func number<Number: FixedWidthInteger>() -> Number {
    guard let number: Number = bytes.decimal(at: &index) else {
      isGivenUp = true
      return 0
    }
    return number
  }

  /// A number of 64 bits, which JSON has as a text.
  private mutating func quoted<Number: FixedWidthInteger>() -> Number {
    require("\"")
    defer { require("\"") }
    return number()
  }

  private mutating func truth() -> Bool {
    if take("true") { return true }
    require("false")
    return false
  }

  /// A text of printable ASCII without anything to unescape.
  private mutating func text() -> String {
    require("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if !DirectJSON.isPlain(bytes[index]) { isGivenUp = true }
      index += 1
    }
    defer { require("\"") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func choice<Choice: DirectlyNamed>() -> Choice {
    let name = text()
    if let choice = Choice.allCases.first(where: { $0.directName == name }) { return choice }
    isGivenUp = true
    return Choice()
  }
}
