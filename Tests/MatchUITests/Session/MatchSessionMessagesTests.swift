// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Protocol
import Testing

@testable import MatchUI

@Suite("Messages of a match session", .timeLimit(.minutes(1)))
struct MatchSessionMessagesTests {
  private static func waiting() -> SessionTester { SessionTester(.at(.waiting), seat: 0) }

  @Test(
    "A report is shown for five seconds, a long one for twenty",
    arguments: [(false, false), (true, false), (false, true), (true, true)])
  func report(isBad: Bool, isLong: Bool) {
    var tester = Self.waiting()
    #expect(tester.handle(.report("Saved.", isBad: isBad, isLong: isLong)) == [.draw])
    #expect(tester.message() == "Saved." && tester.isMessageBad() == isBad)
    let length = Duration.seconds(isLong ? 20 : 5)
    #expect(tester.nextTick == length)
    #expect(tester.pass(length - .milliseconds(50)) == [])
    #expect(tester.message() == "Saved.")
    #expect(tester.pass(.milliseconds(50)) == [.draw])
    #expect(tester.message() == "" && tester.nextTick == nil)
  }

  @Test("The next message replaces the one before, and its time")
  func replaced() {
    var tester = Self.waiting()
    tester.handle(.report("One.", isBad: true, isLong: true))
    tester.pass(.seconds(1))
    tester.handle(.report("Two.", isBad: false, isLong: false))
    #expect(tester.message() == "Two." && tester.nextTick == .seconds(5))
  }

  @Test("A message that nobody could see is gone in time, and nothing stays due")
  func messageWithoutRoom() {
    var tester = SessionTester()
    tester.connect()
    #expect(tester.hear(.notice("Tea.")) == [])
    #expect(tester.nextTick == .seconds(20))
    #expect(tester.pass(.seconds(20)) == [])
    #expect(tester.nextTick == nil)
    // The same once the room is left, with more to say than there is time.
    tester = SessionTester(.at(.playing), seat: 0) { options in
      options.verify = { _, _ in MatchSession.Verdict(sentence: "Fair.", isGood: true) }
    }
    tester.play { $0.resign(1) }
    tester.hear(.notice("Tea."))
    #expect(tester.hear(.left(id: nil, code: "room/gone")) == [.draw])
    tester.pass(.seconds(30))
    #expect(tester.nextTick == nil && tester.frame() == nil)
    #expect(tester.type("q") == [.request(.leave)])
  }

  @Test(
    "What the client reports is said at once",
    arguments: [
      (.refused(nil, Refusal(.roomFull)), "The room is full; watch it, or open your own.", true, 5),
      (
        .refused(.intent(.shuffle), Refusal(.playCardsUp)),
        "Cards are face up; shuffle when all are face down.", true, 5
      ),
      (
        .unproven(Refusal(.sessionBadName)),
        "The server does not accept this name; choose another.",
        true, 5
      ),
      (.notice("Tea at five."), "Server notice: Tea at five.", false, 20),
      (.brokenCommitment(CardID(generation: 1, slot: 0)), Wording.brokenCommitment, true, 20),
      (.shareForged(SeatIndex(1)), Wording.shareForged(of: "Ben"), true, 20),
      (.shareLost(.broken), Wording.shareLost(.broken), true, 20),
      (.shareLost(.unopened), Wording.shareLost(.unopened), false, 20),
      (.notFollowed(.tooOften), Wording.notFollowed(.tooOften), true, 20),
    ] as [(ClientEvent, String, Bool, Int)])
  func told(event: ClientEvent, sentence: String, isBad: Bool, seconds: Int) {
    var tester = Self.waiting()
    #expect(tester.handle(.event(event)) == [.draw])
    #expect(tester.message() == sentence && tester.isMessageBad() == isBad)
    #expect(tester.nextTick == .seconds(seconds))
  }

  @Test("A refusal of what is happening anyway is not shown")
  func needless() {
    var tester = SessionTester(.at(.dealing), seat: 0)
    tester.handle(.event(.refused(.intent(.deal), Refusal(.playNotUndealt))))
    #expect(!tester.isMessageBad() && tester.nextTick == nil)
  }

