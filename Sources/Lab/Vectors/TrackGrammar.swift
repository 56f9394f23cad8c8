// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// Parses tracks: `TIME>TARGET:ANIMATION`, joined by `;`, starting at 0 and at rest.
///
/// ANIMATION is one of `linear(D)`, `easeIn(D)`, `easeOut(D)`, `easeInOut(D)`,
/// `timingCurve(x1,y1,x2,y2,D)`, `spring(duration,bounce)`, `springResponse(R,z)` and
/// `interpolatingSpring(m,k,c,v0)`, followed by any number of `.delay(s)`, `.speed(f)`,
/// `.repeatCount(n,autoreverses)` and `.repeatForever(autoreverses)`; the last one is applied to
/// the time first.
enum TrackGrammar {
  /// The track that `text` describes.
  static func track(_ text: some StringProtocol) throws(GrammarError) -> Track<Double> {
    var track = Track(0.0)
    for segment in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard let arrow = segment.firstIndex(of: ">"),
        let colon = segment[arrow...].firstIndex(of: ":")
      else { throw .notASegment(text: String(segment)) }
      let time = try number(segment[..<arrow])
      let target = try number(segment[segment.index(after: arrow)..<colon])
      let animation = try animation(segment[segment.index(after: colon)...])
      track.change(to: target, at: time, animation: animation)
    }
    return track
  }

  /// The animation that `text` describes.
  static func animation(_ text: some StringProtocol) throws(GrammarError) -> Animation {
    var rest = Substring(text)
    var animation = try base(try takeCall(from: &rest))
    while !rest.isEmpty {
      guard rest.removeFirst() == "." else { throw .notACall(text: String(text)) }
      animation = try modified(animation, by: try takeCall(from: &rest))
    }
    return animation
  }

  /// The finite number in `text`.
  static func number(_ text: some StringProtocol) throws(GrammarError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw .notANumber(text: String(text))
    }
    return number
  }

  private struct Call {
    let name: Substring
    let arguments: [Substring]

    var unknown: GrammarError {
      .unknownCall(name: String(name), argumentCount: arguments.count)
    }
  }

  private static func takeCall(from text: inout Substring) throws(GrammarError) -> Call {
    guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else {
      throw .notACall(text: String(text))
    }
    let inside = text[text.index(after: open)..<close]
    let call = Call(
      name: text[..<open], arguments: inside.split(separator: ",", omittingEmptySubsequences: false)
    )
    text = text[text.index(after: close)...]
    return call
  }

  private static func base(_ call: Call) throws(GrammarError) -> Animation {
    var numbers: [Double] = []
    for argument in call.arguments { numbers.append(try number(argument)) }
    switch (call.name, numbers.count) {
    case ("linear", 1): return .linear(duration: numbers[0])
    case ("easeIn", 1): return .easeIn(duration: numbers[0])
    case ("easeOut", 1): return .easeOut(duration: numbers[0])
    case ("easeInOut", 1): return .easeInOut(duration: numbers[0])
    case ("timingCurve", 5):
      return .timingCurve(numbers[0], numbers[1], numbers[2], numbers[3], duration: numbers[4])
    case ("spring", 2): return .spring(duration: numbers[0], bounce: numbers[1])
    case ("springResponse", 2):
      return .spring(response: numbers[0], dampingFraction: numbers[1])
    case ("interpolatingSpring", 4):
      return .interpolatingSpring(
        mass: numbers[0], stiffness: numbers[1], damping: numbers[2], initialVelocity: numbers[3])
    default: throw call.unknown
    }
  }

  private static func modified(_ animation: Animation, by call: Call) throws(GrammarError)
    -> Animation
  {
    switch (call.name, call.arguments.count) {
    case ("delay", 1): return animation.delay(try number(call.arguments[0]))
    case ("speed", 1): return animation.speed(try number(call.arguments[0]))
    case ("repeatCount", 2):
      guard let count = Int(call.arguments[0]), let back = Bool(String(call.arguments[1])) else {
        throw call.unknown
      }
      return animation.repeatCount(count, autoreverses: back)
    case ("repeatForever", 1):
      guard let back = Bool(String(call.arguments[0])) else { throw call.unknown }
      return animation.repeatForever(autoreverses: back)
    default: throw call.unknown
    }
  }
}

/// Why a text is not a track, an animation or a row of vectors.
enum GrammarError: Error, Hashable, CustomStringConvertible {
  /// A number was expected at `text`.
  case notANumber(text: String)
  /// A segment TIME>TARGET:ANIMATION was expected at `text`.
  case notASegment(text: String)
  /// A call name(arguments) was expected at `text`.
  case notACall(text: String)
  /// There is no animation or modifier `name` with that many arguments.
  case unknownCall(name: String, argumentCount: Int)
  /// A row has `count` fields.
  case wrongFieldCount(count: Int)

  /// What is wrong, and what would be right.
  var description: String {
    switch self {
    case .notANumber(let text): "'\(text)' is not a finite number; write one such as 0.35."
    case .notASegment(let text):
      "'\(text)' is not a segment; write TIME>TARGET:ANIMATION, such as 0>1:linear(0.5)."
    case .notACall(let text):
      "'\(text)' is not a call; write a name and its arguments, such as delay(0.1)."
    case .unknownCall(let name, let argumentCount):
      "There is no '\(name)' with \(argumentCount) arguments; see TrackGrammar in Sources/Lab/Vectors."
    case .wrongFieldCount(let count):
      "A row has the five fields id, track, t, value and velocity; this one has \(count)."
    }
  }
}
