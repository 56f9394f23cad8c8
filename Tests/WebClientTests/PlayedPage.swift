// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Protocol
import Stage
import Wire

@testable import WebClient

/// A spectator's page during a recorded match: everything that happens to it, and its frames.
struct PlayedPage {
  /// What happened, as a record of the file that `Tests/WebWasm/matches.mjs` reads.
  enum Kind: UInt8 {
    case begin = 1
    case opened = 2
    case received = 3
    case tick = 4
    case frame = 5
    case act = 6
    case text = 7
  }

  private(set) var file: [UInt8] = []
  private(set) var frames = 0
  /// The largest difference between the page's numbers and those of the stage on the whole log.
  private(set) var largestDifference = 0.0
  /// Every motion, phase and message of the frames.
  private(set) var motions: Set<Double> = []
  private(set) var phases: Set<Double> = []
  private(set) var messages: Set<String> = []
  /// What the page says of the match when it is watched again.
  private(set) var verdict = ""

  private static let oneWay = Duration.milliseconds(20)
  private static let delay = Duration.seconds(3)
  private static let key = [UInt8](0..<32)

  private let staged: StagedLog
  private let entries: [Entry]
  private var page: WebSession
  private var now = LocalTime(microseconds: 5_000_000)
  private var coming: [(at: LocalTime, message: ServerMessage)] = []

  /// Watches a match, with so many frames.
  init(_ match: DecidedMatch, frames count: Int) {
    entries = match.log.entries
    // The room is open already: a spectator's delay is known from the start.
    var base = MatchView()
    base.apply(entries[0])
    var log = MatchLog(base: base)
    for entry in entries.dropFirst() { log.append(entry) }
    staged = StagedLog(log)
    page = WebSession(key: Self.key, name: "Eve", server: nil, now: now)
    record(.begin, Self.key + Array("Eve".utf8))
    drain()
    page.opened(1, now: now)
    record(.opened, [])
    drain()
    page.act(.join(code: "K7QF2", .spectator), now: now)
    drain()
    let welcome = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: serverTime(at: now), clockEpoch: 1,
      challenge: [], serverVersion: "t")
    say(.welcome(welcome))
    // The page of the file has not asked to join; it takes what it is told.
    say(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", role: .spectator, base: base, tail: [])))
    let start = now + (entries.first.map { $0.at - serverTime(at: now) } ?? .zero)
    coming += entries.dropFirst().map {
      (start + ($0.at - entries[0].at) + Self.oneWay, .entry($0))
    }
    let length = (coming.last?.at ?? now) - now + Self.delay + .seconds(4)
    let step = length.wholeMicroseconds / Int64(count)
    for index in 1...count {
      // Not evenly, so that no rhythm of the match is met again and again.
      let pause = step + (Int64(index % 7) - 3) * step / 11
      wait(until: now + .microseconds(pause))
      look()
    }
    watchAgain(match.log)
  }

  /// Watches the match again, as the server sends it, at moments in no order.
  private mutating func watchAgain(_ log: MatchLog) {
    let matchID = log.latest.matchID
    guard let match = MatchRecord(of: matchID, in: log.entries) else { return }
    act(19, text: matchID)
    say(
      .replay(
        Replay(
          id: RequestID(9), matchID: matchID, base: match.base, entries: match.entries)))
    let timeline = MatchTimeline(match.log)
    for step in 0..<100 {
      act(20, argument: Int32(step * 3701 % 10_001))
      now = now + .milliseconds(Int64(7 * step % 41))
      look { page in
        var scene = timeline.scene(at: page.time)
        scene.motion = page.scene.motion
        return scene
      }
    }
    verdict = page.text(.verdict)
    for which in [18, 20] {
      guard let text = WebText(number: which) else { continue }
      record(.text, bytes(of: UInt64(which), count: 2) + Array(page.text(text).utf8))
    }
  }

  /// The player does something.
  private mutating func act(_ kind: UInt8, argument: Int32 = 0, text: String = "") {
    if let action = WebAction(kind: Int(kind), argument: Int(argument), text: text) {
      page.act(action, now: now)
    }
    record(
      .act, [kind] + bytes(of: UInt64(UInt32(bitPattern: argument)), count: 4) + Array(text.utf8))
    drain()
  }

  /// The server's clock is ahead by a constant.
  private func serverTime(at time: LocalTime) -> ServerTime {
    DecidedMatch.opening - .seconds(2) + (time - LocalTime(microseconds: 5_000_000))
  }

  private mutating func wait(until end: LocalTime) {
    while true {
      coming.sort { $0.at < $1.at }
      let arrival = coming.first?.at
      let wake = page.nextWake(after: now)
      guard let next = [arrival, wake].compactMap({ $0 }).min(), next <= end else { break }
      now = max(now, next)
      if let arrival, arrival <= now {
        say(coming.removeFirst().message)
      } else {
        page.tick(now: now)
        record(.tick, [])
        drain()
      }
    }
    now = end
  }

  private mutating func say(_ message: ServerMessage) {
    let bytes = WireEncoding.json.encode(message)
    page.received(1, bytes, now: now)
    record(.received, bytes)
    drain()
  }

  /// Answers questions for the time.
  private mutating func drain() {
    while let output = page.nextOutput() {
      guard case .send(_, let bytes) = output,
        case .ping(let ping)? = try? WireEncoding.json.decodeClientMessage(bytes)
      else { continue }
      let arrival = serverTime(at: now + Self.oneWay)
      let pong = Pong(id: ping.id, t0: ping.t0, t1: arrival, t2: arrival, nonce: ping.id)
      coming.append((now + Self.oneWay + Self.oneWay, .pong(pong)))
    }
  }

  private mutating func look() {
    let staged = staged
    look { stage(staged, ViewerState(), at: $0.time) }
    messages.insert(page.text(.message))
  }

  /// Compares a frame with a scene of its moment.
  private mutating func look(_ scene: (MatchFrame) -> Scene) {
    let numbers = page.frame(now: now)
    guard let last = page.last else { return }
    let scene = scene(last)
    let expected = SceneNumbers.numbers(
      of: scene, last.screen, at: last.time, nextChange: last.nextChange)
    if numbers.count == expected.count {
      for (one, other) in zip(numbers, expected) {
        largestDifference = max(largestDifference, abs(one - other) / max(1, abs(other)))
      }
    } else {
      largestDifference = .infinity
    }
    motions.insert(numbers[0])
    phases.insert(numbers[3])
    frames += 1
    record(.frame, expected.flatMap { bytes(of: $0.bitPattern, count: 8) })
  }

  // MARK: The file

  private mutating func record(_ kind: Kind, _ content: [UInt8]) {
    file.append(kind.rawValue)
    file += bytes(of: Double(now.microseconds).bitPattern, count: 8)
    file += bytes(of: UInt64(content.count), count: 4)
    file += content
  }

  /// The lowest bytes, the lowest first.
  private func bytes(of word: UInt64, count: UInt64) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
