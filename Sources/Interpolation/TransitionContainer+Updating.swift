// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension TransitionContainer {
  /// Replaces the children, from back to front, from `time` on.
  ///
  /// A `time` before the last update counts as that of the last update. Cost: quadratic in the
  /// number of children. Traps if two children share an id, or if `time` is not finite.
  public mutating func update(
    _ children: [Child], at time: Double, transaction: Transaction = Transaction()
  ) {
    let time = notBeforeLastUpdate(time)
    var leaving = arrangements.last?.places.filter { time < $0.end } ?? []
    var staying: [Place] = []
    for (index, child) in children.enumerated() {
      precondition(
        !children[..<index].contains { $0.id == child.id },
        "A container was updated with two children of the same id.")
      if let mounted = leaving.firstIndex(where: { stays[$0.stay].id == child.id }) {
        let place = leaving.remove(at: mounted)
        stays[place.stay].child = child
        if place.isLeaving {
          stays[place.stay].presence.change(to: .there, at: time, animation: transaction.animation)
        }
        staying.append(Place(of: child, staying: place.stay))
      } else {
        staying.append(Place(of: child, staying: stays.count))
        stays.append(arrival(of: child, at: time, transaction: transaction))
      }
    }
    leaving = leaving.compactMap { $0.isLeaving ? $0 : leave($0, at: time, transaction) }
    isOnScreen = true
    arrange(leaving + staying, at: time)
  }

  /// Removes the container with all children at `time`, without transitions.
  ///
  /// The next update then counts as the first.
  public mutating func disappear(at time: Double) {
    isOnScreen = false
    arrange([], at: notBeforeLastUpdate(time))
  }

  private func notBeforeLastUpdate(_ time: Double) -> Double {
    precondition(time.isFinite, "A container was updated at a time that is not finite.")
    return max(time, arrangements.last?.start ?? time)
  }

  private func arrival(of child: Child, at time: Double, transaction: Transaction) -> Stay {
    guard isOnScreen, let animation = transaction.animation else {
      return Stay(id: child.id, child: child, presence: Track(.there))
    }
    let effect = child.transition.effect(in: .willAppear, size: child.size)
    var presence = Track(Presence(effect: effect, fade: 0))
    presence.change(to: .there, at: time, animation: animation)
    return Stay(id: child.id, child: child, presence: presence)
  }

  /// The place of a child that starts to leave; nil if it is gone at once.
  private mutating func leave(_ place: Place, at time: Double, _ transaction: Transaction)
    -> Place?
  {
    let child = stays[place.stay].child
    guard let animation = transaction.animation, child.transition != .identity else { return nil }
    let effect = child.transition.effect(in: .didDisappear, size: child.size)
    stays[place.stay].presence.change(
      to: Presence(effect: effect, fade: 0), at: time, animation: animation)
    var place = place
    place.isLeaving = true
    place.end = stays[place.stay].presence.completion(.removed, at: time)
    return place
  }

  /// Sorts by z; at equal z leaving children, in the order of leaving, are behind staying ones.
  private mutating func arrange(_ places: [Place], at time: Double) {
    let order = places.indices.sorted { left, right in
      let (one, two) = (places[left].zIndex, places[right].zIndex)
      return one == two ? left < right : one < two
    }
    let ordered = order.map { places[$0] }
    if arrangements.last?.places != ordered {
      arrangements.append(Arrangement(start: time, places: ordered))
    }
  }
}

extension TransitionContainer.Place {
  fileprivate init(of child: TransitionContainer.Child, staying stay: Int) {
    let zIndex = child.zIndex.isNaN ? 0 : child.zIndex
    self.init(
      stay: stay, zIndex: zIndex, hasMotion: child.transition.hasMotion, end: .infinity,
      isLeaving: false)
  }
}
