// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game
internal import SwiftProtobuf

/// Reads the fields of a received message, and throws on impossible values.
///
/// A method takes the generated `hasField` where the schema distinguishes absent from zero.
struct Fields {
  /// The message's name in the schema, for errors.
  let message: String

  init(_ message: String) {
    self.message = message
  }

  /// Requires a field.
  func require(_ isPresent: Bool, _ field: String) throws(WireError) {
    guard isPresent else { throw .missing(field: name(field)) }
  }

  /// Requires a value in a range.
  func check<Number: BinaryInteger>(
    _ value: Number, _ field: String, in range: ClosedRange<Number>
  ) throws(WireError) {
    guard range.contains(value) else { throw outOfRange(value, field, range) }
  }

  private func outOfRange(
    _ value: some BinaryInteger, _ field: String, _ range: ClosedRange<some BinaryInteger>
  ) -> WireError {
    .outOfRange(
      field: name(field), value: "\(value)",
      allowed: "\(range.lowerBound)...\(range.upperBound)")
  }

  /// Requires a length within its limit.
  func check(length: Int, _ field: String, limit: Int) throws(WireError) {
    guard length <= limit else {
      throw .tooLong(field: name(field), count: length, limit: limit)
    }
  }

  func integer(
    _ isPresent: Bool, _ value: some BinaryInteger, _ field: String, in range: ClosedRange<Int>
  ) throws(WireError) -> Int {
    try require(isPresent, field)
    // An `Int` may have only 32 bits, and a number that does not fit is out of range in any case.
    guard let number = Int(exactly: value) else { throw outOfRange(value, field, range) }
    try check(number, field, in: range)
    return number
  }

  /// A number of a rating: finite and plausible.
  func strength(
    _ isPresent: Bool, _ value: Double, _ field: String
  ) throws(WireError) -> Double {
    try require(isPresent, field)
    guard Bounds.strength.contains(value) else {
      throw .outOfRange(
        field: name(field), value: "\(value)",
        allowed: "\(Bounds.strength.lowerBound)...\(Bounds.strength.upperBound)")
    }
    return value
  }

  func seat(_ isPresent: Bool, _ value: UInt32, _ field: String) throws(WireError) -> SeatIndex {
    SeatIndex(try integer(isPresent, value, field, in: 0...SeatIndex.limit - 1))
  }

  func seats(_ values: [UInt32], _ field: String) throws(WireError) -> [SeatIndex] {
    try list(values, field, limit: SeatIndex.limit) { value throws(WireError) in
      try seat(true, value, field)
    }
  }

  func card(_ isPresent: Bool, _ value: UInt32, _ field: String) throws(WireError) -> CardID {
    try require(isPresent, field)
    return CardID(rawValue: value)
  }

  func cards(_ values: [UInt32], _ field: String) throws(WireError) -> [CardID] {
    try list(values, field, limit: Bounds.cards) { CardID(rawValue: $0) }
  }

  /// A place of some board; nil if it is absent.
  func place(_ isPresent: Bool, _ value: UInt32) throws(WireError) -> Int? {
    isPresent ? try integer(true, value, "place", in: 0...Bounds.places - 1) : nil
  }

  func face(_ isPresent: Bool, _ value: UInt32, _ field: String) throws(WireError) -> Face {
    Face(try integer(isPresent, value, field, in: Bounds.face))
  }

  func actor(
    _ isPresent: Bool, _ value: UInt32, _ field: String
  ) throws(WireError) -> ActorNumber {
    try require(isPresent, field)
    return ActorNumber(value)
  }

  func request(
    _ isPresent: Bool, _ value: UInt64, _ field: String
  ) throws(WireError) -> RequestID {
    try require(isPresent, field)
    return RequestID(value)
  }

