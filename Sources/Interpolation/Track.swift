// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One property over all time: every change made to it, and what it looks like at any moment.
///
/// The law of presentation: the model changes at once, and what is shown is the model plus a
/// residue that the animations take away. So a change without an animation moves the picture at
/// once and disturbs nothing that still runs, and no change with an animation ever makes it jump.
///
/// A track is built from a log, in the log's order, and can be sampled at any time in any order;
/// samples are pure, cost what is alive at that time (and a binary search), and allocate nothing.
/// Times are in seconds on one clock, the log's.
public struct Track<Value: Animatable>: Sendable {
  /// How a segment's animation combines with earlier ones.
  @usableFromInline
  enum Mode: Sendable {
    /// There is no animation: the change shows at once.
    case unanimated
    /// A persistent spring takes over position and velocity.
    case takingOver
    /// Anything else without modifiers combines with what still runs.
    case combining
    /// The same with modifiers, which are kept beside the segments.
    case modified
  }

  /// One change of the model: what a sample reads, all of it plain numbers if the value is.
  @usableFromInline
  struct Segment: Sendable {
    /// When the model changed.
    @usableFromInline var start: Double
    /// The model from here on.
    @usableFromInline var model: Value
    /// The initial residue that the animation takes away: the previous model, or for a spring that
    /// takes over the shown value, relative to this model.
    @usableFromInline var offset: Value.AnimatableData
    /// The initial velocity of a spring that takes over, per second.
    @usableFromInline var velocity = Value.AnimatableData.zero
    /// The latest animated segment before this one, or -1.
    @usableFromInline var below: Int
    @usableFromInline var mode = Mode.unanimated
    /// The animation without its modifiers.
    @usableFromInline var base = Animation.Base.curve(.linear, duration: 0)
    /// How long the animation has any effect, in seconds.
    @usableFromInline var extent = 0.0

    @usableFromInline
    init(start: Double, model: Value, offset: Value.AnimatableData, below: Int) {
      self.start = start
      self.model = model
      self.offset = offset
      self.below = below
    }
  }

  /// The model before any change.
  @usableFromInline var initial: Value
  /// All changes, in order of time; simultaneous ones in the order of their calls.
  @usableFromInline var segments: [Segment] = []
  /// The complete animation of each change; nil if it shows at once.
  @usableFromInline var animations: [Animation?] = []

  /// A property that is, and always was, `initial`.
  @inlinable
  public init(_ initial: Value) { self.initial = initial }

  /// The number of changes.
  @inlinable public var count: Int { segments.count }

  /// The model after all changes.
  @inlinable public var model: Value { segments.last?.model ?? initial }

  /// The model at `time`, as if nothing were animated.
  @inlinable
  public func model(at time: Double) -> Value {
    let index = lastIndex(at: time)
    return index < 0 ? initial : segments[index].model
  }

  /// The last segment that starts at or before `time`, or -1; also -1 if `time` is not a number.
  @inlinable
  func lastIndex(at time: Double) -> Int {
    guard var high = segments.indices.last, time >= segments[0].start else { return -1 }
    // Fast path: live viewers ask for the end.
    if time >= segments[high].start { return high }
    var low = 0
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if segments[middle].start <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// The latest animated segment that starts at or before `time`, or -1.
  @inlinable
  func lastAnimatedIndex(at time: Double) -> Int { animatedIndex(from: lastIndex(at: time)) }

  /// The latest animated segment that is not after the segment at `index`, or -1.
  @inlinable
  func animatedIndex(from index: Int) -> Int {
    index < 0 || segments[index].mode != .unanimated ? index : segments[index].below
  }
}
