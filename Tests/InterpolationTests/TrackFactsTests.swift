// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("The table of facts, in tracks", .timeLimit(.minutes(1)))
struct TrackFactsTests {
  /// The tracks of the rows about interruption, by the words the rows use for them.
  private func track(of fact: Fact) throws -> Track<Double> {
    var track = Track(0.0)
    func change(_ target: Double, _ time: Double, _ animation: Animation) {
      track.change(to: target, at: time, animation: animation)
    }
    let (bouncy, smooth, ease) = (
      Animation.bouncy, Animation.smooth, Animation.easeInOut(duration: 0.35)
    )
    switch fact.curve {
    case "spring merge":
      change(1, 0, bouncy)
      change(0, 0.15, bouncy)
    case "spring merge to other spring":
      change(1, 0, bouncy)
      change(2, 0.15, smooth)
    case "spring merge twice":
      change(1, 0, bouncy)
      change(0, 0.15, bouncy)
      change(1, 0.25, bouncy)
    case "bezier chain (combine)":
      change(1, 0, ease)
      change(0, 0.15, ease)
    case "bezier chain of three":
      change(1, 0, ease)
      change(0, 0.1, ease)
      change(2, 0.25, ease)
    case "bezier->spring velocity kept":
      change(1, 0, ease)
      change(0, 0.15, smooth)
    case "spring->bezier chain":
      change(1, 0, smooth)
      change(0, 0.15, ease)
    default: throw UnknownRow(id: fact.id)
    }
    return track
  }

  struct UnknownRow: Error {
    let id: String
  }

  @Test("an interrupted change continues from where it is", arguments: Fact.group("retarget"))
  func retarget(fact: Fact) throws {
    // Two rows give the state before the switch; it is the limit from the left.
    let isBefore = ["A151", "A163"].contains(fact.id)
    let time = fact.time
    let track = try track(of: fact)
    let sampled = isBefore ? time.nextDown : time
    #expect(track.value(at: sampled).isClose(to: fact.value))
    #expect(track.velocity(at: sampled).isClose(to: fact.velocity))
  }

  @Test("modifiers see the clock from the outside in", arguments: Fact.group("modifiers"))
  func modifiers(fact: Fact) throws {
    let name = fact.curve.split(separator: " ")[0]
    let linear = Animation.linear(duration: 1)
    let animation: Animation
    switch (String(name), fact.curve.contains("no autoreverse")) {
    case ("repeatCount(3", _): animation = linear.repeatCount(3)
    case ("repeatCount(2", _): animation = linear.repeatCount(2)
    case ("repeatForever(autoreverses)", _):
      animation = .easeIn(duration: 1).repeatForever()
    case ("repeatForever(no", true):
      let base: Animation = fact.parameters.hasPrefix("linear") ? linear : .easeInOut(duration: 1)
      animation = base.repeatForever(autoreverses: false)
    case ("speed(2).delay(0.5)", _): animation = linear.speed(2).delay(0.5)
    case ("delay(0.5).speed(2)", _): animation = linear.delay(0.5).speed(2)
    case ("delay(0.5).repeatForever(autoreverses", _):
      let autoreverses = fact.curve.contains("true")
      animation = linear.delay(0.5).repeatForever(autoreverses: autoreverses)
    case ("repeatForever(autoreverses", _):
      animation = linear.repeatForever(autoreverses: false).delay(0.5)
    default: throw UnknownRow(id: fact.id)
    }
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: animation)
    #expect(track.value(at: fact.time).isClose(to: fact.value))
  }

  @Test("changes are logically complete at their time", arguments: Fact.group("completion"))
  func completion(fact: Fact) throws {
    let animation: Animation
    if let response = fact.number("spring response") {
      animation = .spring(response: response)
    } else if let stiffness = fact.number("interpolatingSpring stiffness") {
      animation = .interpolatingSpring(stiffness: stiffness, damping: 5)
    } else {
      animation = .easeInOut(duration: fact["easeInOut duration"])
    }
    #expect(animation.logicalDuration.isClose(to: fact.value))
  }

  @Test("a deal is one card after the other", arguments: Fact.group("deal"))
  func deal(fact: Fact) throws {
    var track = Track(0.0)
    let card = fact["i"]
    track.change(to: 1, at: 0, animation: .easeInOut(duration: 1).delay(0.15 * card))
    #expect(track.value(at: fact.time).isClose(to: fact.value))
  }

  @Test("a pie's end is a countdown", arguments: Fact.group("pie"))
  func pie(fact: Fact) throws {
    var track = Track(Angle(degrees: 270))
    track.change(to: .degrees(-90), at: 0, animation: .linear(duration: 6))
    let time = fact.time
    #expect(track.value(at: time).degrees.isClose(to: fact.value))
    let velocity = Angle(radians: track.velocity(at: time)).degrees
    #expect(velocity.isClose(to: fact.velocity))
  }

  @Test("a number flies and fades", arguments: Fact.group("flying"))
  func flying(fact: Fact) throws {
    var track = Track(AnimatablePair(0.0, 1.0))
    track.change(to: AnimatablePair(-200, 0), at: 0, animation: .easeIn(duration: 1.5))
    let time = fact.time
    let (value, velocity) = (track.value(at: time), track.velocity(at: time))
    let isOpacity = fact.curve == "opacity"
    #expect((isOpacity ? value.second : value.first).isClose(to: fact.value))
    let expected = fact.velocity
    #expect((isOpacity ? velocity.second : velocity.first).isClose(to: expected))
  }

  @Test("a card turns, swaps its sides and overshoots", arguments: Fact.group("cardify"))
  func cardify(fact: Fact) throws {
    if fact.curve.hasPrefix("projected") {
      let place = UnitPoint(x: fact.curve.contains("left") ? 0 : 1, y: 1)
      let point = Perspective().project(
        place, of: Size(width: 120, height: 180),
        turnedBy: .degrees(fact["deg"]))
      #expect(point.x.isClose(to: fact.value))
      #expect(point.y.isClose(to: fact.velocity))
      return
    }
    var track = Track(Angle(degrees: 0))
    let animations: [String: Animation] = [
      "linear duration=0.5": .linear(duration: 0.5), "smooth": .smooth, "bouncy": .bouncy,
      "easeInOut duration=0.5": .easeInOut(duration: 0.5), "documentedDefault": .default,
      "easeIn duration=0.5": .easeIn(duration: 0.5), "bouncy 0->180": .bouncy,
      "easeOut duration=0.5": .easeOut(duration: 0.5),
    ]
    let animation = try #require(animations[fact.parameters], "\(fact.id)")
    track.change(to: .degrees(180), at: 0, animation: animation)
    if !fact.time.isNaN {
      let time = fact.time
      #expect(track.value(at: time).degrees.isClose(to: fact.value))
      #expect(track.velocity(at: time).isClose(to: 0, within: 1e-7))
    } else {
      var (up, down) = (0.0, 0.5)
      for _ in 0..<60 {
        let middle = (up + down) / 2
        if track.value(at: middle).degrees < 90 { up = middle } else { down = middle }
      }
      #expect(down.isClose(to: fact.value))
    }
  }
}
