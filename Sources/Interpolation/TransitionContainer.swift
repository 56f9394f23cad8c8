// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Who is in a place on screen over all time, and how they come and go.
///
/// The rule of the house and of SwiftUI: transitions play only within a container that is already
/// on screen. At its first update the children are simply there; from then on who is new appears and
/// who is missing leaves by its transition, animated by the update's transaction. A child that
/// leaves stays until its animation is gone, also if its transition shows nothing; without an
/// animation, or with ``AnyTransition/identity``, it is gone at once. One that comes back before it
/// is gone reverses its leaving.
///
/// Like a ``Track`` it is built in the log's order and sampled at any time. A sample costs the
/// children of that time; an update that changes who is where keeps one list of them.
public struct TransitionContainer<ID: Hashable & Sendable>: Sendable {
  /// A child as an update names it.
  public struct Child: Sendable {
    /// Who it is, from update to update.
    public var id: ID
    /// How it comes and goes.
    public var transition: AnyTransition
    /// Its size, which some transitions move it by.
    public var size: Size
    /// Higher ones are drawn later, over the others; it never animates.
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

  /// Who is there from one update to the next, from back to front.
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

/// How much of a child is there: what its transition does to it, and its part in a plain fade.
struct Presence: Animatable {
  var effect: TransitionEffect
  var fade: Double

  static let there = Self(effect: .identity, fade: 1)

  var animatableData: AnimatablePair<TransitionEffect.AnimatableData, Double> {
    get { AnimatablePair(effect.animatableData, fade) }
    set { (effect.animatableData, fade) = (newValue.first, newValue.second) }
  }
}
