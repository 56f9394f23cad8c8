// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import Testing
import WebClient
import Wire

@Suite("A page", .timeLimit(.minutes(1)))
struct WebSessionTests {
  private static let now = LocalTime(microseconds: 1_000_000)

  private func page() -> WebSession {
    WebSession(
      key: [UInt8](repeating: 7, count: 32), name: "Ana",
      server: try? ServerURL("ws://play.example.org:80"), now: Self.now)
  }

  private func outputs(of page: inout WebSession) -> [WebOutput] {
    var outputs: [WebOutput] = []
    while let output = page.nextOutput() { outputs.append(output) }
    return outputs
  }

  @Test("it dials its own server first, and says hello once the socket is open")
  func hello() throws {
    var page = page()
    #expect(outputs(of: &page) == [.dial(1, url: nil)])
    page.opened(1, now: Self.now)
    let sent = outputs(of: &page).compactMap { output -> ClientMessage? in
      guard case .send(1, let bytes) = output else { return nil }
      return try? WireEncoding.json.decodeClientMessage(bytes)
    }
    guard case .hello(let hello) = sent.first else {
      Issue.record("The first message is \(sent).")
      return
    }
    #expect(hello.agent == "facedown-web" && hello.name == "Ana")
  }

  @Test("bytes that are no message end the connection with a sentence, and it tries no further")
  func garbled() {
    var page = page()
    page.opened(1, now: Self.now)
    _ = outputs(of: &page)
    page.received(1, [0xff, 0x7b], now: Self.now)
    #expect(outputs(of: &page).contains(.hangUp(1)))
    #expect(page.nextWake(after: Self.now) == nil)
  }

  @Test("before there is a table it has no frame and no texts, and no action does anything")
  func empty() {
    var page = page()
    _ = outputs(of: &page)
    #expect(page.frame(now: Self.now).isEmpty)
    for number in 0..<1000 {
      guard let text = WebText(number: number) else { continue }
      let isAsked = [.leaderboards, .replays, .profile, .daily].contains(text)
      #expect(page.text(text).isEmpty || isAsked)
    }
    page.act(.table(.choose(place: 3)), now: Self.now)
    page.act(.leave, now: Self.now)
    #expect(outputs(of: &page).isEmpty)
  }

  @Test("unknown numbers of actions and texts are refused")
  func unknown() {
    #expect(WebAction(kind: 99, argument: 0, text: "") == nil)
    #expect(WebAction(kind: -1, argument: 0, text: "") == nil)
    #expect(WebText(number: 50) == nil)
    #expect(WebText(number: -1) == nil)
  }

