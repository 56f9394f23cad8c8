// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import MatchClient
import MatchUI
import Protocol
import Stage
import Wire

/// What a home page has of its server before anybody plays: the open tables and a public match, over a
/// connection of its own as a guest.
///
/// As in `WebSession`, what happened goes in, what to do and the numbers of a frame come out. It says
/// nothing: if anything goes wrong it is over, and the page shows what it showed before.
package struct LiveSession: Sendable {
  private var client: ClientCore
  private var match: LiveMatch
  private var scenes = SceneCache()
  private var outputs: [WebOutput] = []
  private var scene: Scene?

  /// Beside the table stands nothing that a player of it would need.
  private static let screen = MatchScreen(roomCode: "")
  /// The most outputs that wait for the page.
  private static let mostOutputs = 64

  /// A page that begins to connect.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - name: the name to connect with.
  ///   - server: the page's own address, to which moves are compared; nil to follow none.
  ///   - showsMatches: whether to watch a match.
  ///   - now: the present time.
  package init(
    key: [UInt8], name: String, server: ServerURL?, showsMatches: Bool, now: LocalTime
  ) {
    client = ClientCore(agent: "facedown-web", name: name, key: key, hashing: .swift)
    match = LiveMatch(
      draw: key.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      show: showsMatches ? .matchAndRooms : .rooms)
    feed(.start(home: server), now: now)
  }

  /// A socket is open.
  package mutating func opened(_ link: Int, now: LocalTime) {
    feed(.opened(ConnectionNumber(link)), now: now)
  }

  /// A message was received over a socket.
  package mutating func received(_ link: Int, _ bytes: [UInt8], now: LocalTime) {
    let number = ConnectionNumber(link)
    do throws(WireError) {
      feed(.received(number, try PageMessages.decode(bytes)), now: now)
    } catch {
      feed(.garbled(number, ""), now: now)
    }
  }

  /// A socket has closed, or did not open.
  package mutating func ended(_ link: Int, now: LocalTime) {
    feed(.ended(ConnectionNumber(link), mayRetry: false), now: now)
  }

  /// The time of `nextWake` has come.
  package mutating func tick(now: LocalTime) {
    feed(.tick, now: now)
    note(nil, now: now)
  }

  /// The page slept.
  package mutating func woke(now: LocalTime) { feed(.woke, now: now) }

  /// Nobody looks any more: leaves the room, which `left` confirms, or is over at once.
  package mutating func leave(now: LocalTime) {
    guard client.table != nil, !match.isOver else { return finish(now: now) }
    feed(.command(.request(.leaveRoom)), now: now)
  }

  private mutating func feed(_ input: ClientInput, now: LocalTime) {
    for output in client.handle(input, now: now) {
      switch output {
      case .dial(let number, .home): add(.dial(number.rawValue, url: nil))
      case .dial(let number, .node(let url)):
        add(.dial(number.rawValue, url: "\(url.description)/v1/play"))
      case .hangUp(let number): add(.hangUp(number.rawValue))
      case .send(let message, let number):
        add(.send(number.rawValue, PageMessages.encode(message)))
      case .sign: break
      case .event(let event): note(event, now: now)
      }
    }
  }

  private mutating func note(_ event: ClientEvent?, now: LocalTime) {
    if match.isOver { return }
    for command in match.handle(event, client, at: now) { feed(.command(command), now: now) }
    if case .joined = event { scenes = SceneCache() }
    if case .left = event { add(.left) }
    if case .rooms = event { add(.rooms) }
    if match.isOver { finish(now: now) }
    add(.draw)
  }

  private mutating func finish(now: LocalTime) {
    match.end(at: now)
    feed(.close, now: now)
    add(.over(""))
  }

  /// A page that does not ask for its outputs loses repeated requests to draw, and in the end all.
  private mutating func add(_ output: WebOutput) {
    if output == .draw, outputs.last == .draw { return }
    guard outputs.count < Self.mostOutputs else { return }
    outputs.append(output)
  }

  // MARK: Outputs

  /// The next thing to do; nil if there is nothing left.
  package mutating func nextOutput() -> WebOutput? { outputs.isEmpty ? nil : outputs.removeFirst() }

  /// When `tick` is due; nil for never.
  package var nextWake: LocalTime? {
    client.isOver ? nil : [client.nextWake, match.nextTick].compactMap { $0 }.min()
  }

  /// How much of the match is to be seen, 0...1.
  package func opacity(now: LocalTime) -> Double { match.opacity(at: now) }

  /// Stages a frame and makes numbers of it; none without a match.
  package mutating func frame(now: LocalTime) -> [Double] {
    guard let log = client.table?.log, let time = client.shownTime(at: now) else { return [] }
    let scene = scenes.exact(log, ViewerState(), at: time)
    self.scene = scene
    return SceneNumbers.numbers(
      of: scene, Self.screen, at: time,
      nextChange: scene.nextChange.flatMap { client.localTime(showing: $0) })
  }

  /// The open tables, or a text of the last frame, of which the title is the line beside the match; empty
  /// for none.
  package func text(_ which: WebText) -> String {
    if which == .rooms { return HomeTexts.openTables(client.rooms) }
    guard let scene else { return "" }
    return switch which {
    case .room: client.table?.code.asRoomCode ?? ""
    case .title: scene.liveCaption
    default: which.text(of: scene, Self.screen, title: nil)
    }
  }
}
