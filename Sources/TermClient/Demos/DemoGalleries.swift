// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchUI
import Stage
import Wire

// Demos of the interpolator, without a match.

enum DemoGalleries {
  static func perspective() -> Timeline {
    var gallery = Gallery(rows: 1, columns: 1, length: 8)
    var card = gallery.exhibit("", at: 0, face: 2)
    card.rotation = Track(180.0)
    for (time, angle) in [(0.5, 0.0), (4.5, 180.0)] {
      gallery.begin(at: time)
      card.rotation.change(to: angle, at: time, animation: .easeInOut(duration: 3))
      rise(&card, at: time, during: 3)
    }
    gallery.exhibits = [card]
    return Timeline(gallery)
  }

  static func implicitExplicit() -> Timeline {
    var gallery = Gallery(rows: 1, columns: 3, length: 6)
    var implicit = gallery.exhibit("even", at: 0, face: 0)
    var explicit = gallery.exhibit("lifted", at: 1, face: 1)
    var front = gallery.exhibit("swapped", at: 2, face: 2)
    var back = gallery.exhibit("swapped", at: 2, face: 2)
    back.rotation = Track(180.0)
    let size = Size(width: Table.cardWidth, height: Table.cardHeight)
    let child = TransitionContainer.Child(id: 0, transition: .scale, size: size)
    var isUp = true
    var (fronts, backs) = (TransitionContainer<Int>(), TransitionContainer<Int>())
    fronts.update([child], at: 0)
    backs.update([], at: 0)
    for time in [1.0, 3.5] {
      gallery.begin(at: time)
      // The change names no animation: the card's own scope sees its value change.
      let scope = Transaction().scoped(
        by: .linear(duration: 1), value: !isUp, previous: isUp)
      implicit.rotation.change(to: isUp ? 180 : 0, at: time, animation: scope.animation)
      // The change names an animation for everything that follows from it.
      let transaction = Transaction().withAnimation(.easeInOut(duration: 1))
      explicit.rotation.change(to: isUp ? 180 : 0, at: time, animation: transaction.animation)
      rise(&explicit, at: time, during: 1)
      // Two cards: one leaves, the other appears.
      fronts.update(isUp ? [] : [child], at: time, transaction: transaction)
      backs.update(isUp ? [child] : [], at: time, transaction: transaction)
      isUp.toggle()
    }
    front.presence = fronts
    back.presence = backs
    gallery.exhibits = [implicit, explicit, front, back]
    return Timeline(gallery)
  }

  static func vectors() -> Timeline {
    var gallery = Gallery(rows: 1, columns: 4, length: 6)
    var place = gallery.exhibit("place", at: 0, face: 0)
    var angle = gallery.exhibit("angle", at: 1, face: 1)
    var size = gallery.exhibit("size", at: 2, face: 2)
    var pie = gallery.exhibit("bonus", at: 3, face: 3)
    pie.bonus = Track(1.0)
    let home = place.centre.model
    let away = Point(x: home.x - 0.7, y: home.y - 1.2)
    for (time, isOut) in [(0.5, true), (3.2, false)] {
      gallery.begin(at: time)
      let animation = Animation.spring(duration: 0.9, bounce: 0.35)
      place.centre.change(to: isOut ? away : home, at: time, animation: animation)
      angle.spin.change(to: isOut ? 90 : 0, at: time, animation: animation)
      size.scale.change(to: isOut ? 0.55 : 1, at: time, animation: animation)
      pie.bonus?.change(to: isOut ? 0.1 : 1, at: time, animation: .linear(duration: 2))
    }
    gallery.exhibits = [place, angle, size, pie]
    return Timeline(gallery)
  }

