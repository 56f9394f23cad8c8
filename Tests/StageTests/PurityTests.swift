// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("A scene is a function of log, viewer and time", .timeLimit(.minutes(1)))
struct PurityTests {
  /// A match with everything in it that moves: mismatch, pair, shuffle, a turn that runs out.
  private static let script: ScriptedMatch = {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"])
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.choose(4, 5)
    script.choose(0, 3)
    script.shuffle()
    script.choose(6)
    script.pass(.seconds(32))
    script.resign(0)
    return script
  }()

  private static let local = local(.full)

  private static func local(_ motion: MotionPreference) -> ViewerState {
    var local = ViewerState()
    local.motion = motion
    local.add(.seat(SeatIndex(1)), at: ScriptedMatch.opening)
    for (index, card) in script.view.cards.prefix(4).enumerated() {
      let time = ScriptedMatch.opening + .seconds(3 + index)
      local.add(.chose(card.id), at: time)
      local.add(.refused(card.id), at: time + .milliseconds(70))
    }
    for entry in script.log.entries {
      local.add(.arrived(entry.seq), at: entry.at + .milliseconds(90))
    }
    return local
  }

  private static var times: [ServerTime] {
    let length = (script.now - ScriptedMatch.opening).wholeMilliseconds + 2000
    return stride(from: -500, to: length, by: 37).map {
      ScriptedMatch.opening + .milliseconds($0)
    }
  }

  @Test("The order of sampling does not matter", arguments: MotionPreference.allCases)
  func order(motion: MotionPreference) {
    let local = Self.local(motion)
    let staged = StagedLog(Self.script.log, dealStyle: .fromPlaces(seed: 3))
    let forwards = Self.times.map { stage(staged, local, at: $0) }
    let backwards = Self.times.reversed().map { stage(staged, local, at: $0) }
    #expect(forwards == backwards.reversed())
    #expect(Set(forwards).count > 50)
  }

  @Test("A late joiner sees the same as a viewer who was there from the start")
  func late() throws {
    let log = Self.script.log
    let middle = log.entries.count / 2
    var late = MatchLog()
    for entry in log.entries.prefix(middle) { late.append(entry) }
    late = MatchLog(base: late.latest)
    for entry in log.entries.suffix(from: middle) { late.append(entry) }
    let since = try #require(log.entries[..<middle].last).shownAt + .seconds(2)
    for time in Self.times where time >= since {
      #expect(stage(late, Self.local, at: time) == stage(log, Self.local, at: time))
    }
  }

  @Test("Without notes the viewer is a spectator, and a seat changes only the viewpoint")
  func spectator() {
    var seated = ViewerState()
    seated.add(.seat(SeatIndex(1)), at: ScriptedMatch.opening)
    for time in Self.times where time >= ScriptedMatch.opening {
      let spectator = stage(Self.script.log, ViewerState(), at: time)
      #expect(spectator.you == nil && !spectator.isYourTurn)
      var player = stage(Self.script.log, seated, at: time)
      player.you = nil
      for index in player.seats.indices { player.seats[index].isYou = false }
      #expect(player == spectator)
    }
  }

  @Test(
    "Until the next change every moment's scene is the same", arguments: MotionPreference.allCases)
  func nextChange(motion: MotionPreference) throws {
    let local = Self.local(motion)
    let staged = StagedLog(Self.script.log)
    for time in Self.times {
      let scene = stage(staged, local, at: time)
      guard let next = scene.nextChange else { continue }
      #expect(next > time)
      let half = time + .microseconds((next - time).wholeMicroseconds / 2)
      #expect(stage(staged, local, at: half) == scene)
      #expect(stage(staged, local, at: next - .microseconds(1)) == scene)
    }
  }

  @Test("Following `nextChange`, at most 60 times a second, leads to a scene at rest")
  func terminates() {
    let staged = StagedLog(Self.script.log)
    let changes = MotionPreference.allCases.map { motion in
      let local = Self.local(motion)
      var time = ScriptedMatch.opening
      var changes = 0
      while let next = stage(staged, local, at: time).nextChange {
        changes += 1
        time = max(next, time + .microseconds(16_667))
      }
      return changes
    }
    #expect((50...5000).contains(changes[0]))
    // Less motion wakes the screen less often: for drains and fades, or for facts and whole seconds
    // only.
    #expect(changes[1] < changes[0] && changes[2] < 300)
  }

  @Test("A face is seen only after its reveal, while its card is less than edge-on")
  func secrets() {
    for time in Self.times {
      for card in stage(Self.script.log, Self.local, at: time).cards {
        #expect((card.face == nil) == (card.rotation >= 90))
        let isRevealed = Self.script.log.entries.contains { entry in
          guard case .flipped(let flip) = entry.event else { return false }
          return flip.card == card.id && flip.face == card.face && entry.shownAt < time
        }
        #expect(card.face == nil || isRevealed)
      }
    }
  }

  @Test("A log staged entry by entry gives the same scenes as one staged at once")
  func following() {
    var log = MatchLog()
    var staged = StagedLog(log)
    for entry in Self.script.log.entries {
      log.append(entry)
      staged.follow(log)
    }
    for time in Self.times {
      #expect(stage(staged, Self.local, at: time) == stage(log, Self.local, at: time))
    }
    staged.follow(MatchLog())
    #expect(stage(staged, ViewerState(), at: .zero) == stage(MatchLog(), ViewerState(), at: .zero))
  }
}
