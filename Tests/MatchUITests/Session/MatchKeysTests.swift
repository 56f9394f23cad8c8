// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Keys at a match", .timeLimit(.minutes(1)))
struct MatchKeysTests {
  private static func scene(_ phase: MatchView.Phase) -> Scene {
    var script = ScriptedMatch(faces: (0..<8).flatMap { [$0, $0] })
    if phase != .waiting { script.begin() }
    if phase == .playing || phase == .ended { script.deal() }
    if phase == .ended { script.resign(0) }
    return stage(script.log, ViewerState(), at: script.now + .milliseconds(200))
  }

  /// The actions that keys typed one after another come to.
  private func actions(
    _ keys: [Key], in scene: Scene, cursor: Int = 5, room: RoomContext = RoomContext()
  ) throws -> [TableAction?] {
    let size = WindowSize(columns: 100, rows: 30)
    let layout = try #require(MatchLayout(scene.table, seats: 2, in: size))
    var place = BoardCursor()
    place.point(to: cursor, on: scene.table)
    var match = MatchKeys()
    return keys.map { match.action(for: $0, in: scene, cursor: place, layout: layout, room: room) }
  }

  @Test(
    "Enter and Space do a phase's default action",
    arguments: [
      (.waiting, .ready), (.undealt, .deal), (.playing, .choose(place: 5)), (.ended, .rematch),
    ] as [(MatchView.Phase, TableAction)])
  func main(phase: MatchView.Phase, action: TableAction) throws {
    let scene = Self.scene(phase)
    #expect(scene.phase == phase)
    #expect(try actions([.enter, .character(" ")], in: scene) == [action, action])
  }

