// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Interpolation

/// What only this viewer knows: time-stamped notes beside the log; empty for a spectator.
///
/// Its times are on the server's time scale, so that a scene with it can be replayed too. It holds
/// at most `limit` notes, then forgets the oldest choice, refusal or arrival.
public struct ViewerState: Hashable, Sendable {
  /// The content of a note.
  public enum Fact: Hashable, Sendable {
    /// The viewer's seat, or none, from now on.
    case seat(SeatIndex?)
    /// The expected time from a press to the face, from now on.
    case awaits(Duration)
    /// The viewer chose a card and waits for the answer.
    case chose(CardID)
    /// A request was refused or abandoned; names its card, if any.
    case refused(CardID?)
    /// The entry with this number arrived; matters for flips and what ends them.
    case arrived(UInt64)
  }

  /// A fact and the time from which it holds.
  public struct Note: Hashable, Sendable {
    /// The time from which it holds.
    public var at: ServerTime
    /// The fact.
    public var fact: Fact

    /// `fact` holds from `at` on.
    public init(at: ServerTime, fact: Fact) {
      self.at = at
      self.fact = fact
    }
  }

  /// The maximum number of notes.
  public static let limit = 512

  /// The notes, in order of time.
  public private(set) var notes: [Note] = []

  /// The viewer's motion preference.
  ///
  /// It applies to all times, past ones too. It does not change when a face shows, or to whom.
  public var motion = MotionPreference.full

  /// A spectator without notes.
  public init() {}

  /// Inserts a note after those of the same or an earlier time.
  public mutating func add(_ fact: Fact, at time: ServerTime) {
    let index = notes.lastIndex { $0.at <= time }.map { $0 + 1 } ?? 0
    notes.insert(Note(at: time, fact: fact), at: index)
    guard notes.count > Self.limit else { return }
    notes.remove(at: notes.firstIndex { !$0.fact.isStanding } ?? 0)
  }

  /// The viewer's seat at a time.
  public func seat(at time: ServerTime) -> SeatIndex? {
    for note in notes.reversed() where note.at <= time {
      if case .seat(let seat) = note.fact { return seat }
    }
    return nil
  }

  /// When entry `seq` arrived, if after `time`; nil if it did not or was not noted.
  func arrival(of seq: UInt64, from time: ServerTime) -> ServerTime? {
    for note in notes.reversed() {
      guard note.at > time else { return nil }
      if note.fact == .arrived(seq) { return note.at }
    }
    return nil
  }
}

extension ViewerState.Fact {
  /// Whether it holds until another note of its kind.
  fileprivate var isStanding: Bool {
    switch self {
    case .seat, .awaits: true
    case .chose, .refused, .arrived: false
    }
  }
}
