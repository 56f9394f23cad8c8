// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Views in different places that are one thing on the move: a card in the deck and the same card on
/// the board.
///
/// A group is all views of one ``MatchedGeometryKey``. Its source is the one view of the group that
/// says where it is; when another view becomes the source, the group's frame moves from the old
/// source's to the new one's by the update's transaction, and every member can be shown in that
/// frame. A second change on the way merges or combines like any other. It stands for SwiftUI's
/// `matchedGeometryEffect`.
///
/// Like a ``Track`` it is built in the log's order and sampled at any time.
public struct MatchedGeometry<ID: Hashable & Sendable>: Sendable {
  /// One view of a group, as an update names it.
  public struct Member: Sendable {
    /// Which group it belongs to.
    public var key: MatchedGeometryKey<ID>
    /// Where it is laid out, in the coordinates all members share.
    public var frame: Rect
    /// Whether the group is where this view is.
    public var isSource: Bool
    /// Whether it is on its way out, and so follows its group and is never the source.
    public var isLeaving: Bool

    /// A member with these properties.
    public init(
      key: MatchedGeometryKey<ID>, frame: Rect, isSource: Bool = true, isLeaving: Bool = false
    ) {
      self.key = key
      self.frame = frame
      self.isSource = isSource
      self.isLeaving = isLeaving
    }
  }

  private struct Group: Sendable {
    var frame: Track<Rect>
    /// The number of the last update at which the group had a source.
    var lastUpdate: Int
  }

  private var groups: [MatchedGeometryKey<ID>: Group] = [:]
  private var updateCount = 0

  /// No groups yet.
  public init() {}

  /// Makes `members` the views there are from `time` on.
  ///
  /// A group's first source, and one that comes when the group had none, is where it is at once.
  /// Throws, and changes nothing, if two members that are not leaving are sources of one group: there
  /// would be no telling where the group is. Traps if `time` is not finite.
  public mutating func update(
    _ members: [Member], at time: Double, transaction: Transaction = Transaction()
  ) throws(MatchedGeometryError<ID>) {
    let sources = members.filter { $0.isSource && !$0.isLeaving }
    var keys: Set<MatchedGeometryKey<ID>> = []
    for source in sources where !keys.insert(source.key).inserted {
      throw .twoSources(source.key)
    }
    for source in sources {
      var group = groups[source.key] ?? Group(frame: Track(source.frame), lastUpdate: updateCount)
      let isKnown = group.lastUpdate == updateCount
      group.frame.change(
        to: source.frame, at: time, animation: isKnown ? transaction.animation : nil)
      group.lastUpdate = updateCount + 1
      groups[source.key] = group
    }
    updateCount += 1
  }

  /// The frame of the group `key` at `time`; nil if it never had a source.
  public func frame(
    of key: MatchedGeometryKey<ID>, at time: Double, motion: MotionPreference = .full
  ) -> Rect? {
    groups[key]?.frame.value(at: time, motion: motion)
  }

  /// When the flight of the group `key` that is on its way at `time` is over; `time` itself if none
  /// is.
  public func arrival(of key: MatchedGeometryKey<ID>, at time: Double) -> Double {
    max(time, groups[key]?.frame.completion(.removed, at: time) ?? time)
  }

  /// Where `member` is shown at `time`: its own frame, with what `properties` names taken from its
  /// group's, matched at `anchor`.
  public func frame(
    of member: Member, properties: MatchedGeometryProperties = .frame,
    anchor: UnitPoint = .center, at time: Double, motion: MotionPreference = .full
  ) -> Rect {
    guard let group = frame(of: member.key, at: time, motion: motion) else { return member.frame }
    let size = properties.contains(.size) ? group.size : member.frame.size
    let place = (properties.contains(.position) ? group : member.frame).point(at: anchor)
    return Rect(
      x: place.x - anchor.x * size.width, y: place.y - anchor.y * size.height, width: size.width,
      height: size.height)
  }
}