  @Test("A key meant for the deck turns no card when the deck has just been dealt")
  func dealtMeanwhile() throws {
    var script = ScriptedMatch(faces: (0..<8).flatMap { [$0, $0] })
    script.begin()
    let before = script.now
    script.pass(Pace.dealLimit)
    let keys: [Key] = [.character(" "), .enter, .character("d"), .press(column: 30, row: 10)]
    #expect(
      try actions(keys, in: stage(script.log, ViewerState(), at: before)).prefix(3)
        == [.deal, .deal, .deal])
    let dealt = try #require(script.view.deal)
    for time in [dealt.beganAt, dealt.playableAt - .milliseconds(1)] {
      let scene = stage(script.log, ViewerState(), at: time)
      #expect(scene.phase == .dealing)
      #expect(try actions(keys, in: scene) == [nil, nil, nil, nil])
    }
  }

  @Test(
    "Letters are commands if they have a meaning in the phase",
    arguments: [
      (.waiting, "rqd", [.ready, .leave, nil]), (.undealt, "dsq?", [.deal, nil, .leave, .help]),
      (.playing, "srq", [.shuffle, .restart, .leave]),
      (.playing, "SRQ", [.shuffle, .restart, .leave]),
      (.ended, "rdxé7", [.rematch, nil, nil, nil, nil]),
    ] as [(MatchView.Phase, String, [TableAction?])])
  func letters(phase: MatchView.Phase, typed: String, expected: [TableAction?]) throws {
    #expect(try actions(typed.map { .character($0) }, in: Self.scene(phase)) == expected)
  }

  @Test("Digits send reactions, unless a column was typed, of players and spectators")
  func feelings() throws {
    var scene = Self.scene(.playing)
    #expect(try actions([.character("3")], in: scene) == [.react(2)])
    scene.you = SeatIndex(0)
    let typed = "16b37".map { Key.character($0) }
    #expect(try actions(typed, in: scene) == [.react(0), .react(5), nil, .choose(place: 9), nil])
  }

  @Test("The owner removes a player with x, the seat's number and y, before a match")
  func removal() throws {
    func typed(_ text: String, _ change: (inout Scene) -> Void = { _ in }) throws -> [TableAction?]
    {
      var scene = Self.scene(.waiting)
      scene.you = SeatIndex(0)
      scene.seats[0].isYou = true
      scene.seats[0].isOwner = true
      change(&scene)
      return try actions(text.map { .character($0) }, in: scene)
    }
    #expect(try typed("x2y") == [.askForChoice, .askForChoice, .remove(SeatIndex(1))])
    #expect(try typed("x2n2") == [.askForChoice, .askForChoice, .dismiss, .react(1)])
    #expect(try typed("x1") == [.askForChoice, .dismiss], "Nobody sends themselves away.")
    #expect(try typed("x9") == [.askForChoice, .dismiss])
    #expect(try typed("xq") == [.askForChoice, .dismiss])
    #expect(try typed("x y") == [.askForChoice, .askForChoice, .remove(SeatIndex(1))])
    #expect(try typed("x") { $0.seats[0].isOwner = false } == [.explain(.roomNotOwner)])
    #expect(try typed("x") { $0.seats[1].isTaken = false } == [.explain(.roomUnknownSeat)])
    #expect(try typed("x") { $0.phase = .playing } == [.explain(.roomMatchRunning)])
  }

  @Test("The owner adds a bot with b and its number, if a seat is free before a match")
  func bots() throws {
    func typed(_ text: String, _ change: (inout Scene) -> Void = { _ in }) throws -> [TableAction?]
    {
      var scene = Self.scene(.waiting)
      scene.you = SeatIndex(0)
      scene.seats[0].isYou = true
      scene.seats[0].isOwner = true
      scene.seats[1].isTaken = false
      change(&scene)
      return try actions(text.map { .character($0) }, in: scene)
    }
    #expect(try typed("b1") == [.askForChoice, .addBot("goldfish")])
    #expect(try typed("b7") == [.askForChoice, .addBot("perfect")])
    #expect(try typed("b8") == [.askForChoice, .dismiss])
    #expect(try typed("b ") == [.askForChoice, .addBot("medium")], "The one chosen.")
    #expect(try typed("t1") == [.askForChoice, .react(6)])
    #expect(try typed("t6") == [.askForChoice, .react(11)])
    #expect(try typed("t ") == [.askForChoice, .react(6)])
    #expect(try typed("t7") == [.askForChoice, .dismiss])
    #expect(try typed("bn1") == [.askForChoice, .dismiss, .react(0)])
    #expect(try typed("b") { $0.seats[0].isOwner = false } == [.explain(.roomNotOwner)])
    #expect(try typed("b") { $0.seats[1].isTaken = true } == [.explain(.roomFull)])
    #expect(try typed("b") { $0.settings.isRated = true } == [.explain(.roomRated)])
    #expect(try typed("b") { $0.phase = .ended } == [.explain(.roomNotWaiting)])
  }

  @Test("Arrows step through the bots, and Enter adds the chosen one")
  func chosenBot() throws {
    var scene = Self.scene(.waiting)
    scene.you = SeatIndex(0)
    scene.seats[0].isYou = true
    scene.seats[0].isOwner = true
    scene.seats[1].isTaken = false
    let medium = try #require(BotLevel.all.firstIndex(of: .medium))
    #expect(
      try actions([.character("b"), .down, .enter], in: scene)
        == [.askForChoice, .askForChoice, .addBot(BotLevel.all[medium + 1].name)])
    let round = Array(repeating: Key.up, count: BotLevel.all.count)
    #expect(
      try actions([.character("b")] + round + [.enter], in: scene).last
        == .addBot(BotLevel.medium.name))
    let screen = MatchScreen(roomCode: "")
    let (_, rows, chosen) = screen.wording(of: .whichBot(medium), in: scene)
    #expect(rows.count == BotLevel.all.count + 1 && chosen == medium)
    let table = KeyTable(rows, chosen: chosen, cells: 60)
    #expect(table.rows.filter(\.isChosen).map { $0.keys } == ["▸ \(medium + 1)"])
    #expect(table.rows.allSatisfy { $0.meaning.cells + $0.column <= table.width })
  }

  @Test("Other keys mean the same everywhere")
  func others() throws {
    let keys: [Key] = [
      .up, .down, .left, .right, .control("l"), .control("c"), .tab, .home, .control("x"),
    ]
    let expected: [TableAction?] = [
      .move(.up), .move(.down), .move(.left), .move(.right), .redraw, .leave, nil, nil, nil,
    ]
    #expect(try actions(keys, in: Self.scene(.playing)) == expected)
    #expect(try actions(keys, in: Self.scene(.waiting)) == expected)
  }

  @Test("Coordinates turn a card at once, and Enter after them turns no other")
  func coordinates() throws {
    let scene = Self.scene(.playing)
    #expect(scene.table == Table(rows: 4, columns: 4))
    func typed(_ text: String) throws -> [TableAction?] {
      try actions(text.map { $0 == "\n" ? .enter : .character($0) }, in: scene)
    }
    #expect(try typed("b3") == [nil, .choose(place: 9)])
    #expect(try typed("B3\n\n") == [nil, .choose(place: 9), nil, .choose(place: 5)])
    #expect(try typed("ab3") == [nil, nil, .choose(place: 9)])
    #expect(try typed("a9\n") == [nil, nil, .choose(place: 5)])
    #expect(try typed("a0b1") == [nil, nil, nil, .choose(place: 1)])
    #expect(try typed("a\n\n") == [nil, nil, .choose(place: 5)])
    #expect(try typed("3as") == [.react(2), nil, .shuffle])
    #expect(
      try actions([.character("b"), .escape, .character("3")], in: scene) == [nil, nil, .react(2)])
    #expect(
      try actions([.character("b"), .up, .character("3")], in: scene)
        == [nil, .move(.up), .react(2)])
  }

  @Test("A match that ends with the card just turned leaves Enter free to play again")
  func enterAfterTheLastCard() throws {
    let size = WindowSize(columns: 100, rows: 30)
    let (playing, ended) = (Self.scene(.playing), Self.scene(.ended))
    let layout = try #require(MatchLayout(playing.table, seats: 2, in: size))
    var keys = MatchKeys()
    func action(_ key: Key, in scene: Scene) -> TableAction? {
      keys.action(for: key, in: scene, cursor: BoardCursor(), layout: layout)
    }
    #expect(action(.character("b"), in: playing) == nil)
    #expect(action(.character("3"), in: playing) == .choose(place: 9))
    #expect(action(.enter, in: ended) == .rematch)
  }

  @Test("Leaving asks first only if it resigns a match against others")
  func leaving() throws {
    func actions(_ typed: String, _ phase: MatchView.Phase) throws -> [TableAction?] {
      var scene = Self.scene(phase)
      scene.you = SeatIndex(1)
      return try self.actions(typed.map { .character($0) }, in: scene)
    }
    for phase in [MatchView.Phase.undealt, .playing] {
      #expect(try actions("qq", phase) == [.confirm, .leave])
      #expect(try actions("qy", phase) == [.confirm, .leave])
      #expect(try actions("qn?q", phase) == [.confirm, .dismiss, .help, .confirm])
      #expect(
        try actions("qa1", phase) == [.confirm, .dismiss, .react(0)], "An answer is no card.")
    }
    #expect(try actions("q", .waiting) == [.leave])
    #expect(try actions("q", .ended) == [.leave])
    var scene = Self.scene(.playing)
    scene.you = SeatIndex(0)
    scene.seats[0].hasResigned = true
    #expect(try self.actions([.character("q")], in: scene) == [.leave])
    scene.seats = [Self.scene(.playing).seats[0]]
    #expect(try self.actions([.character("q")], in: scene) == [.leave])
  }

  @Test("Escape closes an overlay, or else asks whether to leave")
  func escape() throws {
    for phase in [MatchView.Phase.waiting, .undealt, .playing, .ended] {
      var scene = Self.scene(phase)
      scene.you = SeatIndex(0)
      #expect(try actions([.escape, .character("y")], in: scene) == [.confirm, .leave])
      #expect(try actions([.escape, .escape], in: scene) == [.confirm, .dismiss])
      #expect(try actions([.escape], in: scene, room: RoomContext(hasOverlay: true)) == [.dismiss])
    }
  }

  @Test("Leaving a hosted match asks first while anyone else is there, and says why")
  func hosting() throws {
    let host = RoomContext(isHost: true)
    for phase in [MatchView.Phase.waiting, .undealt, .playing, .ended] {
      var scene = Self.scene(phase)
      scene.you = SeatIndex(0)
      scene.seats[0].isYou = true
      let quit = [Key.character("q"), .character("y")]
      #expect(scene.leavingCost(in: host) == .closing)
      #expect(try actions(quit, in: scene, room: host) == [.confirm, .leave])
      scene.seats[1].isTaken = false
      if phase == .waiting || phase == .ended {
        #expect(try actions([quit[0]], in: scene, room: host) == [.leave])
      }
      #expect(scene.leavingCost(in: RoomContext(isHost: true, audience: 1)) == .closing)
      scene.seats[1].isTaken = true
      scene.seats[1].player?.isBot = true
      #expect(scene.leavingCost(in: host) != .closing, "A bot minds nothing.")
    }
    #expect(MatchScreen.wording(of: .leave(.closing)).title.contains("ends for everyone"))
  }

  @Test("A daily deal is not given up by one key, although nobody else sits there")
  func daily() throws {
    var scene = Self.scene(.playing)
    scene.you = SeatIndex(0)
    scene.seats = [scene.seats[0]]
    #expect(try actions([.character("q")], in: scene) == [.leave])
    scene.settings.daily = Day(number: 20_000)
    #expect(try actions([.character("q"), .character("y")], in: scene) == [.confirm, .leave])
    scene.phase = .ended
    #expect(try actions([.character("q")], in: scene) == [.leave])
    #expect(MatchScreen.wording(of: .leave(.givingUp)).title.contains("cannot be taken up"))
  }

  @Test("Restarting asks first only if it ends the match at once")
  func restarting() throws {
    func typed(_ text: String, _ change: (inout Scene) -> Void) throws -> [TableAction?] {
      var scene = Self.scene(.playing)
      scene.you = SeatIndex(0)
      change(&scene)
      return try actions(text.map { .character($0) }, in: scene)
    }
    let withBot: (inout Scene) -> Void = { $0.seats[1].player?.isBot = true }
    #expect(try typed("ry", withBot) == [.confirm, .restart])
    #expect(
      try typed("rrr", withBot) == [.confirm, .dismiss, .confirm], "No key held down does it.")
    #expect(try typed("rn", withBot) == [.confirm, .dismiss])
    #expect(try typed("r") { $0.seats = [$0.seats[0]] } == [.confirm])
    #expect(try typed("r") { $0.seats[1].wantsRestart = true } == [.confirm])
    #expect(try typed("r") { $0.seats[1].hasResigned = true } == [.confirm])
    #expect(try typed("r") { _ in } == [.restart], "It is a wish that the other has to share.")
  }

  @Test("With two-digit rows, Enter confirms the shorter name")
  func manyRows() throws {
    var scene = Self.scene(.playing)
    scene.table = Table(rows: 12, columns: 3)
    let size = WindowSize(columns: 100, rows: 60)
    let layout = try #require(MatchLayout(scene.table, seats: 2, in: size))
    var keys = MatchKeys()
    func action(_ key: Key) -> TableAction? {
      keys.action(for: key, in: scene, cursor: BoardCursor(), layout: layout)
    }
    #expect(action(.character("b")) == nil && action(.character("1")) == nil)
    #expect(keys.typed == "B1")
    #expect(action(.enter) == .choose(place: 1) && keys.typed.isEmpty)
    _ = action(.character("b"))
    _ = action(.character("1"))
    #expect(action(.character("2")) == .choose(place: 34))
    _ = action(.character("c"))
    #expect(action(.character("7")) == .choose(place: 20))
    _ = action(.character("c"))
    _ = action(.character("1"))
    #expect(action(.character("9")) == nil && keys.typed.isEmpty)
  }

  @Test("A click anywhere on a card chooses it, and one beside it nothing")
  func clicks() throws {
    let scene = Self.scene(.playing)
    let size = WindowSize(columns: 100, rows: 30)
    let layout = try #require(MatchLayout(scene.table, seats: 2, in: size))
    var clicked: [Int: Int] = [:]
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        switch try actions([.press(column: column, row: row)], in: scene)[0] {
        case .choose(let place): clicked[place, default: 0] += 1
        case nil: break
        case let other: Issue.record("A click is no \(String(describing: other)).")
        }
      }
    }
    #expect(clicked.count == 16)
    #expect(clicked.values.allSatisfy { $0 == layout.card.width * layout.card.height })
    let undealt = Self.scene(.undealt)
    let deck = layout.area(at: undealt.table.centre)
    let onDeck = Key.press(column: deck.column, row: deck.row)
    #expect(try actions([onDeck, .press(column: 0, row: 0)], in: undealt) == [.deal, nil])
    #expect(try actions([onDeck], in: Self.scene(.waiting)) == [nil])
  }

  @Test("No board has so many columns that their letters hide a command")
  func noConflict() {
    for pairs in 2...32 {
      #expect(Board.fitting(cards: 2 * pairs).columns < 17)
    }
  }
}
