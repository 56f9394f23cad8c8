// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Containers", .timeLimit(.minutes(1)))
struct TransitionContainerTests {
  private typealias Container = TransitionContainer<String>
  private let second = Transaction(animation: .linear(duration: 1))

  private func child(
    _ id: String, _ transition: AnyTransition = .opacity, zIndex: Double = 0
  ) -> Container.Child {
    Container.Child(
      id: id, transition: transition, size: Size(width: 20, height: 30), zIndex: zIndex)
  }

  @Test("children of the first update are simply there")
  func arrival() {
    var container = Container()
    #expect(container.children(at: 0).isEmpty)
    container.update([child("a")], at: 0, transaction: second)
    #expect(container.children(at: -0.1).isEmpty)
    #expect(container.children(at: 0).map(\.effect) == [.identity])
    container.disappear(at: 5)
    #expect(container.children(at: 5).isEmpty)
    container.update([child("b")], at: 6, transaction: second)
    #expect(container.children(at: 6).map(\.effect) == [.identity])
  }

  @Test("a later child plays its transition, and a late viewer sees it in the middle")
  func insertion() {
    var container = Container()
    container.update([], at: 0)
    container.update([child("a"), child("b", .slide)], at: 1, transaction: second)
    let shown = container.children(at: 1.25)
    #expect(shown.map(\.id) == ["a", "b"])
    #expect(shown[0].effect.opacity == 0.25)
    #expect(shown[1].effect.offset == Size(width: -15, height: 0))
    #expect(shown[1].effect.opacity == 1)
    // Without an animation nothing is played.
    container.update([child("a"), child("b", .slide), child("c")], at: 9)
    #expect(container.children(at: 9).map(\.effect) == [.identity, .identity, .identity])
  }

  @Test("a leaving child stays until its animation is gone")
  func removal() {
    var container = Container()
    container.update([child("a", .slide), child("b", .identity)], at: 0)
    container.update([], at: 1, transaction: second)
    #expect(container.children(at: 1.5).map(\.id) == ["a"])
    #expect(container.children(at: 1.5)[0].effect.offset == Size(width: 10, height: 0))
    #expect(container.children(at: 1.5)[0].isLeaving)
    #expect(container.departure(at: 1.5) == 2)
    #expect(container.children(at: 2).isEmpty)
    #expect(container.departure(at: 2) == 2)
    // Backwards in time all is as it was.
    #expect(container.children(at: 0.5).map(\.isLeaving) == [false, false])
  }

  @Test("a transition that shows nothing still keeps a leaving child for the flight")
  func twin() {
    var container = Container()
    container.update(
      [child("a", .asymmetric(insertion: .identity, removal: .identity))], at: 0)
    container.update([], at: 1, transaction: second)
    #expect(container.children(at: 1.9).map(\.effect) == [.identity])
    #expect(container.children(at: 2).isEmpty)
  }

  @Test("without an animation a leaving child is gone at once")
  func unanimatedRemoval() {
    var container = Container()
    container.update([child("a")], at: 0)
    container.update([], at: 1)
    #expect(container.children(at: 1).isEmpty)
  }

  @Test("coming back on the way out reverses the leaving, not the coming")
  func revival() {
    var container = Container()
    let transition = AnyTransition.asymmetric(insertion: .scale, removal: .opacity)
    container.update([child("a", transition)], at: 0)
    container.update([], at: 1, transaction: second)
    container.update([child("a", transition)], at: 1.5, transaction: second)
    let shown = container.children(at: 1.75)
    #expect(shown.map(\.isLeaving) == [false])
    #expect(shown[0].effect.scale == 1)
    // On the way out 1 -> 0 the fade is at 0.25, and on the way back a quarter of the rest is made.
    #expect(shown[0].effect.opacity.isClose(to: 0.25 + 0.25 * 0.75))
    #expect(container.children(at: 3).map(\.effect) == [.identity])
    // After it is gone it comes anew.
    container.update([], at: 4, transaction: second)
    container.update([child("a", transition)], at: 6, transaction: second)
    #expect(container.children(at: 6)[0].effect.scale.isClose(to: 1e-5))
  }

  @Test("order is by z, then leavers before stayers; z switches at once")
  func order() {
    var container = Container()
    container.update([child("a"), child("b", zIndex: 1), child("c"), child("d")], at: 0)
    #expect(container.children(at: 0).map(\.id) == ["a", "c", "d", "b"])
    container.update([child("a"), child("b", zIndex: 1), child("c")], at: 1, transaction: second)
    container.update([child("a", zIndex: 2), child("b", zIndex: 1)], at: 1.5, transaction: second)
    #expect(container.children(at: 1.5).map(\.id) == ["d", "c", "b", "a"])
    #expect(container.children(at: 2.2).map(\.id) == ["c", "b", "a"])
    #expect(container.children(at: 1.2).map(\.id) == ["d", "a", "c", "b"])
  }

  @Test("with reduced motion a child fades instead of moving, and is gone at the same time")
  func reducedMotion() {
    var container = Container()
    container.update([child("a", .slide), child("b", .identity)], at: 0)
    container.update([child("b", .identity)], at: 1, transaction: second)
    let shown = container.children(at: 1.25, motion: .reduced)
    #expect(shown[0].effect == TransitionEffect(opacity: 0.75))
    #expect(shown[1].effect == .identity)
    #expect(container.children(at: 2, motion: .reduced).map(\.id) == ["b"])
  }

  @Test("without motion children leave and appear at once")
  func noMotion() {
    var container = Container()
    container.update([child("a", .slide), child("b")], at: 0)
    container.update([child("b"), child("c", .opacity)], at: 1, transaction: second)
    let shown = container.children(at: 1, motion: .none)
    #expect(shown.map(\.id) == ["b", "c"])
    #expect(shown.allSatisfy { $0.effect == .identity && !$0.isLeaving })
  }

  @Test("an update before the last one counts as simultaneous with it")
  func lateUpdate() {
    var container = Container()
    container.update([child("a")], at: 5)
    container.update([child("a"), child("b")], at: 3, transaction: second)
    #expect(container.children(at: 4).isEmpty)
    #expect(container.children(at: 5.5).map(\.effect.opacity) == [1, 0.5])
  }

  @Test("two children of the same id trap")
  func duplicates() async {
    await #expect(processExitsWith: .failure) {
      var container = TransitionContainer<Int>()
      let child = TransitionContainer.Child(id: 1, size: .zero)
      container.update([child, child], at: 0)
    }
  }
}
