// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Interpolation

/// What only this viewer knows: an own, time-stamped list beside the log; empty for a spectator.
///
/// It is on the server's time scale like the log, so a scene with it can be shown again for any
/// moment as well. It holds `limit` notes at most and then forgets the oldest choice or refusal.
public struct ViewerState: Hashable, Sendable {
  /// What a note is about.
  public enum Fact: Hashable, Sendable {
    /// From now on this is the viewer's seat, or none.
    case seat(SeatIndex?)
    /// From now on the face of a chosen card is thought to show so long after the press.
    case awaits(Duration)
    /// The viewer chose a card, and the answer is not here yet.
    case chose(CardID)
    /// A request was refused or given up; with the card it was about, if it was about one.
    case refused(CardID?)
    /// The entry of this number came; only of interest for a flip, and for what ends it.
    case arrived(UInt64)
  }

  /// A fact and since when it holds.
  public struct Note: Hashable, Sendable {
    /// Since when.
    public var at: ServerTime
    /// What.
    public var fact: Fact

    /// `fact` holds from `at` on.
    public init(at: ServerTime, fact: Fact) {
      self.at = at
      self.fact = fact
    }
  }

  /// The most notes kept.
  public static let limit = 512

  /// The notes by time.
  public private(set) var notes: [Note] = []

  /// How much motion the viewer wants to see.
  ///
  /// It holds for every moment, not from some time on: who wants less does not want more in what is
  /// shown again either. When a face shows, and to whom, is the same with all.
  public var motion = MotionPreference.full

  /// A viewer who has done nothing and sits nowhere.
  public init() {}

  /// Adds a note behind those of the same or an earlier time.
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

  /// When the entry of number `seq` came, if that was after `time`; nil if it was not noted.
  func arrival(of seq: UInt64, from time: ServerTime) -> ServerTime? {
    for note in notes.reversed() {
      guard note.at > time else { return nil }
      if note.fact == .arrived(seq) { return note.at }
    }
    return nil
  }
}

extension ViewerState.Fact {
  /// Whether it holds until another of its kind says otherwise.
  fileprivate var isStanding: Bool {
    switch self {
    case .seat, .awaits: true
    case .chose, .refused, .arrived: false
    }
  }
}
