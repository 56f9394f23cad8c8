// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The functions that the page's script calls; docs/web.md has the table.
//
// All times are microseconds as doubles. Bytes and texts go through one buffer in each direction,
// which a later call may move: the script writes, or copies, right away.

#if hasFeature(Embedded)
import Game
import Interpolation
import MatchClient
import Protocol

/// The page, in an object: an optional value of this size is copied by much code.
private final class Page {
  var session: WebSession

  init(_ session: WebSession) { self.session = session }
}

nonisolated(unsafe) private var page: Page?
nonisolated(unsafe) private var demo: RecordedMatch?
/// Open tables and a match on the home page; in their own instance, without a session.
nonisolated(unsafe) private var live: LiveSession?
nonisolated(unsafe) private var input = Buffer<UInt8>()
nonisolated(unsafe) private var output = Buffer<UInt8>()
nonisolated(unsafe) private var scene = Buffer<Double>()
nonisolated(unsafe) private var link: Int32 = 0

/// Memory that stays where it is until more is needed.
private struct Buffer<Element: BitwiseCopyable> {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity = 64

  init() { start = .allocate(capacity: 64) }

  mutating func reserve(_ count: Int) {
    if count <= capacity { return }
    start.deallocate()
    capacity = count
    start = .allocate(capacity: count)
  }

  mutating func fill(_ elements: [Element]) -> Int32 {
    reserve(elements.count)
    for (index, element) in elements.enumerated() { start[index] = element }
    return Int32(elements.count)
  }

