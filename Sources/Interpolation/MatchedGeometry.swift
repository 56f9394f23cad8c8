// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Views in different places that represent one moving object: a card in the deck and the same card
/// on the board.
///
/// A group is all views with one ``MatchedGeometryKey``. One of them, its source, defines the
/// group's frame. When another view becomes the source, the frame moves from the old source's to
/// the new one's by the update's transaction, and every member can be shown in it. Another
/// change during the move replaces or combines with it, as in a ``Track``. The counterpart of
/// SwiftUI's `matchedGeometryEffect`.
///
/// Like a ``Track`` it is built in the log's order and sampled at any time.
public struct MatchedGeometry<ID: Hashable & Sendable>: Sendable {
  /// One view of a group, as an update names it.
  public struct Member: Sendable {
    /// Which group it belongs to.
    public var key: MatchedGeometryKey<ID>
    /// Its layout frame, in coordinates common to all members.
    public var frame: Rect
    /// Whether this view is the group's source.
    public var isSource: Bool
    /// Whether it is leaving; then it follows its group and is never the source.
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
  /// A group's first source, or one after a time without a source, takes effect at once.
  /// Throws, and changes nothing, if two members that are not leaving are sources of one group.
  /// Traps if `time` is not finite.
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

  /// When the current motion of the group `key` ends; `time` itself if it is at rest.
  public func arrival(of key: MatchedGeometryKey<ID>, at time: Double) -> Double {
    max(time, groups[key]?.frame.completion(.removed, at: time) ?? time)
  }

  /// The frame in which `member` is shown at `time`: its own, with the properties in `properties`
  /// taken from the group's, aligned at `anchor`.
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
