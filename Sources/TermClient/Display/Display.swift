// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import MatchClient
import Stage

/// This program's terminal as a place to show frames on and to get keys from; lives on the loop.
///
/// It shows a frame as the difference to what is on the screen, says when the next one is wanted,
/// and sleeps in between. It asks the terminal what it can do and goes by the answers, whenever they
/// come. Whoever opened it closes it.
final class Display {
  /// How screens are to be drawn here.
  private(set) var renderStyle: RenderStyle
  /// What showing frames came to so far.
  private(set) var statistics = DisplayStatistics()
  private var preferences: Preferences
  private let showsStatistics: Bool
  private let environment: (String) -> String?
  private let terminal: Terminal
  private var differ: FrameDiffer
  private var parser = KeyParser()
  private var capabilities = TerminalCapabilities()
  private var pacing: FramePacing
  private var isOpen = false

  /// The window's title as it was last given; nil if it was not, or may be another meanwhile.
  private var title: String?

  /// The size the terminal told of, for where the system does not know it.
  private var reportedSize: WindowSize?
  /// Whether answers are still waited for before the first frame, and until when.
  private var isProbing = false
  private var probesUntil: LocalTime?
  /// When what came of the keyboard is taken for what it is.
  private var flushAt: LocalTime?
  /// Whether a frame is wanted because something has happened.
  private var isChanged = true
  /// When a frame is wanted because something moves.
  private var frameAt: LocalTime?
  /// When the terminal may take more of what waits for it.
  private var flushesAt: LocalTime?
  private var shownAt: LocalTime?

  /// While something drains it is short enough for what begins meanwhile.
  private static let slowFrame = Duration.milliseconds(33)
  /// How soon a terminal that takes no more is tried again.
  private static let flushPause = Duration.milliseconds(2)
  /// How long what moves may be kept from the screen, and how often it is looked at meanwhile.
  private static let withheld = (at: Duration.milliseconds(100), most: Duration.seconds(1))

