// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
      if let text = WebText(number: number) { #expect(page.text(text).isEmpty) }
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

  @Test("an open table is described in words: the seats, the room and the headline")
  func words() throws {
    var page = page()
    page.opened(1, now: Self.now)
    let welcome = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: .zero, clockEpoch: 1, challenge: [],
      serverVersion: "t")
    page.received(1, WireEncoding.json.encode(.welcome(welcome)), now: Self.now)
    page.act(.join(code: "k7qf2", .player), now: Self.now)
    for output in outputs(of: &page) {
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
    ]
    for event in events {
      view.apply(Entry(seq: view.seq + 1, at: .zero, cause: nil, event: event))
    }
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: view)
    page.received(1, WireEncoding.json.encode(.joined(joined)), now: Self.now)
    let numbers = page.frame(now: Self.now)
    #expect(numbers.count == SceneNumbers.headCount + 2 * SceneNumbers.seatCount)
    #expect(page.text(.room) == "K7QF2")
    #expect(page.text(.headline).hasPrefix("Waiting for 1 more player"))
    #expect(page.text(.seat(0)) == "Ana, you, not ready")
    #expect(page.text(.seat(1)) == "Free")
    #expect(page.text(.seat(2)).isEmpty)
    #expect(page.text(.face(0)) != page.text(.face(1)))
  }
}
