// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("The table of facts", .timeLimit(.minutes(1)))
struct FactsTests {
  @Test("all rows are there")
  func count() {
    #expect(Fact.all.count == 211)
    let known: Set = [
      "unitcurve", "duration", "spring", "interpolatingSpring", "conversion", "settling",
      "retarget", "modifiers", "completion", "cardify", "deal", "pie", "flying", "timeline",
    ]
    #expect(Set(Fact.all.map(\.group)) == known)
  }

  @Test("curves have the value and the slope", arguments: Fact.group("unitcurve"))
  func curve(fact: Fact) throws {
    let time = fact.time
    let sample = try curve(of: fact).sample(at: time)
    #expect(sample.value.isClose(to: fact.value))
    #expect(sample.velocity.isClose(to: fact.velocity))
  }

  @Test("curves in seconds have the value and the velocity", arguments: Fact.group("duration"))
  func duration(fact: Fact) throws {
    let duration = fact["duration"]
    let animation = Animation.timingCurve(try curve(of: fact), duration: duration)
    let progress = try #require(animation.progress(at: fact.time))
    #expect(progress.value.isClose(to: fact.value))
    #expect(progress.velocity.isClose(to: fact.velocity))
  }

  @Test("springs have the value and the velocity", arguments: Fact.group("spring"))
  func spring(fact: Fact) throws {
    let spring: Spring
    if let response = fact.number("response") {
      spring = Spring(
        response: response, dampingRatio: fact["dampingFraction"])
    } else {
      spring = Spring(
        duration: fact["duration"], bounce: fact["bounce"]
      )
    }
    let time = fact.time
    let push = fact["v0"]
    let value = spring.value(target: 1, initialVelocity: push, time: time)
    let velocity = spring.velocity(target: 1, initialVelocity: push, time: time)
    #expect(value.isClose(to: fact.value))
    #expect(velocity.isClose(to: fact.velocity))
  }

  @Test(
    "springs by mass have the value and the velocity", arguments: Fact.group("interpolatingSpring"))
  func interpolatingSpring(fact: Fact) throws {
    let mass = fact["mass"]
    let stiffness = fact["stiffness"]
    let damping = fact["damping"]
    let push = fact["v0"]
    let time = fact.time
    let progress: Progress
    if fact.curve.contains("true") {
      let spring = Spring(
        mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: true)
      progress = Progress(
        value: spring.value(target: 1, time: time), velocity: spring.velocity(target: 1, time: time)
      )
    } else {
      let animation = Animation.interpolatingSpring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: push)
      progress = try #require(animation.progress(at: time))
    }
    #expect(progress.value.isClose(to: fact.value))
    #expect(progress.velocity.isClose(to: fact.velocity))
  }

  @Test("parameters of springs convert", arguments: Fact.group("conversion"))
  func conversion(fact: Fact) throws {
    let second = fact.velocity
    if let stiffness = fact.number("stiffness") {
      let spring = Spring(stiffness: stiffness, damping: fact["damping"])
      #expect(spring.duration.isClose(to: fact.value))
      #expect(spring.bounce.isClose(to: second))
    } else {
      let spring = Spring(
        duration: fact["duration"], bounce: fact["bounce"]
      )
      #expect(spring.stiffness.isClose(to: fact.value))
      #expect(spring.damping.isClose(to: second))
    }
  }

  @Test("springs settle at the exact time", arguments: Fact.group("settling"))
  func settling(fact: Fact) throws {
    let spring: Spring
    if let response = fact.number("response") {
      spring = Spring(response: response, dampingRatio: 1)
    } else {
      spring = Spring(
        duration: fact["duration"], bounce: fact["bounce"]
      )
    }
    #expect(spring.settlingDuration.isClose(to: fact.value))
  }

  @Test("schedules begin at the entry in force", arguments: Fact.group("timeline"))
  func timeline(fact: Fact) throws {
    let schedule = PeriodicTimelineSchedule(
      from: fact["from"], by: fact["by"])
    var entries = schedule.entries(from: fact["start"], mode: .normal)
    #expect(entries.next() == fact.value)
  }

  private func curve(of fact: Fact) throws -> UnitCurve {
    switch fact.curve {
    case "linear": return .linear
    case "easeIn": return .easeIn
    case "easeOut": return .easeOut
    case "easeInOut": return .easeInOut
    case "circularEaseIn": return .circularEaseIn
    case "circularEaseOut": return .circularEaseOut
    case "circularEaseInOut": return .circularEaseInOut
    default:
      let handles = fact.parameters.dropFirst(3).split(separator: "/").compactMap { Double($0) }
      try #require(handles.count == 4, "\(fact.id)")
      return .timingCurve(handles[0], handles[1], handles[2], handles[3])
    }
  }
}