  @Test("A refusal names the player whose turn it is seen to be, until the next card is turned")
  func names() throws {
    let script = ScriptedMatch.at(.playing)
    var tester = SessionTester(script, seat: script.otherSeat)
    let refusal = Refusal(.playNotYourTurn, [Refusal.Fact("seat", "\(script.turnSeat.rawValue)")])
    tester.handle(.event(.refused(nil, refusal)))
    let name = ["Ana", "Ben"][script.turnSeat.rawValue]
    #expect(tester.message() == "It is \(name)'s turn; wait for yours.")
    // Once the next card is turned, what it shows is worth more.
    var later = script
    later.choose(0)
    let flip = try #require(
      later.log.entries.last { if case .flipped = $0.event { true } else { false } })
    #expect(tester.isMessageBad())
    tester.handle(.event(.entry(flip)))
    #expect(!tester.isMessageBad())
  }

  @Test("A lost connection is shown after half a second, with a countdown, until it is back")
  func interruption() {
    var tester = Self.waiting()
    #expect(tester.handle(.event(.interrupted(retryAt: tester.now + .seconds(3)))) == [.draw])
    #expect(tester.message() == "" && tester.nextTick == .milliseconds(500))
    #expect(tester.pass(.milliseconds(450)) == [])
    #expect(tester.pass(.milliseconds(50)) == [.draw])
    #expect(tester.message() == "Connection lost; trying again (3 s)…")
    #expect(tester.isMessageBad() && tester.nextTick == .milliseconds(500))
    #expect(tester.pass(.milliseconds(500)) == [.draw])
    #expect(tester.message() == "Connection lost; trying again (2 s)…")
    #expect(tester.pass(.seconds(1)) == [.draw])
    #expect(tester.message() == "Connection lost; trying again…" && tester.nextTick == nil)
    // The attempt fails.
    #expect(tester.handle(.event(.interrupted(retryAt: tester.now + .seconds(4)))) == [.draw])
    #expect(tester.pass(.milliseconds(50)) == [.draw])
    #expect(tester.message() == "Connection lost; trying again (4 s)…")
    #expect(tester.handle(.event(.restored)) == [.draw])
    #expect(tester.message() == "" && tester.nextTick == nil)
  }

  @Test("A break shorter than half a second is not shown, and leaves the message as it is")
  func shortBreak() {
    var tester = Self.waiting()
    tester.handle(.report("Saved.", isBad: false, isLong: false))
    tester.handle(.event(.interrupted(retryAt: tester.now)))
    tester.pass(.milliseconds(300))
    tester.handle(.event(.restored))
    #expect(tester.message() == "Saved.")
    tester.pass(.milliseconds(4700))
    #expect(tester.message() == "" && tester.nextTick == nil)
  }

  @Test("A restart that was announced is the reason shown, until the next welcome")
  func restart() {
    var tester = Self.waiting()
    let closing = Closing(code: "server/restarting", retryAfter: .seconds(2), reason: "")
    #expect(tester.hear(.closing(closing)) == [.draw])
    #expect(tester.disconnect() == [.draw])
    tester.pass(.milliseconds(500))
    #expect(tester.message().hasPrefix("The server is restarting; trying again"))
    #expect(tester.connect() == [.draw], "Welcome.")
    #expect(tester.join(0) == [.open])
    #expect(tester.message() == "")
    tester.disconnect()
    tester.handle(.event(.interrupted(retryAt: tester.now)))
    tester.pass(.milliseconds(600))
    #expect(tester.message().hasPrefix("Connection lost"))
  }

  @Test("What was missed in a break is summed up after it", arguments: [false, true])
  func missed(isSpectator: Bool) {
    let script = ScriptedMatch.at(.playing)
    let seat = isSpectator ? nil : script.turnSeat.rawValue
    var tester = SessionTester(script, seat: seat)
    tester.disconnect()
    #expect(tester.frame()?.screen.isCutOff == false, "So short a break is not worth a word.")
    tester.play { $0.choose(0, 1) }
    tester.pass(.seconds(2))
    #expect(tester.frame()?.screen.isCutOff == true)
    // What can be done, and whose turn it is, nobody knows now.
    let cut = tester.frame()
    #expect(cut.map { $0.screen.hints(in: $0.scene) } == "? help  q leave")
    #expect(cut.map { $0.screen.headline(in: $0.scene) } == "Connection lost.")
    #expect(tester.connect() == [.draw])
    #expect(tester.join(seat).contains(.open))
    #expect(tester.frame()?.screen.isCutOff == false)
    #expect(tester.message().hasPrefix("While you were away: "), "\(tester.message())")
    #expect(tester.message().contains("you found a pair") == !isSpectator)
    #expect(tester.nextTick == .seconds(5))
  }

  @Test("Each break before a room is announced, once")
  func breaksBeforeRoom() {
    var tester = SessionTester()
    tester.connect()
    for _ in 0..<2 {
      let lost = tester.disconnect()
      #expect(lost.count == 1)
      guard case .announce(let sentence) = lost.first else {
        Issue.record("Nothing is announced.")
        return
      }
      #expect(sentence.hasPrefix("Connection lost; trying again"))
      #expect(tester.handle(.event(.interrupted(retryAt: tester.now))) == [])
      #expect(tester.connect() == [])
      #expect(tester.nextTick == nil)
    }
  }

  @Test("Players whose connection is gone are marked until they are back")
  func presence() {
    var tester = SessionTester(.at(.playing), seat: 0)
    let both = [true, false].map { isConnected in
      [0, 1].map { SeatPresence(seat: SeatIndex($0), isConnected: isConnected || $0 == 0) }
    }
    #expect(tester.hear(.presence(both[1])) == [.draw])
    #expect(tester.shows("Ben (offline)"))
    #expect(tester.hear(.presence(both[0])) == [.draw])
    #expect(tester.shows("Ben") && !tester.shows("offline"))
  }

  @Test("A reaction is shown beside its player for three seconds, unless reactions are off")
  func reactions() throws {
    var tester = SessionTester(.at(.ended), seat: 0)
    tester.pass(.seconds(3))
    #expect(tester.hear(.reaction(actor: ActorNumber(2), .wow)) == [.draw])
    #expect(tester.shows("wow"))
    let fades = try #require(tester.frame()?.nextChange)
    #expect(fades - tester.now == .milliseconds(2400))
    tester.pass(.milliseconds(2500))
    #expect(tester.frame()?.nextChange == tester.now && tester.shows("wow"))
    tester.pass(.milliseconds(500))
    #expect(!tester.shows("wow") && tester.frame()?.nextChange == nil)
    var calm = SessionTester(.at(.ended), seat: 0) { $0.showsReactions = false }
    #expect(calm.hear(.reaction(actor: ActorNumber(2), .wow)) == [.draw])
    #expect(!calm.shows("wow"))
  }

  @Test("A viewer's reaction is shown beside their number, and not as a message")
  func viewers() {
    var tester = SessionTester(.at(.playing), seat: 0)
    tester.hear(.audience(count: 3))
    #expect(tester.shows("3 watching"))
    tester.hear(.reaction(actor: nil, .goodGame))
    #expect(tester.shows("3 watching: Good game!") && tester.message() != "Good game!")
    tester.pass(.seconds(3))
    #expect(tester.shows("3 watching") && !tester.shows("Good game!"))
  }

  @Test("A pause of the clock is told when it happens, not to those who join later")
  func pause() {
    var tester = SessionTester(.at(.playing), seat: 0)
    let pause = Event.clockAdjusted(givenBack: .seconds(3))
    #expect(tester.play { $0.emit(pause) } == [.draw])
    #expect(tester.message() == "The match was paused for 3 seconds; nobody loses time.")
    var script = ScriptedMatch.at(.playing)
    script.emit(pause)
    let late = SessionTester(script, seat: 0)
    #expect(!late.message().contains("paused"))
    var short = SessionTester(.at(.playing), seat: 0)
    short.play { $0.emit(.clockAdjusted(givenBack: .milliseconds(400))) }
    #expect(!short.message().contains("paused") && short.nextTick == nil)
  }

  @Test("A turn that runs out is told at its time, as a loss to its player", arguments: [0, 1, 2])
  func expiry(viewer: Int) {
    let script = ScriptedMatch.at(.playing)
    let seat = viewer == 2 ? nil : viewer
    let isYours = seat == script.turnSeat.rawValue
    var tester = SessionTester(script, seat: seat)
    tester.pass(.milliseconds(29_500))
    #expect(!tester.message().contains("time is up"))
    tester.pass(.seconds(2))
    #expect(tester.message().contains("time is up"), "\(tester.message())")
    #expect(tester.message().hasPrefix("Your") == isYours && tester.isMessageBad() == isYours)
  }

  @Test(
    "The verdict on a match is told when its end is shown, a bad one longer",
    arguments: [true, false])
  func verdict(isGood: Bool) throws {
    let verdict = MatchSession.Verdict(sentence: "It was checked.", isGood: isGood)
    let script = ScriptedMatch.at(.playing)
    var tester = SessionTester(script, seat: 0) { options in
      options.verify = { entry, table in
        guard case .ended = entry.event, table.code == "K7QF2" else { return nil }
        return verdict
      }
    }
    tester.play { $0.choose(0, 1) }
    #expect(tester.message() != "It was checked.")
    #expect(tester.play { $0.resign(1) }.contains(.draw))
    tester.pass(.milliseconds(200))
    #expect(tester.message() == "It was checked." && tester.isMessageBad() == !isGood)
    let left = try #require(tester.nextTick)
    #expect(left > .seconds(isGood ? 4 : 19) && left <= .seconds(isGood ? 5 : 20))
    var late = SessionTester(tester.script, seat: 0) { options in
      options.verify = { _, _ in verdict }
    }
    late.pass(.milliseconds(200))
    #expect(late.message() != "It was checked.", "A match that ended before the join.")
  }
}
