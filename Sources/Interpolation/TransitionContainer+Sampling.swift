// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension TransitionContainer {
  /// A child as it is shown at one moment.
  public struct Shown: Sendable {
    /// Who it is.
    public let id: ID
    /// What its transition does to it.
    public let effect: TransitionEffect
    /// Its place in the order of drawing.
    public let zIndex: Double
    /// Whether it is on its way out, and no longer one of the children.
    public let isLeaving: Bool
  }

  /// Who is shown at `time`, from back to front, to a viewer with the preference `motion`.
  ///
  /// Equal z are drawn in the order of the update, over those that are leaving; those in the order
  /// in which they began to leave. Nobody before the first update. Without any motion who leaves is
  /// gone and who comes is there.
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
