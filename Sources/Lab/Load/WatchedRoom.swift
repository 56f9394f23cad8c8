// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Protocol

/// A room whose owner changes its settings again and again before many who watch, and how long each
/// change takes to reach them.
actor WatchedRoom {
  private let loop: EventLoop
  private let clock = ContinuousClock()
  private let options: ConnectOptions
  private var owner: LoadClient?
  private var viewers: [LoadClient] = []
  private var code: String?
  private var lastRequest: UInt64 = 0
  /// When each change was asked for, by the request's number.
  private var asked: [UInt64: ContinuousClock.Instant] = [:]
  private var inside = 0
  private var waiter: CheckedContinuation<Void, Never>?
  /// From asking to being told, of everyone who watches.
  private(set) var delays = Delays()

  /// How often the settings change: less often than intents may come.
  private static let interval = Duration.milliseconds(220)

  init(_ loop: EventLoop, options: ConnectOptions) {
    self.loop = loop
    self.options = options
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Opens the room and lets so many in to watch; returns its code when they are there.
  func open(viewers count: Int) async -> String {
    let owner = LoadClient(loop, name: "Owner") { [weak self] _, happening in
      guard case .message(let message) = happening else { return }
      self?.assumeIsolated { $0.ownerHears(message) }
    }
    self.owner = owner
    owner.connect(options)
    await untilInside(1)
    let code = code ?? ""
    viewers = (0..<count).map { index in
      LoadClient(loop, name: "Viewer \(index)") { [weak self] _, happening in
        guard case .message(let message) = happening else { return }
        self?.assumeIsolated { $0.spectatorHears(message, at: index) }
      }
    }
    for viewer in viewers { viewer.connect(options) }
    await untilInside(1 + count)
    return code
  }

  /// Changes the settings so many times.
  func change(_ count: Int) async {
    delays = Delays()
    for index in 0..<count {
      let settings = MatchSettings(pairs: 8 + index % 2, seats: 2)
      say { .intent(IntentRequest(id: $0, seenSeq: .max >> 1, intent: .configure(settings))) }
      await withCheckedContinuation { continuation in
        loop.schedule(after: Self.interval) { continuation.resume() }
      }
    }
  }

  private func ownerHears(_ message: ServerMessage) {
    switch message {
    case .welcome: say { .createRoom(id: $0, settings: MatchSettings(seats: 2)) }
    case .joined(let joined):
      code = joined.code
      entered()
    default: break
    }
  }

  private func spectatorHears(_ message: ServerMessage, at index: Int) {
    switch message {
    case .welcome:
      let join = JoinRoom(id: RequestID(1), code: code ?? "", role: .spectator)
      viewers[index].say(.joinRoom(join))
    case .joined: entered()
    case .entry(let entry): told(entry)
    default: break
    }
  }

  private func say(_ message: (RequestID) -> ClientMessage) {
    lastRequest += 1
    asked[lastRequest] = clock.now
    owner?.say(message(RequestID(lastRequest)))
  }

  private func entered() {
    inside += 1
    waiter?.resume()
    waiter = nil
  }

  private func told(_ entry: Entry) {
    guard let request = entry.cause?.request, let time = asked[request.rawValue] else { return }
    delays.append(clock.now - time)
  }

  private func untilInside(_ count: Int) async {
    while inside < count { await withCheckedContinuation { waiter = $0 } }
  }
}
