// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The resolution of a schedule.
public enum TimelineScheduleMode: Hashable, Sendable {
  /// All entries.
  case normal
  /// Only important entries, for a screen that rarely has the viewer's attention.
  case lowFrequency
}

/// The times, in seconds, at which something that follows the clock must be redrawn.
///
/// The counterpart of SwiftUI's protocol of the same name.
public protocol TimelineSchedule: Sendable {
  /// Times in ascending order; may be endless.
  associatedtype Entries: Sequence<Double>

  /// The entries for a viewer who starts at `start`: the first one is in force then.
  func entries(from start: Double, mode: TimelineScheduleMode) -> Entries
}

extension TimelineSchedule {
  /// The first entry after `time`, when to draw again, or nil.
  public func next(after time: Double, mode: TimelineScheduleMode = .normal) -> Double? {
    for entry in entries(from: time, mode: mode) where entry > time { return entry }
    return nil
  }
}

/// Equidistant times, each computed as a multiple of the distance, so that they do not drift.
public struct EvenTimes: Sequence, IteratorProtocol, Sendable {
  private let first: Double
  private let distance: Double
  private var index: Int?

  /// The times from `first` on, `distance` apart; none if `isEmpty`.
  init(first: Double, distance: Double, isEmpty: Bool = false) {
    self.first = first
    self.distance = distance
    index = isEmpty ? nil : 0
  }

  /// The next time, or nil.
  public mutating func next() -> Double? {
    guard let current = index else { return nil }
    index = current + 1
    return first + Double(current) * distance
  }
}

/// An entry for every frame, for continuous motion.
public struct AnimationTimelineSchedule: TimelineSchedule, Hashable {
  private let minimumInterval: Double
  private let isPaused: Bool

  /// An entry every `minimumInterval` seconds (within 1e-3...1e9), none while `paused`.
  public init(minimumInterval: Double = 1 / 120, paused: Bool = false) {
    self.minimumInterval = minimumInterval.confined(to: 1e-3...1e9, orIfNaN: 1 / 120)
    isPaused = paused
  }

  /// Entries from `start` on; none while paused or at low frequency.
  public func entries(from start: Double, mode: TimelineScheduleMode) -> EvenTimes {
    EvenTimes(
      first: start, distance: minimumInterval, isEmpty: isPaused || mode == .lowFrequency)
  }
}

/// An entry at every multiple of an interval from a fixed time.
public struct PeriodicTimelineSchedule: TimelineSchedule, Hashable {
  private let origin: Double
  private let interval: Double

  /// An entry at `origin` and every `interval` seconds (within 1e-3...1e9) from it.
  public init(from origin: Double, by interval: Double) {
    self.origin = origin
    self.interval = interval.confined(to: 1e-3...1e9, orIfNaN: 1)
  }

  /// Entries from the multiple at or before `start`, or the one after it where `start` is before
  /// the origin: the remainder is truncated, as in SwiftUI.
  public func entries(from start: Double, mode: TimelineScheduleMode) -> EvenTimes {
    EvenTimes(first: start - remainder(start - origin, interval), distance: interval)
  }
}

/// Entries at given times.
public struct ExplicitTimelineSchedule: TimelineSchedule, Hashable {
  private let times: [Double]

  /// Entries at `times`, in any order.
  public init(_ times: some Sequence<Double>) { self.times = times.sorted() }

  /// The last time at or before `start`, and all later ones.
  public func entries(from start: Double, mode: TimelineScheduleMode) -> ArraySlice<Double> {
    times[(times.lastIndex { $0 <= start } ?? 0)...]
  }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  /// An entry for every frame.
  public static var animation: Self { Self() }

  /// An entry every `minimumInterval` seconds, none while `paused`.
  public static func animation(minimumInterval: Double = 1 / 120, paused: Bool = false) -> Self {
    Self(minimumInterval: minimumInterval, paused: paused)
  }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  /// An entry at `origin` and every `interval` seconds from it.
  public static func periodic(from origin: Double, by interval: Double) -> Self {
    Self(from: origin, by: interval)
  }
}

extension TimelineSchedule where Self == ExplicitTimelineSchedule {
  /// Entries at `times`.
  public static func explicit(_ times: some Sequence<Double>) -> Self { Self(times) }
}
