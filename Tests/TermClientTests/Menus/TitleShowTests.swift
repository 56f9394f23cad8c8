// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Title show", .timeLimit(.minutes(1)))
struct TitleShowTests {
  @Test("Nothing jumps, from the deal through the first pairs", arguments: [false, true])
  func continuity(isDealt: Bool) {
    var before = TitleShow(at: 0, isDealt: isDealt)
    for step in 1...2000 {
      let now = TitleShow(at: Double(step) / 100, isDealt: isDealt)
      for (old, new) in zip(before.cards, now.cards) {
        #expect(abs(old.way - new.way) < 0.05)
        let turned = abs(old.turn - new.turn)
        #expect(min(turned, 360 - turned) < 13)
        // A front changes only while it is not seen.
        #expect(old.emoji == new.emoji || (90...270).contains(new.turn))
      }
      before = now
    }
  }

  @Test("Between two starts nothing changes")
  func sleeping() {
    var time = 0.0
    var stills = 0
    while time < 60 {
      let show = TitleShow(at: time)
      if show.isMoving {
        time += 0.05
        continue
      }
      stills += 1
      guard let next = show.nextStart, next > time else {
        Issue.record("At \(time) it would sleep for ever, or not at all.")
        return
      }
      #expect(TitleShow(at: (time + next) / 2).cards == show.cards)
      #expect(TitleShow(at: next + 0.1).isMoving || TitleShow(at: next).nextStart != next)
      time = next + 0.01
    }
    #expect(stills >= 10)
  }

  @Test("The animation stops for good after its last pair", arguments: [false, true])
  func ends(isDealt: Bool) {
    for seconds in [180.0, 181, 600, 86_400] {
      let show = TitleShow(at: seconds, isDealt: isDealt)
      #expect(!show.isMoving && show.nextStart == nil)
    }
    var time = 100.0
    while let next = TitleShow(at: time, isDealt: isDealt).nextStart { time = next + 0.01 }
    #expect(
      time < 180 && TitleShow(at: time, isDealt: isDealt) == .rest, "It does not stop midway.")
  }

  @Test("The cards come to rest as letters, and two of them show the same picture")
  func pair() {
    #expect(TitleShow(at: 4).cards == TitleShow.rest.cards)
    let act = TitleShow(at: 7.9)
    let pictures = act.cards.compactMap(\.emoji)
    #expect(pictures.count == 2 && Set(pictures).count == 1)
  }
}