  /// The terminal this program runs in, untouched so far.
  ///
  /// - Parameters:
  ///   - preferences: what the person wants.
  ///   - showsStatistics: whether to say on standard error at the end what showing frames came to.
  ///   - environment: the process's variables.
  /// - Throws: `TerminalError` if there is none.
  init(
    _ preferences: Preferences, showsStatistics: Bool = false,
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(TerminalError) {
    terminal = try Terminal()
    self.preferences = preferences
    self.showsStatistics = showsStatistics
    self.environment = environment
    renderStyle = RenderStyle(preferences, environment: environment)
    differ = FrameDiffer(depth: renderStyle.depth)
    pacing = FramePacing(preferences.rate)
  }

  /// Draws by other preferences from now on.
  func adopt(_ preferences: Preferences) {
    self.preferences = preferences
    pacing.rate = preferences.rate
    if preferences.usesMouse { terminal.add(.mouse) } else { terminal.remove(.mouse) }
    if hasTitle { terminal.add(.title) } else { terminal.remove(.title) }
    title = nil
    renderStyle = RenderStyle(preferences, environment: environment)
    adopt()
    if differ.depth != renderStyle.depth { differ = FrameDiffer(depth: renderStyle.depth) }
  }

  /// The window's present size.
  var size: WindowSize { terminal.size ?? reportedSize ?? .usual }

  /// Readable when something came beside keys: `show` then.
  var events: Int32 { terminal.events }

  /// Switches to full screen, if it is not on yet, and asks the terminal what it can do.
  ///
  /// - Throws: what failed; the terminal is as it was then.
  func open() throws(TerminalError) {
    guard !isOpen else { return }
    var modes: TerminalModes = preferences.usesMouse ? .mouse : []
    if hasTitle { modes.insert(.title) }
    try terminal.enter(modes)
    isOpen = true
    title = nil
    isProbing = true
    probesUntil = nil
    differ.forget()
    terminal.append(TerminalProbe.bytes(environment))
    terminal.flush()
    terminal.noteQuery()
  }

  /// Restores the terminal.
  func close() {
    guard isOpen else { return }
    isOpen = false
    terminal.leave()
    if showsStatistics { StandardStream.error.put(statistics.report) }
  }

  // MARK: Signals

  private var kind: TerminalKind {
    TerminalKind(name: capabilities.name, environment: environment)
  }

  /// Whether the window gets titles; the Linux console has none.
  private var hasTitle: Bool { preferences.showsTitle && kind != .console }

  /// Gives the window a title, where a person wants that; it has its own again in the end.
  func entitle(_ title: String) {
    guard isOpen, hasTitle, title != self.title else { return }
    self.title = title
    sendNow(TerminalSignal.title(title))
  }

  /// Signals something to a person who may look elsewhere, in the ways they want.
  func signal(_ sentence: String) {
    guard isOpen else { return }
    if preferences.turnBell.applies(whileFocused: pacing.isFocused) { sendNow(TerminalSignal.bell) }
    guard kind != .console,
      preferences.turnNotification.applies(whileFocused: pacing.isFocused)
    else { return }
    sendNow(TerminalSignal.notification(sentence, on: kind))
  }

  private func sendNow(_ bytes: [UInt8]) {
    terminal.append(bytes)
    terminal.flush()
  }

  // MARK: Frames

  /// Something has changed: a frame is wanted as soon as the terminal takes one.
  func invalidate() {
    isChanged = true
  }

  /// Draws everything again with the next frame.
  func redraw() {
    differ.forget()
    isChanged = true
  }

  /// Whether a frame is wanted now and the terminal takes it; who asks first draws none in vain.
  func isDue(at now: LocalTime) -> Bool {
    serve(at: now)
    guard let readyAt else { return false }
    return readyAt <= now
  }

  /// Shows a frame, unless the terminal takes none now: then a later one is wanted instead.
  func show(_ frame: Frame, at now: LocalTime) {
    serve(at: now)
    guard isOpen else { return }
    guard !isProbing, !terminal.hasBacklog, pacing.nextFrame(need) <= now else {
      isChanged = true
      return
    }
    if isWithheld(frame, at: now) { return }
    if !isChanged, let frameAt, frame.motion == .moving { statistics.late(by: now - frameAt) }
    let isMoving = frame.motion == .moving
    let start = ContinuousClock.now
    differ.paint(frame.grid, isMoving ? pacing.finish : .full, limit: pacing.limit)
    let bytes = differ.bytes.count
    statistics.painted(bytes, in: start.duration(to: .now))
    if bytes > 0 { send(at: now) }
    shownAt = now
    // What had no room goes with the next frame, which is as urgent.
    isChanged = differ.isBehind
    frameAt = nextChange(of: frame, after: now)
  }

  /// When `show` is wanted next, or `keys` with nothing; nil for not before something comes.
  var wakesAt: LocalTime? {
    let frame = isProbing ? probesUntil : terminal.hasBacklog ? flushesAt : readyAt
    return [frame, flushAt].compactMap { $0 }.min()
  }

  private var need: FramePacing.Need { isChanged ? .change : .motion }

  /// When the next frame is wanted and taken; nil for not before something comes.
  private var readyAt: LocalTime? {
    guard isOpen, !isProbing, !terminal.hasBacklog else { return nil }
    if isChanged { return pacing.nextFrame(.change) }
    return frameAt.map { max($0, pacing.nextFrame(.motion)) }
  }

  private func nextChange(of frame: Frame, after now: LocalTime) -> LocalTime? {
    let pause: Duration =
      switch frame.motion {
      case .moving, .still: .zero
      case .counting: preferences.rate == .onChange ? .seconds(1) : Self.slowFrame
      }
    return frame.nextChange.map { max($0, now + pause) }
  }

  /// Where only changes are wanted, what moves is shown when it has come to rest.
  private func isWithheld(_ frame: Frame, at now: LocalTime) -> Bool {
    guard preferences.rate == .onChange, frame.motion == .moving, !isChanged, let shownAt,
      now - shownAt < Self.withheld.most
    else { return false }
    frameAt = now + Self.withheld.at
    return true
  }

  /// Sends the painted bytes in one write.
  private func send(at now: LocalTime) {
    if capabilities.hasSynchronizedOutput { terminal.append(ControlSequence.frameBegins) }
    terminal.append(differ.bytes)
    if capabilities.hasSynchronizedOutput { terminal.append(ControlSequence.frameEnds) }
    if pacing.asks {
      terminal.append(ControlSequence.statusQuery)
      terminal.noteQuery()
    }
    terminal.flush()
    flushesAt = now + Self.flushPause
    pacing.sent(differ.bytes.count, at: now)
  }

  /// Does what is due beside frames.
  private func serve(at now: LocalTime) {
    guard isOpen else { return }
    let news = terminal.takeEvents()
    if news.contains(.resumed) {
      // What was under way is lost, and what was on the screen is not there.
      terminal.forgetBacklog()
      pacing.forget()
      differ.forget()
      title = nil
    }
    if !news.isEmpty { adopt() }
    if terminal.hasBacklog {
      terminal.flush()
      flushesAt = now + Self.flushPause
    }
    pacing.advance(to: now)
    guard isProbing else { return }
    let until = probesUntil ?? now + TerminalProbe.deadline(environment)
    if probesUntil == nil { pacing.begin(at: now) }
    probesUntil = until
    if capabilities.isComplete || until <= now {
      isProbing = false
      adopt()
    }
  }

  /// Goes by what is known of the terminal now.
  private func adopt() {
    isChanged = true
    guard !isProbing else { return }
    if capabilities.hasKeyboardProtocol {
      terminal.add(.keyboard)
      parser.escapeTimeout = .seconds(1)
    }
    if capabilities.hasInBandResize { terminal.add(.resize) }
    if capabilities.acknowledges { terminal.add(.answers) }
    var seen = capabilities
    if seen.window == nil { seen.window = terminal.pixels }
    renderStyle = RenderStyle(
      preferences, environment: environment, terminal: seen, cellHeight: seen.cellHeight(in: size))
    if differ.depth != renderStyle.depth { differ = FrameDiffer(depth: renderStyle.depth) }
  }

  // MARK: Keys

  /// Takes what came from the keyboard; nothing, where `wakesAt` has come.
  ///
  /// What the terminal says of itself is taken note of on the way.
  func keys(from bytes: [UInt8], at now: LocalTime) -> [Key] {
    var keys: [Key] = []
    if !bytes.isEmpty {
      keys = parser.feed(bytes)
    } else if let flushAt, flushAt <= now {
      keys = parser.flush()
    } else {
      return []
    }
    flushAt = parser.timeout.map { now + $0 }
    for report in parser.takeReports() { take(report, at: now) }
    keys.removeAll { raiseSignal(for: $0) }
    // Who hears of the pointer knows whether anything changes by it.
    if keys.contains(where: { !$0.isHover }) { isChanged = true }
    return keys
  }

  private func take(_ report: TerminalReport, at now: LocalTime) {
    switch report {
    case .status:
      terminal.noteAnswer()
      pacing.answered(at: now)
      if let roundTrip = pacing.latest { statistics.answered(after: roundTrip) }
    case .focus(let isFocused):
      if isFocused && !pacing.isFocused { isChanged = true }
      pacing.isFocused = isFocused
    case .resized(let size, _):
      reportedSize = size
      isChanged = true
    default: break
    }
    if capabilities.note(report) { adopt() }
  }

  /// With the keyboard protocol on, the system does not see these keys; they mean the same there.
  private func raiseSignal(for key: Key) -> Bool {
    guard terminal.modes.contains(.keyboard) else { return false }
    switch key {
    case .control("c"): kill(0, SIGINT)
    case .control("z"): kill(0, SIGTSTP)
    case .control("\\"): kill(0, SIGQUIT)
    default: return false
    }
    return true
  }
}

extension Key {
  fileprivate var isHover: Bool {
    if case .hover = self { true } else { false }
  }
}
