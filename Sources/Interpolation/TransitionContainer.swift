// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The children of a container over all time, with their transitions.
///
/// As in SwiftUI, transitions play only within a container that is already on screen. Children of
/// its first update are simply there; later a new child appears and a missing one leaves by its
/// transition, animated by the update's transaction. A leaving child stays until its animation is
/// gone, even if its transition shows nothing; without an animation, or with
/// ``AnyTransition/identity``, it is gone at once. A child that returns before it is gone reverses
/// its removal.
///
/// Like a ``Track`` it is built in the log's order and can be sampled at any time. A sample costs
/// the children of that time; each update that changes the arrangement stores one list of them.
public struct TransitionContainer<ID: Hashable & Sendable>: Sendable {
  /// A child as an update names it.
  public struct Child: Sendable {
    /// Its identity from update to update.
    public var id: ID
    /// Its transition.
    public var transition: AnyTransition
    /// Its size, which some transitions move it by.
    public var size: Size
    /// The z order; higher is drawn later.
    ///
    /// Never animated.
    public var zIndex: Double

    /// A child with these properties.
    public init(id: ID, transition: AnyTransition = .opacity, size: Size, zIndex: Double = 0) {
      self.id = id
      self.transition = transition
      self.size = size
      self.zIndex = zIndex
    }
  }

  /// The stretch of time for which one child is mounted.
  struct Stay: Sendable {
    let id: ID
    var child: Child
    var presence: Track<Presence>
  }

  /// One of the children of an arrangement.
  struct Place: Hashable, Sendable {
    var stay: Int
    var zIndex: Double
    /// Whether its transition moves it, so that reduced motion shows a fade instead.
    var hasMotion: Bool
    /// When a child that leaves is gone; infinity for one that stays.
    var end: Double
    var isLeaving: Bool
  }

  /// The children from one update to the next, from back to front.
  struct Arrangement: Sendable {
    var start: Double
    var places: [Place]
  }

  var stays: [Stay] = []
  var arrangements: [Arrangement] = []
  var isOnScreen = false

  /// A container that is not on screen yet.
  public init() {}

  /// The last arrangement that starts at or before `time`, or -1.
  func lastIndex(at time: Double) -> Int {
    var (low, high) = (0, arrangements.count)
    while low < high {
      let middle = low + (high - low) / 2
      if arrangements[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

/// A child's presence: its transition's effect, and its opacity in a plain fade.
struct Presence: Animatable {
  var effect: TransitionEffect
  var fade: Double

  static let there = Self(effect: .identity, fade: 1)

  var animatableData: AnimatablePair<TransitionEffect.AnimatableData, Double> {
    get { AnimatablePair(effect.animatableData, fade) }
    set { (effect.animatableData, fade) = (newValue.first, newValue.second) }
  }
}