  /// A page whose player sits alone at a table of two, with everything it was told to do.
  private func seated() throws -> (page: WebSession, outputs: [WebOutput]) {
    var page = page()
    page.opened(1, now: Self.now)
    let welcome = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: .zero, clockEpoch: 1, challenge: [],
      serverVersion: "t")
    page.received(1, WireEncoding.json.encode(.welcome(welcome)), now: Self.now)
    page.act(.join(code: "k7qf2", .player), now: Self.now)
    var all = outputs(of: &page)
    for output in all {
      guard case .send(_, let bytes) = output,
        case .ping(let ping)? = try? WireEncoding.json.decodeClientMessage(bytes)
      else { continue }
      let pong = Pong(id: ping.id, t0: ping.t0, t1: .zero, t2: .zero, nonce: 1)
      page.received(1, WireEncoding.json.encode(.pong(pong)), now: Self.now)
    }
    var view = MatchView()
    let events: [Event] = [
      .opened(Event.Opened(matchID: "m", settings: MatchSettings(pairs: 4), theme: "animals")),
      .seated(
        Event.Seated(seat: SeatIndex(0), player: Player(name: "Ana"), actor: ActorNumber(1))),
      .ownerChanged(ActorNumber(1)),
    ]
    for event in events {
      view.apply(Entry(seq: view.seq + 1, at: .zero, cause: nil, event: event))
    }
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: view)
    page.received(1, WireEncoding.json.encode(.joined(joined)), now: Self.now)
    all += outputs(of: &page)
    return (page, all)
  }

  @Test("an open table is described in words: the seats, the room and the headline")
  func words() throws {
    var (page, _) = try seated()
    let numbers = page.frame(now: Self.now)
    #expect(numbers.count == SceneNumbers.headCount + 2 * SceneNumbers.seatCount)
    #expect(page.text(.room) == "K7QF2")
    #expect(page.text(.headline).hasPrefix("Waiting for 1 more player"))
    #expect(page.text(.seat(0)) == "●\tAna (you)\towner, not ready\t\t")
    #expect(page.text(.seat(1)) == "▲\tFree seat")
    #expect(page.text(.seat(2)).isEmpty)
    #expect(page.text(.face(0)) != page.text(.face(1)))
    #expect(page.text(.sharing).hasSuffix("\tjoin\tK7QF2"))
    #expect(page.text(.rules).hasPrefix("4 pairs"))
    #expect(
      page.text(.actions) == "3\t0\t\tReady\n13\t0\tb\tAdd a bot\n13\t0\tq\tLeave")
  }

  @Test("what a new instance needs is kept before anything is sent that depends on it")
  func stores() throws {
    let (_, outputs) = try seated()
    var kept: ClientSnapshot?
    var requests = 0
    for output in outputs {
      if case .store(let text) = output {
        kept = SnapshotText.snapshot(of: text)
        #expect(kept != nil)
      }
      guard case .send(_, let bytes) = output,
        case .request(let id, _)? = try? WireEncoding.json.decodeClientMessage(bytes)
      else { continue }
      requests += 1
      #expect(try #require(kept).lastRequest >= id)
    }
    #expect(requests == 1 && kept?.room?.code == "K7QF2" && kept?.room?.lastEntry == 3)
    // An instance that is made of it presents the token.
    var again = WebSession(
      key: [UInt8](repeating: 8, count: 32), name: "Ana", server: nil, restoring: kept,
      now: Self.now)
    again.opened(1, now: Self.now)
    let hello = self.outputs(of: &again).compactMap { output -> Hello? in
      guard case .send(_, let bytes) = output,
        case .hello(let hello)? = try? WireEncoding.json.decodeClientMessage(bytes)
      else { return nil }
      return hello
    }
    #expect(hello.first?.resumeToken == [1])
  }

  @Test("keys ask and answer: a bot is added after a question, and a question can be dismissed")
  func keys() throws {
    var (page, _) = try seated()
    page.act(.key(.character("b")), now: Self.now)
    _ = page.frame(now: Self.now)
    let question = page.text(.dialog).split(separator: "\n")
    #expect(question.first == "question\tWhich bot?")
    #expect(question.contains { $0.hasSuffix("\tchosen") })
    page.act(.key(.escape), now: Self.now)
    _ = page.frame(now: Self.now)
    #expect(page.text(.dialog).isEmpty)
    _ = outputs(of: &page)
    page.act(.key(.character("b")), now: Self.now)
    page.act(.key(.character("2")), now: Self.now)
    let intents = outputs(of: &page).compactMap { output -> Intent? in
      guard case .send(_, let bytes) = output,
        case .request(_, .intent(let request))? = try? WireEncoding.json.decodeClientMessage(bytes)
      else { return nil }
      return request.intent
    }
    #expect(intents == [.addBot(level: "easy")])
    page.act(.key(.character("?")), now: Self.now)
    _ = page.frame(now: Self.now)
    #expect(page.text(.dialog).contains("\nr\trestart, if everyone agrees\t"))
    #expect(page.text(.dialog).hasPrefix("help\tKeys\tTurn two cards."))
    #expect(
      page.text(.dialog).contains("\tWhoever has the most points when the table is empty wins.\n"))
  }

  @Test("a newer connection of the same session ends it with a sentence, and nothing is retried")
  func takenOver() throws {
    var (page, _) = try seated()
    let closing = Closing(code: "session/taken_over", retryAfter: nil, reason: "")
    page.received(1, WireEncoding.json.encode(.closing(closing)), now: Self.now)
    page.ended(1, mayRetry: true, now: Self.now)
    let sentences = outputs(of: &page).compactMap { output -> String? in
      if case .over(let sentence) = output { sentence } else { nil }
    }
    #expect(sentences.count == 1 && sentences.first?.contains("another window") == true)
    #expect(page.nextWake(after: Self.now) == nil)
  }

  @Test("what listeners hear is one sentence an entry, once")
  func narration() throws {
    var (page, _) = try seated()
    _ = page.frame(now: Self.now)
    _ = outputs(of: &page)
    let event = Event.seated(
      Event.Seated(seat: SeatIndex(1), player: Player(name: "Ben"), actor: ActorNumber(2)))
    let entry = Entry(seq: 4, at: .zero, cause: nil, event: event)
    page.received(1, WireEncoding.json.encode(.entry(entry)), now: Self.now)
    var said: [WebOutput] = []
    for _ in 0..<3 {
      _ = page.frame(now: Self.now)
      said += outputs(of: &page).filter { if case .say = $0 { true } else { false } }
    }
    #expect(said == [.say("Ben takes seat 2.")])
  }

  @Test("forms become settings, and nonsense is refused")
  func forms() {
    let text = "8\t3\tclassic\tanimals\t20\tblind\tunlisted\thard"
    let settings = MatchSettings(
      pairs: 8, seats: 3, mode: .classic, turnLimit: .seconds(20), shuffle: .blind,
      theme: "animals", audience: .unlisted)
    #expect(
      WebAction(kind: 10, argument: 0, text: text) == .create(settings, bots: "hard"))
    for bad in [
      "", "8\t3", text + "\t", text.replacing("classic", with: "chess"),
      text.replacing("3\t", with: "99999999999\t"), text.replacing("hard", with: "grim"),
      text.replacing("3\tc", with: "0\tc"), text.replacing("20", with: "-"),
    ] {
      #expect(WebAction(kind: 10, argument: 0, text: bad) == nil, "\(bad)")
    }
    #expect(WebAction(kind: 14, argument: 0, text: "zen\t2") != nil)
    #expect(WebAction(kind: 14, argument: 0, text: "zen") == nil)
    #expect(WebAction(kind: 13, argument: 0, text: "ab") == nil)
    #expect(WebAction(kind: 13, argument: 10, text: "") == .key(.pageDown))
    #expect(WebAction(kind: 13, argument: 11, text: "") == nil)
  }
}
