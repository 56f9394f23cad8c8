// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Interpolation
import Testing

@Suite("Transitions", .timeLimit(.minutes(1)))
struct AnyTransitionTests {
  private static let size = Size(width: 20, height: 30)

  private static func away(_ width: Double, _ height: Double, opacity: Double = 1)
    -> TransitionEffect
  {
    TransitionEffect(opacity: opacity, offset: Size(width: width, height: height))
  }

  static let effects: [(AnyTransition, TransitionEffect, TransitionEffect)] = [
    (.identity, .identity, .identity),
    (.opacity, TransitionEffect(opacity: 0), TransitionEffect(opacity: 0)),
    (.scale, TransitionEffect(scale: 1e-5), TransitionEffect(scale: 1e-5)),
    (
      .scale(scale: 0.5, anchor: .topLeading),
      TransitionEffect(scale: 0.5, offset: Size(width: -5, height: -7.5)),
      TransitionEffect(scale: 0.5, offset: Size(width: -5, height: -7.5))
    ),
    (.offset(Size(width: 3, height: 4)), away(3, 4), away(3, 4)),
    (.move(edge: .top), away(0, -30), away(0, -30)),
    (.move(edge: .bottom), away(0, 30), away(0, 30)),
    (.move(edge: .leading), away(-20, 0), away(-20, 0)),
    (.move(edge: .trailing), away(20, 0), away(20, 0)),
    (.slide, away(-20, 0), away(20, 0)),
    (.push(from: .bottom), away(0, 30, opacity: 0), away(0, -30, opacity: 0)),
    (.push(from: .leading), away(-20, 0, opacity: 0), away(20, 0, opacity: 0)),
    (
      .asymmetric(insertion: .opacity, removal: .move(edge: .top)), TransitionEffect(opacity: 0),
      away(0, -30)
    ),
    (
      .opacity.combined(with: .slide).combined(with: .scale(scale: 0.5)),
      TransitionEffect(opacity: 0, scale: 0.5, offset: Size(width: -20, height: 0)),
      TransitionEffect(opacity: 0, scale: 0.5, offset: Size(width: 20, height: 0))
    ),
  ]

  @Test("a child looks as it should before and after, and like itself between", arguments: effects)
  func effect(transition: AnyTransition, before: TransitionEffect, after: TransitionEffect) {
    #expect(transition.effect(in: .willAppear, size: Self.size) == before)
    #expect(transition.effect(in: .identity, size: Self.size) == .identity)
    #expect(transition.effect(in: .didDisappear, size: Self.size) == after)
  }

  @Test("phases are numbers, as in SwiftUI")
  func phases() {
    #expect([TransitionPhase.willAppear, .identity, .didDisappear].map(\.value) == [-1, 0, 1])
  }

  @Test("reduced motion fades whatever moves", arguments: effects)
  func reduced(transition: AnyTransition, before: TransitionEffect, after: TransitionEffect) {
    let moves = [before, after].contains { $0.scale != 1 || $0.offset != .zero }
    #expect(transition.hasMotion == moves)
    #expect(MotionPreference.reduced.projected(transition) == (moves ? .opacity : transition))
    #expect(MotionPreference.full.projected(transition) == transition)
    #expect(MotionPreference.none.projected(transition) == .identity)
  }

  @Test("a transition survives encoding and decoding", arguments: effects)
  func coding(transition: AnyTransition, before: TransitionEffect, after: TransitionEffect) throws {
    let data = try JSONEncoder().encode(transition)
    #expect(try JSONDecoder().decode(AnyTransition.self, from: data) == transition)
  }
}