  func prefix(_ count: Int32) -> [Element] {
    let count = min(max(Int(count), 0), capacity)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}

/// A time from the script; nothing that it could send traps.
private func time(_ microseconds: Double) -> LocalTime {
  let whole = microseconds.isFinite ? min(max(microseconds, 0), 0x1p53) : 0
  return LocalTime(microseconds: Int64(whole))
}

/// Where `count` bytes of input go; 0 if they are too many.
@_expose(wasm, "input")
@_cdecl("input")
func inputBuffer(count: Int32) -> UnsafeMutablePointer<UInt8>? {
  guard (0...Int32(WebSession.longestInput)).contains(count) else { return nil }
  input.reserve(Int(count))
  return input.start
}

/// Begins.
///
/// The input has 32 random bytes, the 32 bytes of the player's public key if bit 1 of the flags is set,
/// then the name, a line feed, the page's own address, `ws://host:port`, and after another line feed
/// the last snapshot, if there is one. Bit 0 of the flags asks for reduced motion; bit 2 says that
/// another window plays with the player's key; bit 3 asks not for a session, but for the open tables and,
/// unless bit 4 is set, for a public match.
@_expose(wasm, "start")
@_cdecl("start")
func start(count: Int32, flags: Int32, now: Double) {
  let bytes = input.prefix(count)
  let key = Array(bytes.prefix(32)) + [UInt8](repeating: 0, count: max(32 - bytes.count, 0))
  let hasPublicKey = flags & 2 != 0 && bytes.count >= 64
  let texts = bytes.dropFirst(hasPublicKey ? 64 : 32).split(
    separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false
  ).map { String(decoding: $0, as: UTF8.self) }
  let server = texts.count > 1 ? try? ServerURL(texts[1]) : nil
  if flags & 8 != 0 {
    live = LiveSession(
      key: key, name: texts.first ?? "", server: server, showsMatches: flags & 16 == 0,
      now: time(now))
    return
  }
  page = Page(
    WebSession(
      key: key, name: texts.first ?? "", server: server,
      publicKey: hasPublicKey ? Array(bytes[32..<64]) : nil, isKeyTaken: flags & 4 != 0,
      hasReducedMotion: flags & 1 != 0,
      restoring: texts.count > 2 ? SnapshotText.snapshot(of: texts[2]) : nil, now: time(now)))
}

/// A socket is open.
@_expose(wasm, "opened")
@_cdecl("opened")
func opened(link: Int32, now: Double) {
  page?.session.opened(Int(link), now: time(now))
  live?.opened(Int(link), now: time(now))
}

/// The input has a message that was received over a socket.
@_expose(wasm, "received")
@_cdecl("received")
func received(link: Int32, count: Int32, now: Double) {
  page?.session.received(Int(link), input.prefix(count), now: time(now))
  live?.received(Int(link), input.prefix(count), now: time(now))
}

/// A socket has closed, or did not open.
@_expose(wasm, "ended")
@_cdecl("ended")
func ended(link: Int32, mayRetry: Bool, now: Double) {
  page?.session.ended(Int(link), mayRetry: mayRetry, now: time(now))
  live?.ended(Int(link), now: time(now))
}

/// The time of `nextWake` has come.
@_expose(wasm, "tick")
@_cdecl("tick")
func tick(now: Double) {
  page?.session.tick(now: time(now))
  live?.tick(now: time(now))
}

/// The page slept.
@_expose(wasm, "woke")
@_cdecl("woke")
func woke(now: Double) {
  page?.session.woke(now: time(now))
  live?.woke(now: time(now))
}

/// The input has what the player's key made of a statement.
@_expose(wasm, "signed")
@_cdecl("signed")
func signed(link: Int32, count: Int32, now: Double) {
  page?.session.signed(Int(link), input.prefix(count), now: time(now))
}

/// The player did something; the input has its text, if it has one.
///
/// - Returns: whether there is such an action.
@_expose(wasm, "act")
@_cdecl("act")
func act(kind: Int32, argument: Int32, count: Int32, now: Double) -> Bool {
  let text = String(decoding: input.prefix(count), as: UTF8.self)
  guard let action = WebAction(kind: Int(kind), argument: Int(argument), text: text) else {
    return false
  }
  page?.session.act(action, now: time(now))
  if action == .leave { live?.leave(now: time(now)) }
  return true
}

/// The next thing to do: 0 for nothing, else its number; `outputLink`, `outputStart` and
/// `outputCount` have the rest.
@_expose(wasm, "output")
@_cdecl("output")
func nextOutput() -> Int32 {
  outputLength = 0
  switch page?.session.nextOutput() ?? live?.nextOutput() {
  case nil: return 0
  case .dial(let number, let url):
    link = Int32(truncatingIfNeeded: number)
    outputLength = output.fill(Array((url ?? "").utf8))
    return 1
  case .hangUp(let number):
    link = Int32(truncatingIfNeeded: number)
    return 2
  case .send(let number, let bytes):
    link = Int32(truncatingIfNeeded: number)
    outputLength = output.fill(bytes)
    return 3
  case .sign(let number, let statement):
    link = Int32(truncatingIfNeeded: number)
    outputLength = output.fill(statement)
    return 4
  case .draw: return 5
  case .open: return 6
  case .left: return 7
  case .say(let sentence):
    outputLength = output.fill(Array(sentence.utf8))
    return 8
  case .store(let snapshot):
    outputLength = output.fill(Array(snapshot.utf8))
    return 9
  case .over(let sentence):
    outputLength = output.fill(Array(sentence.utf8))
    return 10
  case .rooms: return 11
  case .records: return 12
  }
}

nonisolated(unsafe) private var outputLength: Int32 = 0

/// The socket of the last output.
@_expose(wasm, "outputLink")
@_cdecl("outputLink")
func outputLink() -> Int32 { link }

/// Where the bytes of the last output, or the last text, are.
@_expose(wasm, "outputStart")
@_cdecl("outputStart")
func outputStart() -> UnsafeMutablePointer<UInt8> { output.start }

/// How many bytes the last output has.
@_expose(wasm, "outputCount")
@_cdecl("outputCount")
func outputCount() -> Int32 { outputLength }

/// When `tick` is due; −1 for never.
@_expose(wasm, "nextWake")
@_cdecl("nextWake")
func nextWake(now: Double) -> Double {
  let wake = page?.session.nextWake(after: time(now)) ?? live?.nextWake
  return wake.map { Double($0.microseconds) } ?? -1
}

/// Stages a frame.
///
/// - Returns: how many numbers it has; 0 if there is nothing to show.
@_expose(wasm, "frame")
@_cdecl("frame")
func frame(now: Double) -> Int32 {
  scene.fill(page?.session.frame(now: time(now)) ?? live?.frame(now: time(now)) ?? [])
}

/// How much of the public match is to be seen, 0...1.
@_expose(wasm, "opacity")
@_cdecl("opacity")
func opacity(now: Double) -> Double { live?.opacity(now: time(now)) ?? 0 }

/// Writes the player ID of the public key in the input to where `outputStart` says.
///
/// - Returns: how many bytes it has.
@_expose(wasm, "player")
@_cdecl("player")
func player(count: Int32) -> Int32 {
  output.fill(Array(KeyProof.playerID(hash: Hashing.swift.sha256(input.prefix(count))).utf8))
}

/// Takes a match that was recorded, what a `joined` message has in the input; it needs no session.
///
/// - Returns: its length in microseconds; 0 if the message holds no match.
@_expose(wasm, "demo")
@_cdecl("demo")
func takeDemo(count: Int32) -> Double {
  demo = RecordedMatch(input.prefix(count))
  return demo.map { Double($0.length.wholeMicroseconds) } ?? 0
}

/// Stages a frame of the recorded match, so long after its beginning.
///
/// Bit 0 of the flags asks for reduced motion.
///
/// - Returns: how many numbers it has; 0 without a match.
@_expose(wasm, "demoFrame")
@_cdecl("demoFrame")
func demoFrame(flags: Int32, after: Double) -> Int32 {
  let passed = Duration.microseconds(time(after).microseconds)
  return scene.fill(demo?.frame(flags & 1 != 0 ? .reduced : .full, after: passed) ?? [])
}

/// Where the numbers of the last frame are.
@_expose(wasm, "sceneStart")
@_cdecl("sceneStart")
func sceneStart() -> UnsafeMutablePointer<Double> { scene.start }

/// Writes a text of the last frame, or of the home page, to where `outputStart` says.
///
/// - Returns: how many bytes it has.
@_expose(wasm, "text")
@_cdecl("text")
func text(which: Int32) -> Int32 {
  let known = WebText(number: Int(which))
  // The forms are shown before a session begins.
  let text =
    known == .choices
    ? HomeTexts.choices : known.flatMap { page?.session.text($0) ?? live?.text($0) } ?? ""
  return output.fill(Array(text.utf8))
}

/// The same of the last frame of the recorded match.
@_expose(wasm, "demoText")
@_cdecl("demoText")
func demoText(which: Int32) -> Int32 {
  output.fill(Array((WebText(number: Int(which)).flatMap { demo?.text($0) } ?? "").utf8))
}
#endif