  /// The number of a client's request, small enough for the welcome that names the highest, and for
  /// every journal.
  func newRequest(
    _ isPresent: Bool, _ value: UInt64, _ field: String
  ) throws(WireError) -> RequestID {
    try require(isPresent, field)
    try check(value, field, in: Bounds.seq)
    return RequestID(value)
  }

  func seq(_ isPresent: Bool, _ value: UInt64, _ field: String) throws(WireError) -> UInt64 {
    try require(isPresent, field)
    try check(value, field, in: Bounds.seq)
    return value
  }

  func time(_ isPresent: Bool, _ value: Int64, _ field: String) throws(WireError) -> ServerTime {
    try require(isPresent, field)
    return ServerTime(microseconds: value)
  }

  func microseconds(
    _ isPresent: Bool, _ value: Int64, _ field: String
  ) throws(WireError) -> Duration {
    try require(isPresent, field)
    try check(value, field, in: Bounds.microseconds)
    return .microseconds(value)
  }

  func milliseconds(
    _ isPresent: Bool, _ value: Int32, _ field: String
  ) throws(WireError) -> Duration {
    try require(isPresent, field)
    try check(Int64(value), field, in: Bounds.milliseconds)
    return .milliseconds(value)
  }

  /// The meaning of an enum case; zero means that the field is absent.
  func choice<Choice: WireChoice>(
    _ value: Choice, _ field: String
  ) throws(WireError) -> Choice.Meaning {
    try require(value.rawValue != 0, field)
    guard let meaning = value.meaning else {
      throw .outOfRange(
        field: name(field), value: "\(value.rawValue)", allowed: "a case of the schema")
    }
    return meaning
  }

  func text(
    _ value: String, _ field: String, limit: Int = Bounds.identifier
  ) throws(WireError) -> String {
    try check(length: value.utf8.count, field, limit: limit)
    return value
  }

  /// The address of a node; whether it may be followed is up to the client.
  func address(_ value: String, _ field: String) throws(WireError) -> String {
    try require(!value.isEmpty, field)
    return try text(value, field, limit: Bounds.address)
  }

  func bytes(_ value: Data, _ field: String) throws(WireError) -> [UInt8] {
    try check(length: value.count, field, limit: Bounds.bytes)
    return [UInt8](value)
  }

  func list<Element, Value>(
    _ elements: [Element], _ field: String, limit: Int,
    _ translate: (Element) throws(WireError) -> Value
  ) throws(WireError) -> [Value] {
    try check(length: elements.count, field, limit: limit)
    return try elements.map(translate)
  }

  func hashes(_ values: [Data], _ field: String, limit: Int) throws(WireError) -> [[UInt8]] {
    try list(values, field, limit: limit) { value throws(WireError) in try bytes(value, field) }
  }

  /// A permutation of the numbers from 0.
  func permutation(
    _ values: [UInt32], _ field: String, limit: Int
  ) throws(WireError) -> [Int] {
    try check(length: values.count, field, limit: limit)
    let numbers = values.compactMap { Int(exactly: $0) }
    guard numbers.count == values.count, numbers.sorted().elementsEqual(numbers.indices) else {
      throw .outOfRange(
        field: name(field), value: "\(values)",
        allowed: "each number below \(values.count) once")
    }
    return numbers
  }

  func name(_ field: String) -> String { "\(message).\(field)" }
}

/// A generated enum that corresponds to an enum of `Game`.
protocol WireChoice: SwiftProtobuf.Enum where RawValue == Int {
  associatedtype Meaning
  init(_ meaning: Meaning)
  /// The corresponding value, or nil.
  var meaning: Meaning? { get }
}

extension UInt32 {
  /// The number for the wire: one that does not fit becomes one that every reader rejects.
  init(wire number: Int) {
    self = UInt32(exactly: number) ?? .max
  }
}

extension Int32 {
  /// The number for the wire: one that does not fit becomes one that every reader rejects.
  init(wire number: some BinaryInteger) {
    self = Int32(clamping: number)
  }
}
