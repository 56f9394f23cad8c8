// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a request was refused: a stable code, and facts from which a client makes a sentence.
///
/// A refused request changes nothing.
public struct Refusal: Error, Hashable, Sendable {
  /// One named fact, for example `allowed` = `2...32`.
  public struct Fact: Hashable, Sendable {
    /// The fact's name, lower case with underscores.
    public var name: String
    /// Its value, numbers in decimal.
    public var value: String

    /// The fact that `name` is `value`.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The code of the refusal.
  public var code: RefusalCode
  /// The facts a sentence needs, sorted by name.
  public private(set) var facts: [Fact]

  /// The name of the fact that holds an unknown code.
  public static let unrecognizedCode = "unrecognized_code"

  /// A refusal with `facts` in any order, each name once.
  public init(_ code: RefusalCode, _ facts: [Fact] = []) {
    self.code = code
    self.facts = facts.sorted { $0.name < $1.name }
  }

  /// The value of the fact called `name`, if it is there.
  public func fact(_ name: String) -> String? {
    facts.first { $0.name == name }?.value
  }

  /// The refusal of a setting outside its range.
  public static func outOfRange(_ field: String, value: String, allowed: String) -> Refusal {
    Refusal(
      .settingsOutOfRange,
      [Fact("field", field), Fact("value", value), Fact("allowed", allowed)])
  }

  /// The refusal of a request that came too early.
  public static func tooEarly(received: ServerTime, since moment: ServerTime) -> Refusal {
    let wait = max(moment - received, .zero).wholeMicroseconds
    return Refusal(.playTooEarly, [Fact("wait_us", "\(wait)")])
  }
}
