// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension TransitionContainer {
  /// A child as it is shown at one moment.
  public struct Shown: Sendable {
    /// The child's id.
    public let id: ID
    /// The effect of its transition.
    public let effect: TransitionEffect
    /// Its z order.
    public let zIndex: Double
    /// Whether it is leaving, and no longer one of the children.
    public let isLeaving: Bool
  }

  /// The children visible at `time`, from back to front, under a motion preference.
  ///
  /// Children of equal z are drawn in the order of the update, above leaving ones, which are in the
  /// order in which they began to leave. Empty before the first update. Without motion children
  /// appear and leave at once.
  public func children(at time: Double, motion: MotionPreference = .full) -> [Shown] {
    let index = lastIndex(at: time)
    guard index >= 0 else { return [] }
    return arrangements[index].places.compactMap { place in
      guard time < place.end, motion.allowsFades || !place.isLeaving else { return nil }
      let stay = stays[place.stay]
      guard motion.allowsFades else {
        return Shown(id: stay.id, effect: .identity, zIndex: place.zIndex, isLeaving: false)
      }
      let presence = stay.presence.value(at: time)
      let fades = motion == .reduced && place.hasMotion
      return Shown(
        id: stay.id, effect: fades ? TransitionEffect(opacity: presence.fade) : presence.effect,
        zIndex: place.zIndex, isLeaving: place.isLeaving)
    }
  }

  /// When the last child that is leaving at `time` is gone; `time` itself if none is leaving.
  public func departure(at time: Double) -> Double {
    let index = lastIndex(at: time)
    guard index >= 0 else { return time }
    return arrangements[index].places.reduce(time) { latest, place in
      place.isLeaving ? max(latest, place.end) : latest
    }
  }
}
