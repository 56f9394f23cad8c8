// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// The JSON of the commonest entries: those about turns, cards and settings.
///
/// The same bytes as swift-protobuf's, in less than half the time: that one looks up the name and
/// type of each field while it runs. It writes all other messages, and texts that need escaping.
struct DirectJSON {
  private var bytes: [UInt8] = []
  private var isFirst = true
  /// Whether a text needs escaping.
  private var isGivenUp = false

  /// The JSON of a message; nil if swift-protobuf must write it.
  static func bytes(of message: WireServerMessage) -> [UInt8]? {
    var json = DirectJSON()
    json.bytes.reserveCapacity(512)
    json.bytes.append(UInt8(ascii: "{"))
    switch message.body {
    case .entry(let entry): json.object("entry") { $0.write(entry) }
    default: return nil
    }
    json.bytes.append(UInt8(ascii: "}"))
    return json.isGivenUp ? nil : json.bytes
  }

  // MARK: Messages

  private mutating func write(_ entry: WireEntry) {
    if entry.hasSeq { quoted("seq", entry.seq) }
    if entry.hasAt { quoted("at", entry.at) }
    if entry.hasCause {
      object("cause") {
        if entry.cause.hasActor { $0.number("actor", entry.cause.actor) }
        if entry.cause.hasID { $0.quoted("id", entry.cause.id) }
      }
    }
    switch entry.event {
    case .configured(let configured): object("configured") { $0.write(configured) }
    case .turnBegan(let began): object("turnBegan") { $0.write(began) }
    case .flipped(let flip): object("flipped") { $0.write(flip) }
    case .settled(let settled): object("settled") { $0.write(settled) }
    default: isGivenUp = true
    }
  }

  private mutating func write(_ began: WireTurnBegan) {
    if began.hasSeat { number("seat", began.seat) }
    if began.hasDeadline { quoted("deadline", began.deadline) }
  }

  private mutating func write(_ flip: WireFlipped) {
    if flip.hasSeat { number("seat", flip.seat) }
    if flip.hasCard { number("card", flip.card) }
    if flip.hasFace { number("face", flip.face) }
    if !flip.salt.isEmpty { text("salt", flip.salt.base64EncodedString()) }
    if flip.hasRevealAt { quoted("revealAt", flip.revealAt) }
    if flip.hasJudgedAt { quoted("judgedAt", flip.judgedAt) }
    if flip.hasRefund { quoted("refund", flip.refund) }
    if flip.hasBonus {
      object("bonus") {
        if flip.bonus.hasRemainingMs { $0.number("remainingMs", flip.bonus.remainingMs) }
        if flip.bonus.hasRunningSince { $0.quoted("runningSince", flip.bonus.runningSince) }
      }
    }
    switch flip.outcome {
    case .first: text("outcome", "OUTCOME_FIRST")
    case .match: text("outcome", "OUTCOME_MATCH")
    case .mismatch: text("outcome", "OUTCOME_MISMATCH")
    case .unspecified, .UNRECOGNIZED: isGivenUp = true
    }
    array("scoreChanges", flip.scoreChanges) { json, change in
      json.object {
        if change.hasSeat { $0.number("seat", change.seat) }
        if change.hasCard { $0.number("card", change.card) }
        if change.hasDelta { $0.number("delta", change.delta) }
        if change.hasBonus { $0.number("bonus", change.bonus) }
        if change.hasTotal { $0.number("total", change.total) }
      }
    }
  }

  private mutating func write(_ settled: WireSettled) {
    array("turnedBack", settled.turnedBack) { $0.append($1) }
    array("cleared", settled.cleared) { $0.append($1) }
  }

  private mutating func write(_ configured: WireConfigured) {
    if configured.hasSettings { object("settings") { $0.write(configured.settings) } }
    if !configured.theme.isEmpty { text("theme", configured.theme) }
  }

  private mutating func write(_ settings: WireMatchSettings) {
    if settings.hasPairs { number("pairs", settings.pairs) }
    if settings.hasSeats { number("seats", settings.seats) }
    if settings.hasMode { text("mode", settings.mode.directName) }
    if settings.hasTurnLimitMs { number("turnLimitMs", settings.turnLimitMs) }
    if settings.hasBonusLimitMs { number("bonusLimitMs", settings.bonusLimitMs) }
    if settings.hasRevealMs { number("revealMs", settings.revealMs) }
    if settings.hasShuffle { text("shuffle", settings.shuffle.directName) }
    if settings.hasShuffleEvery { number("shuffleEvery", settings.shuffleEvery) }
    if settings.hasRated { raw("rated", settings.rated ? "true" : "false") }
    if settings.hasTheme { text("theme", settings.theme) }
    if settings.hasAudience { text("audience", settings.audience.directName) }
    if settings.hasSpectatorDelayMs { number("spectatorDelayMs", settings.spectatorDelayMs) }
    if settings.hasDaily { text("daily", settings.daily) }
  }

  // MARK: JSON

  private mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    append("\":")
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ value: some BinaryInteger) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = UInt64(value.magnitude)
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func object(_ name: StaticString, _ body: (inout DirectJSON) -> Void) {
    self.name(name)
    object(body)
  }

  private mutating func object(_ body: (inout DirectJSON) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    isFirst = true
    body(&self)
    isFirst = false
    bytes.append(UInt8(ascii: "}"))
  }

  /// An empty array is left out.
  private mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], _ write: (inout DirectJSON, Element) -> Void
  ) {
    if elements.isEmpty { return }
    self.name(name)
    bytes.append(UInt8(ascii: "["))
    isFirst = true
    for element in elements {
      separate()
      write(&self, element)
      isFirst = false
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A number of at most 32 bits.
  private mutating func number(_ name: StaticString, _ value: some BinaryInteger) {
    self.name(name)
    append(value)
  }

  /// A number of 64 bits, which JSON has as a text.
  private mutating func quoted(_ name: StaticString, _ value: some BinaryInteger) {
    self.name(name)
    bytes.append(UInt8(ascii: "\""))
    append(value)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func raw(_ name: StaticString, _ value: StaticString) {
    self.name(name)
    append(value)
  }

  private mutating func text(_ name: StaticString, _ value: String) {
    self.name(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: value.utf8)
    if !value.utf8.allSatisfy(Self.isPlain) { isGivenUp = true }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte stands for itself in a text.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

/// A generated enum whose names in the schema are written here once more.
protocol DirectlyNamed: CaseIterable {
  init()
  /// The name in the schema; for other values a text that needs escaping, which is left to
  /// swift-protobuf.
  var directName: String { get }
}
