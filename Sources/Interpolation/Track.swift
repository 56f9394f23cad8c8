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
  /// How a segment's animation goes together with what came before.
  @usableFromInline
  enum Mode: Sendable {
    /// There is no animation: the change shows at once.
    case unanimated
    /// A persistent spring takes over place and velocity.
    case takingOver
    /// Anything else, without modifiers, moves over what still runs.
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
    /// What the animation has to take away: from the model here to the model before, or, for a
    /// spring that takes over, to what was shown.
    @usableFromInline var offset: Value.AnimatableData
    /// What a spring that takes over starts with, per second.
    @usableFromInline var velocity = Value.AnimatableData.zero
    /// The latest animated segment before this one, or -1.
    @usableFromInline var below: Int
    @usableFromInline var mode = Mode.unanimated
    /// The animation without its modifiers.
    @usableFromInline var base = Animation.Base.curve(.linear, duration: 0)
    /// How long the animation moves anything, in seconds.
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
  /// All changes, by time; those of one time in the order in which they were made.
  @usableFromInline var segments: [Segment] = []
  /// What shows each of the changes, whole; nil where it shows at once.
  @usableFromInline var animations: [Animation?] = []

  /// A property that is, and always was, `initial`.
  @inlinable
  public init(_ initial: Value) { self.initial = initial }

  /// How many changes the track holds.
  @inlinable public var count: Int { segments.count }

  /// The model after all changes: where everything is going.
  @inlinable public var model: Value { segments.last?.model ?? initial }

  /// The model at `time`, as if nothing were animated.
  @inlinable
  public func model(at time: Double) -> Value {
    let index = lastIndex(at: time)
    return index < 0 ? initial : segments[index].model
  }

  /// The last segment that starts at or before `time`, or -1; what is not a number comes before all.
  @inlinable
  func lastIndex(at time: Double) -> Int {
    guard var high = segments.indices.last, time >= segments[0].start else { return -1 }
    // Whoever plays live asks for the end.
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
