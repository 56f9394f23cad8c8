// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import Stage
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Demos", .timeLimit(.minutes(2)))
struct DemoTests {
  @Test("Each has a unique name and a sentence")
  func names() {
    #expect(Set(Demo.all.map(\.name)).count == Demo.all.count)
    for demo in Demo.all {
      #expect(Demo.named(demo.name.uppercased())?.title == demo.title)
      #expect(demo.sentence.hasSuffix(".") && !demo.title.hasSuffix("."))
      let caption = "\(demo.title). \(demo.sentence)"
      #expect(caption.folded(to: 58).count <= 3, "\(demo.name)")
    }
    #expect(Demo.named("none") == nil)
  }

  @Test(
    "Each moves, and its scenes do not depend on the order of sampling",
    arguments: Demo.all.map(\.name))
  func purity(_ name: String) throws {
    let demo = try #require(Demo.named(name))
    let timeline = demo.makeTimeline()
    let length = (timeline.span.upperBound - timeline.span.lowerBound).wholeMicroseconds
    #expect((1_000_000...20_000_000).contains(length))
    let times = (0...60).map { timeline.span.lowerBound + .microseconds(length * $0 / 60) }
    let forwards = times.map { timeline.scene(at: $0) }
    let again = demo.makeTimeline()
    let backwards = Array(times.reversed().map { again.scene(at: $0) }.reversed())
    #expect(forwards == backwards)
    #expect(Set(forwards).count > 3)
  }

  @Test("Nothing jumps when shuffles interrupt each other")
  func interruption() throws {
    let timeline = try #require(Demo.named("interruption")).makeTimeline()
    var last: [CardID: Point] = [:]
    for step in 0..<2500 {
      let scene = timeline.scene(at: timeline.span.lowerBound + .milliseconds(2 * step))
      for card in scene.cards {
        if let before = last[card.id] {
          // Two milliseconds of the fastest flight across the table.
          #expect(abs(card.centre.x - before.x) < 0.35)
        }
        last[card.id] = card.centre
      }
    }
  }

  @Test("Without motion cards are seen only at their places")
  func noMotion() throws {
    for name in ["interruption", "deal", "deal-random"] {
      let timeline = try #require(Demo.named(name)).makeTimeline()
      for step in 0..<200 {
        let scene = timeline.scene(at: timeline.span.lowerBound + .milliseconds(20 * step), .none)
        let places = Set(scene.table.places.compactMap { scene.table.centre(of: $0) })
        #expect(scene.cards.allSatisfy { places.contains($0.centre) }, "\(name) at step \(step)")
        #expect(scene.motion == .still)
      }
    }
  }

  @Test("Springs overshoot their target and eased flights do not")
  func springs() throws {
    let timeline = try #require(Demo.named("vectors")).makeTimeline()
    let scenes = (0..<300).map {
      timeline.scene(at: timeline.span.lowerBound + .milliseconds(10 * $0))
    }
    let sizes = scenes.compactMap { scene in scene.cards.first { $0.place == 2 }?.scale }
    #expect((sizes.min() ?? 1) < 0.54 && sizes.first == 1)
  }

  @Test("Cards of a group fly between deck and table, and rest where their source is")
  func matchedGeometry() throws {
    let timeline = try #require(Demo.named("matched-geometry")).makeTimeline()
    func cards(_ seconds: Double) -> [Int: Scene.Card] {
      let scene = timeline.scene(
        at: timeline.span.lowerBound + .milliseconds(Int(seconds * 1000)))
      return Dictionary(uniqueKeysWithValues: scene.cards.map { ($0.place, $0) })
    }
    let (deck, places, end) = (cards(0), cards(3.5), cards(6.9))
    let home = try #require(deck[0]?.centre)
    for place in 1..<5 {
      #expect(deck[place]?.centre == home && deck[place]?.scale == 0.6)
      // A spring approaches its target without end.
      #expect(abs((places[place]?.scale ?? 0) - 1) < 1e-3)
      #expect(abs((end[place]?.centre.x ?? 0) - home.x) < 1e-3)
    }
    let (from, to) = (try #require(deck[1]), try #require(places[1]))
    let flying = try #require(cards(0.7)[1])
    #expect(from.centre.x < flying.centre.x && flying.centre.x < to.centre.x)
    #expect(from.scale < flying.scale && flying.scale < to.scale)
  }

  @Test("On a schedule the bonus changes at its times only, and the scene says when")
  func schedules() throws {
    guard case .gallery(let gallery)? = Demo.named("schedules")?.makeTimeline().source else {
      Issue.record("The demo is not a gallery.")
      return
    }
    var last: [Int: Double] = [:]
    var changes = [0, 0, 0]
    for tick in 0..<800 {
      let scene = gallery.scene(at: ServerTime(microseconds: Int64(tick) * 10_000))
      for card in scene.cards {
        if let before = last[card.place], before != card.bonus { changes[card.place] += 1 }
        last[card.place] = card.bonus
      }
    }
    #expect(changes[0] > 590 && changes[1] == 12 && changes[2] == 3)
    // Once the continuous one is at rest, the next drawing is the schedule's.
    let late = gallery.scene(at: ServerTime(microseconds: 6_490_000))
    #expect(late.motion == .moving && last == [0: 0, 1: 0, 2: 0])
  }

  @Test("The first cards have no insertion, and each leaves by its own transition")
  func transitions() throws {
    let timeline = try #require(Demo.named("transitions")).makeTimeline()
    func scene(_ seconds: Double) -> Scene {
      timeline.scene(at: timeline.span.lowerBound + .milliseconds(Int(seconds * 1000)))
    }
    #expect(scene(0).cards.count == 10 && scene(0.9).cards == scene(0).cards)
    // Only the card that returned on its way out is present.
    #expect(scene(2.9).cards.map(\.place) == [9])
    let middle = Dictionary(uniqueKeysWithValues: scene(1.6).cards.map { ($0.place, $0) })
    let rest = Dictionary(uniqueKeysWithValues: scene(0).cards.map { ($0.place, $0) })
    #expect(middle[0] == nil, "identity leaves at once")
    #expect(middle[2]?.scale ?? 1 < 0.9 && middle[3]?.centre.x ?? 0 > rest[3]?.centre.x ?? 99)
    #expect(middle[4]?.centre.y ?? 99 < rest[4]?.centre.y ?? 0)
    guard case .gallery(let gallery) = timeline.source else { return }
    let opacities = gallery.opacities(at: timeline.span.lowerBound + .milliseconds(1600))
    #expect(opacities.count == 3 && opacities.values.allSatisfy { (0.1...0.9).contains($0) })
  }

  @Test("A demo's match follows the rules")
  func rules() {
    for demo in Demo.all {
      guard case .log(let match) = demo.makeTimeline().source else { continue }
      let staged = match.staged
      var copy = MatchLog()
      for entry in staged.log.entries {
        let isNext = copy.append(entry)
        #expect(isNext)
      }
      #expect(copy == staged.log)
    }
  }

  @Test("Without a terminal the demos are listed, and a single one is described")
  func plain() throws {
    let lines = DemoCommand.lines(nil)
    #expect(lines.count == Demo.all.count && lines.allSatisfy { $0.hasSuffix(".") })
    let flip = DemoCommand.lines(Demo.named("flip"))
    #expect(flip.count > 3 && flip[0].hasPrefix("Turning a card. "))
    #expect(flip.contains { $0.contains("Ada turns") })
  }
}