  static func matchedGeometry() -> Timeline {
    var gallery = Gallery(rows: 1, columns: 5, length: 7)
    var deck = gallery.exhibit("deck", at: 0, face: 0)
    (deck.scale, deck.rotation) = (Track(0.6), Track(180.0))
    gallery.exhibits = [deck]
    for place in 1..<5 {
      var card = gallery.exhibit("", at: place, face: place)
      var geometry = MatchedGeometry<Int>()
      // One view of the card is in the deck, the other on the table; whichever is the source has
      // the group's frame.
      func show(inDeck isInDeck: Bool, at time: Double, _ animation: Animation?) {
        let frame = gallery.frame(of: isInDeck ? 0 : place, scale: isInDeck ? 0.6 : 1)
        let source = MatchedGeometry.Member(key: card.key, frame: frame)
        do {
          try geometry.update([source], at: time, transaction: Transaction(animation: animation))
        } catch {
          preconditionFailure("A group with one member has one source: \(error)")
        }
      }
      show(inDeck: true, at: 0, nil)
      for (start, isInDeck) in [(0.5, false), (4.0, true)] {
        let time = start + 0.35 * Double(place - 1)
        show(inDeck: isInDeck, at: time, .spring(duration: 0.9, bounce: 0.25))
        gallery.begin(at: time)
      }
      card.geometry = geometry
      gallery.exhibits.append(card)
    }
    return Timeline(gallery)
  }

  static func schedules() -> Timeline {
    var gallery = Gallery(rows: 1, columns: 3, length: 8)
    for (place, (label, interval)) in [
      ("all the time", nil), ("twice a second", 0.5), ("every 2 seconds", 2.0),
    ].enumerated() {
      var card = gallery.exhibit(label, at: place, face: place)
      var bonus = Track(1.0)
      bonus.change(to: 0, at: 0.5, animation: .linear(duration: 6))
      card.bonus = bonus
      card.bonusSchedule = interval.map { .periodic(from: 0.5, by: $0) }
      gallery.exhibits.append(card)
    }
    gallery.begin(at: 0.5)
    return Timeline(gallery)
  }

  static func interruption() -> Timeline {
    var gallery = Gallery(rows: 2, columns: 5, length: 5)
    let table = gallery.table
    var exhibits = table.places.map { place in
      gallery.exhibit(place < table.columns ? "keeps speed" : "no jump", at: place, face: place)
    }
    var random = RandomStream(key: [1], hashing: .openSSL)
    var order = Array(0..<table.columns)
    for press in 0..<9 {
      let time = 0.5 + 0.2 * Double(press)
      gallery.begin(at: time)
      random.shuffle(&order)
      for index in exhibits.indices {
        let row = index / table.columns
        let target = row * table.columns + order[index % table.columns]
        guard let centre = table.centre(of: target) else { continue }
        exhibits[index].centre.change(
          to: centre, at: time,
          animation: row == 0 ? .spring(duration: 0.7, bounce: 0.3) : .easeInOut(duration: 0.5))
      }
    }
    gallery.exhibits = exhibits
    return Timeline(gallery)
  }

  static func transitions() -> Timeline {
    var gallery = Gallery(rows: 2, columns: 5, length: 6)
    let kinds: [(String, AnyTransition)] = [
      ("at once", .identity), ("fade", .opacity), ("shrink", .scale), ("slide", .slide),
      ("fly off", .offset(Size(width: 0.8, height: -1))), ("drop", .move(edge: .bottom)),
      ("push", .push(from: .leading)),
      ("two ways", .asymmetric(insertion: .opacity, removal: .scale)),
      ("both", .opacity.combined(with: .scale(scale: 0.4))), ("recalled", .scale),
    ]
    let size = Size(width: Table.cardWidth, height: Table.cardHeight)
    let transaction = Transaction(animation: .easeInOut(duration: 1.2))
    for (place, (label, transition)) in kinds.enumerated() {
      var exhibit = gallery.exhibit(label, at: place, face: place)
      let child = TransitionContainer.Child(id: place, transition: transition, size: size)
      var presence = TransitionContainer<Int>()
      presence.update([child], at: 0)
      presence.update([], at: 1, transaction: transaction)
      // A card that returns before it is gone reverses its removal.
      let isBack = label == "recalled" ? 1.7 : 3
      presence.update([child], at: isBack, transaction: transaction)
      gallery.begin(at: 1)
      gallery.begin(at: isBack)
      exhibit.presence = presence
      gallery.exhibits.append(exhibit)
    }
    return Timeline(gallery)
  }

  /// Lifts a card and puts it down.
  private static func rise(_ card: inout Gallery.Exhibit, at time: Double, during length: Double) {
    card.lift.change(to: 1, at: time, animation: .easeInOut(duration: length / 2))
    card.lift.change(to: 0, at: time + length / 2, animation: .easeInOut(duration: length / 2))
  }
}
