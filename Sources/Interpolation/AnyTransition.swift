// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How something appears on screen and how it leaves.
///
/// A value that describes a child just before it appears and just after it has left; a
/// ``TransitionContainer`` animates between that and the child as it is. The counterpart of
/// SwiftUI's `AnyTransition`.
public struct AnyTransition: Hashable, Sendable {
  indirect enum Kind: Hashable, Sendable {
    case identity
    case opacity
    case scale(Double, anchor: UnitPoint)
    case offset(Size)
    case move(edge: Edge)
    case slide
    case push(from: Edge)
    case asymmetric(insertion: Kind, removal: Kind)
    case combined(Kind, Kind)
  }

  let kind: Kind

  /// No effect; a child that leaves is gone at once.
  public static let identity = Self(kind: .identity)
  /// Fades in and out; the default.
  public static let opacity = Self(kind: .opacity)
  /// Grows from nearly nothing and shrinks to it.
  public static let scale = scale(scale: 1e-5)
  /// Moves in from the leading edge and out over the trailing one, by the child's own width.
  public static let slide = Self(kind: .slide)

  /// Grows from a part of its size and shrinks to it, about `anchor`.
  public static func scale(scale: Double, anchor: UnitPoint = .center) -> Self {
    Self(kind: .scale(scale, anchor: anchor))
  }

  /// Moves in from `offset` away and out to there.
  public static func offset(_ offset: Size) -> Self { Self(kind: .offset(offset)) }

  /// Moves in over `edge` and out over it, by the child's own size.
  public static func move(edge: Edge) -> Self { Self(kind: .move(edge: edge)) }

  /// Moves in over `edge` and out over the opposite one, and fades.
  public static func push(from edge: Edge) -> Self { Self(kind: .push(from: edge)) }

  /// Appears by `insertion` and leaves by `removal`.
  ///
  /// With two ``identity`` the transition shows nothing, but keeps a leaving child on screen until
  /// the transaction's animation is over: enough for a twin to fly away from it.
  public static func asymmetric(insertion: Self, removal: Self) -> Self {
    Self(kind: .asymmetric(insertion: insertion.kind, removal: removal.kind))
  }

  /// This transition and `other` together: opacities and scales multiply, offsets add.
  public func combined(with other: Self) -> Self { Self(kind: .combined(kind, other.kind)) }

  /// Whether the transition moves or resizes anything, rather than fading at most.
  public var hasMotion: Bool { kind.hasMotion }

  /// The effect on a child of `size` in `phase`.
  public func effect(in phase: TransitionPhase, size: Size) -> TransitionEffect {
    phase == .identity ? .identity : kind.effect(in: phase, size: size)
  }
}

extension AnyTransition.Kind {
  fileprivate var hasMotion: Bool {
    switch self {
    case .identity, .opacity: false
    case .scale, .offset, .move, .slide, .push: true
    case .asymmetric(let insertion, let removal): insertion.hasMotion || removal.hasMotion
    case .combined(let first, let second): first.hasMotion || second.hasMotion
    }
  }

  fileprivate func effect(in phase: TransitionPhase, size: Size) -> TransitionEffect {
    let isAppearing = phase == .willAppear
    switch self {
    case .identity: return .identity
    case .opacity: return TransitionEffect(opacity: 0)
    case .scale(let scale, let anchor):
      let way = Size(
        width: (1 - scale) * (anchor.x - 0.5) * size.width,
        height: (1 - scale) * (anchor.y - 0.5) * size.height)
      return TransitionEffect(scale: scale, offset: way)
    case .offset(let offset): return TransitionEffect(offset: offset)
    case .move(let edge): return TransitionEffect(offset: edge.way(out: size))
    case .slide:
      let edge: Edge = isAppearing ? .leading : .trailing
      return TransitionEffect(offset: edge.way(out: size))
    case .push(let edge):
      let way = (isAppearing ? edge : edge.opposite).way(out: size)
      return TransitionEffect(opacity: 0, offset: way)
    case .asymmetric(let insertion, let removal):
      return (isAppearing ? insertion : removal).effect(in: phase, size: size)
    case .combined(let first, let second):
      let (one, two) = (first.effect(in: phase, size: size), second.effect(in: phase, size: size))
      return TransitionEffect(
        opacity: one.opacity * two.opacity, scale: one.scale * two.scale,
        offset: Size(
          width: one.offset.width + two.offset.width,
          height: one.offset.height + two.offset.height))
    }
  }
}

#if !hasFeature(Embedded)
extension AnyTransition: Codable {}
extension AnyTransition.Kind: Codable {}
#endif
