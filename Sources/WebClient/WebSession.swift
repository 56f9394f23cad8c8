// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
import Interpolation
package import MatchClient
package import MatchUI
import Protocol
import Wire

/// An action for the page to take.
package enum WebOutput: Hashable, Sendable {
  /// Open a socket under this number; to the page's own server, or else to this address.
  case dial(Int, url: String?)
  /// Close a socket.
  case hangUp(Int)
  /// Send a text message over a socket.
  case send(Int, [UInt8])
  /// Sign a statement with the player's key, and answer with `signed`.
  case sign(Int, [UInt8])
  /// Draw a frame.
  case draw
  /// A room was entered: show the table.
  case open
  /// The room was left: show the home page.
  case left
  /// Tell the player this sentence.
  case say(String)
}

/// A page as a value: a client, and a player's screen without a screen.
///
/// It has no sockets, clock or pixels: what happened goes in, what to do and the numbers of a frame
/// come out. Whatever a server sends is either read or refused.
package struct WebSession: Sendable {
  private var client: ClientCore
  private var session: MatchSession
  private var outputs: [WebOutput] = []
  /// The frame that was staged last.
  package private(set) var last: MatchFrame?

  /// The longest message that a server may send.
  package static let longestMessage = 1 << 20
  /// The most outputs that wait for the page.
  private static let mostOutputs = 1024

  /// A page that is not connected yet, and begins to connect.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes.
  ///   - name: the player's name.
  ///   - server: the page's own address, to which moves are compared and links lead; nil to follow
  ///     no moves.
  ///   - hasReducedMotion: whether the player prefers less motion.
  ///   - hashing: the hash functions of the fair deal.
  ///   - now: the present time.
  package init(
    key: [UInt8], name: String, server: ServerURL?, hasReducedMotion: Bool = false,
    hashing: Hashing = .swift, now: LocalTime
  ) {
    client = ClientCore(
      agent: "facedown-web", name: name, reconnectPolicy: ReconnectPolicy(), key: key,
      hashing: hashing)
    var options = MatchSession.Options()
    options.server = server
    session = MatchSession(options)
    // The page lays out its own screen: in no cell at all, the session draws nothing.
    session.viewport = MatchViewport(
      size: WindowSize(columns: 1, rows: 1), motion: hasReducedMotion ? .reduced : .full)
    feed(.start(home: server), now: now)
  }

  // MARK: Inputs

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
      feed(.garbled(number, error.description), now: now)
    }
  }

  /// A socket has closed, or did not open.
  package mutating func ended(_ link: Int, mayRetry: Bool, now: LocalTime) {
    feed(.ended(ConnectionNumber(link), mayRetry: mayRetry), now: now)
  }

  /// The time of `nextWake` has come.
  package mutating func tick(now: LocalTime) {
    feed(.tick, now: now)
    carryOut(session.handle(.tick, client, at: now), now: now)
  }

  /// The page slept.
  package mutating func woke(now: LocalTime) { feed(.woke, now: now) }

  /// A statement was signed.
  package mutating func signed(_ link: Int, _ signature: [UInt8], now: LocalTime) {
    feed(.signed(ConnectionNumber(link), signature), now: now)
  }

  /// The player did something.
  package mutating func act(_ action: WebAction, now: LocalTime) {
    switch action {
    case .table(let action): carryOut(session.handle(.action(action), client, at: now), now: now)
    case .join(let code, let role):
      let join = JoinRoom(code: code.uppercased(), role: role)
      feed(.command(.request(.joinRoom(join))), now: now)
    case .create(let pairs):
      feed(.command(.request(.createRoom(MatchSettings(pairs: pairs)))), now: now)
    case .leave:
      if client.table != nil { feed(.command(.request(.leaveRoom)), now: now) }
    }
  }

  private mutating func feed(_ input: ClientInput, now: LocalTime) {
    for output in client.handle(input, now: now) {
      switch output {
      case .dial(let number, .home): add(.dial(number.rawValue, url: nil))
      case .dial(let number, .node(let url)):
        add(.dial(number.rawValue, url: "\(url.description)/v1/play"))
      case .hangUp(let number): add(.hangUp(number.rawValue))
      case .send(let message, let number): add(.send(number.rawValue, PageMessages.encode(message)))
      case .sign(let statement, let number): add(.sign(number.rawValue, statement))
      case .event(let event):
        carryOut(session.handle(.event(event), client, at: now), now: now)
        if case .left = event { add(.left) }
      }
    }
  }

  private mutating func carryOut(_ effects: [MatchSession.Effect], now: LocalTime) {
    for effect in effects {
      switch effect {
      case .draw, .redraw: add(.draw)
      case .open: add(.open)
      case .announce(let sentence): add(.say(sentence))
      case .request(.command(let command)): feed(.command(command), now: now)
      case .request(.leave), .request(.another): act(.leave, now: now)
      // Replays are saved by the page's own link.
      case .save: break
      }
    }
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
  package func nextWake(after now: LocalTime) -> LocalTime? {
    client.isOver
      ? nil : [client.nextWake, session.nextTick(client, after: now)].compactMap { $0 }.min()
  }

  /// Stages a frame and makes numbers of it; none if there is nothing to show.
  package mutating func frame(now: LocalTime) -> [Double] {
    last = session.sceneFrame(client, at: now)
    guard let last else { return [] }
    return SceneNumbers.numbers(
      of: last.scene, last.screen, at: last.time, nextChange: last.nextChange)
  }

  /// A text of the last frame; empty for none.
  package func text(_ which: WebText) -> String { last.map { which.text(of: $0) } ?? "" }
}
