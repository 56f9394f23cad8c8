// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import MatchUI
import Protocol
import SocketClient
import TerminalUI

/// The connection of the match behind the home screen; confined to the loop.
///
/// It begins after a moment, so that whoever passes through the home screen costs the server nothing,
/// and as a guest who watches. Whatever goes wrong leaves the home screen as it is: after a minute it
/// tries again, unless the server has refused it for good or is slow to answer.
final class LiveConnection {
  /// The time from the home screen's appearance to connecting.
  private static let delay = Duration.seconds(1)
  /// The time from a moment in which no match could be shown to the next look, which costs nothing.
  private static let lookDelay = Duration.seconds(5)
  /// The time from a loss to the next attempt.
  private static let retryDelay = Duration.seconds(60)
  /// The longest wait for the server's answer to leaving.
  private static let partingLimit = Duration.milliseconds(300)

  private let server: ServerLogin
  private let loop: EventLoop
  private let clock: LocalClock
  private let isWanted: () -> Bool
  private let show: (LiveMatch, ClientCore) -> Void
  private var match = LiveMatch(draw: drawSeed(), show: .match)
  private var shell: SocketClient?
  private var timer: LoopTimer?
  /// Whether the present connection is of use.
  private var isConnected = false
  private var mayRetry = true
  /// Whether the home screen is left.
  private var isClosed = false
  /// Called once the room is left.
  private var closed: () -> Void = {}

  /// Begins to connect in a moment.
  ///
  /// - Parameters:
  ///   - server: the server, and the name and the trust to connect with.
  ///   - loop: the loop.
  ///   - clock: the display's clock.
  ///   - isWanted: whether a match could be shown now, and not too slowly.
  ///   - show: receives the match and its client after all news.
  init(
    _ server: ServerLogin, on loop: EventLoop, clock: LocalClock, isWanted: @escaping () -> Bool,
    show: @escaping (LiveMatch, ClientCore) -> Void
  ) {
    self.server = server
    self.loop = loop
    self.clock = clock
    self.isWanted = isWanted
    self.show = show
    wait(Self.delay) { $0.connect() }
  }

  /// Leaves the match and closes the connection; nothing is shown any more.
  ///
  /// - Parameter closed: called once the server knows, or has not answered for a while.
  func close(_ closed: @escaping () -> Void = {}) {
    precondition(!isClosed, "A connection is closed once.")
    isClosed = true
    self.closed = closed
    guard isConnected, let shell, shell.core.table != nil else { return hangUp() }
    shell.perform(.request(.leaveRoom))
    timer?.cancel()
    // Holds this object until then.
    timer = loop.schedule(after: Self.partingLimit) { self.hangUp() }
  }

  private func connect() {
    guard isWanted() else { return wait(Self.lookDelay) { $0.connect() } }
    match = LiveMatch(draw: drawSeed(), show: .match)
    let profile = SocketClient.Profile(
      agent: "facedown/\(clientVersion)", name: server.login.name)
    let shell = SocketClient(profile, loop: loop, clock: clock) { [weak self] in self?.take($0) }
    self.shell = shell
    isConnected = true
    do throws(ConnectError) {
      try shell.connect(to: server.url, trust: server.login.trust)
    } catch {
      hangUp()
    }
  }

  private func take(_ notice: SocketClient.Notice) {
    switch notice {
    case .failed(let failure): mayRetry = failure.mayPass
    case .event(.closing(let closing)): mayRetry = closing.retryAfter != nil
    case .event(.garbled): mayRetry = false
    case .event(.left) where isClosed: hangUp()
    case .event(let event): handle(event)
    }
  }

  private func handle(_ event: ClientEvent?) {
    guard isConnected, !isClosed, let shell else { return }
    for command in match.handle(event, shell.core, at: clock.now) { shell.perform(command) }
    let isUnwanted = !isWanted()
    if isUnwanted { match.end(at: clock.now) }
    show(match, shell.core)
    guard !match.isOver else {
      // A server that was not lost was too slow.
      return lose(mayRetry: mayRetry && (isUnwanted || event == .disconnected))
    }
    guard let due = match.nextTick else { return }
    wait(max(due - clock.now, .zero)) { $0.handle(nil) }
  }

  /// Hangs up, and connects again after a while if that may succeed.
  private func lose(mayRetry: Bool) {
    hangUp()
    if mayRetry { wait(Self.retryDelay) { $0.connect() } }
  }

  private func hangUp() {
    timer?.cancel()
    timer = nil
    isConnected = false
    // Whoever is only cut off counts as a spectator for a while.
    if shell?.core.table != nil { shell?.perform(.request(.leaveRoom)) }
    shell?.close()
    closed()
    closed = {}
  }

  private func wait(_ duration: Duration, _ body: @escaping (LiveConnection) -> Void) {
    timer?.cancel()
    timer = loop.schedule(after: duration) { [weak self] in
      if let self { body(self) }
    }
  }
}

extension App {
  /// Shows the home screen until something is chosen, with a match of a server behind it.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - server: the server; nil to show no match.
  /// - Returns: the choice; nil if the terminal is gone.
  func show(_ screen: HomeScreen, liveFrom server: ServerLogin?) async -> HomeChoice? {
    guard let server, let display else { return await show(screen) }
    let choice = await show(screen) { change in
      self.live = LiveConnection(
        server, on: self.loop, clock: self.clock,
        isWanted: {
          let style = display.style
          return style.blocks != nil && style.decoration == .full && !display.isSlow
        },
        show: { match, client in change { $0.live.show(match, of: client) } })
    }
    defer { live = nil }
    guard choice == .quit else {
      live?.close()
      return choice
    }
    // The program ends with its loop; until then the server is told.
    await withCheckedContinuation { continuation in
      guard let live else { return continuation.resume() }
      live.close { continuation.resume() }
    }
    return choice
  }
}
