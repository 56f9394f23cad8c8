// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import MatchClient
import Stage
import TerminalUI

/// The terminal of this program: shows frames and parses keys.
///
/// Must be used on its event loop.
///
/// It sends each frame as the difference to the screen, says when it wants the next one, and sleeps
/// in between. It queries the terminal's capabilities and adopts the answers whenever they arrive.
/// Whoever calls `open` must call `close`.
final class Display {
  /// The style for drawing on this terminal.
  private(set) var renderStyle: RenderStyle
  /// Statistics of the frames shown so far.
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

  /// The window title last set; nil if not set, or possibly changed since.
  private var title: String?

  /// The size the terminal reported, for systems that do not know it.
  private var reportedSize: WindowSize?
  /// Whether the first frame still waits for the terminal's answers.
  private var isProbing = false
  private var probesUntil: LocalTime?
  /// Deadline after which a lone ESC is a key, not the start of a sequence.
  private var flushAt: LocalTime?
  /// Whether a frame is due because something has changed.
  private var isChanged = true
  /// When a frame is due because something moves.
  private var frameAt: LocalTime?
  /// When to try again to flush output to the terminal.
  private var flushesAt: LocalTime?
  private var shownAt: LocalTime?

  /// The frame interval while something drains; short enough to start new motion in time.
  private static let slowFrame = Duration.milliseconds(33)
  /// The pause before flushing again to a terminal that is full.
  private static let flushPause = Duration.milliseconds(2)
  /// If only changes are shown, how often to check a moving screen, and how long to withhold it at
  /// most.
  private static let withheld = (at: Duration.milliseconds(100), most: Duration.seconds(1))

  /// The terminal this program runs in; not opened yet.
  ///
  /// - Parameters:
  ///   - preferences: the user's preferences.
  ///   - showsStatistics: whether to print frame statistics to standard error at the end.
  ///   - environment: the environment variables.
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

  /// Applies other preferences from now on.
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

  /// The window's current size.
  var size: WindowSize { terminal.size ?? reportedSize ?? .usual }

  /// A descriptor that becomes readable on events other than keys; call `show` then.
  var events: Int32 { terminal.events }

  /// Switches to full screen, unless it is on, and queries the terminal's capabilities.
  ///
  /// - Throws: what failed; the terminal is unchanged then.
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

  /// Whether to set window titles; the Linux console has none.
  private var hasTitle: Bool { preferences.showsTitle && kind != .console }

  /// Sets the window title, if the user wants that; `close` restores it.
  func entitle(_ title: String) {
    guard isOpen, hasTitle, title != self.title else { return }
    self.title = title
    sendNow(TerminalSignal.title(title))
  }

  /// Alerts a user who may be looking elsewhere, in the ways they prefer.
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

  /// Requests a frame as soon as the terminal can take one.
  func invalidate() {
    isChanged = true
  }

  /// Redraws the whole screen with the next frame.
  func redraw() {
    differ.forget()
    isChanged = true
  }

  /// Whether a frame is due and the terminal can take it; saves callers from drawing in vain.
  func isDue(at now: LocalTime) -> Bool {
    serve(at: now)
    guard let readyAt else { return false }
    return readyAt <= now
  }

  /// Shows a frame; if the terminal cannot take one now, requests a later one instead.
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
    // The part that exceeded the limit goes with the next frame, equally urgent.
    isChanged = differ.isBehind
    frameAt = nextChange(of: frame, after: now)
  }

  /// When to call `show`, or `keys` without bytes, next; nil to wait for events.
  var wakesAt: LocalTime? {
    let frame = isProbing ? probesUntil : terminal.hasBacklog ? flushesAt : readyAt
    return [frame, flushAt].compactMap { $0 }.min()
  }

  private var need: FramePacing.Need { isChanged ? .change : .motion }

  /// When the next frame is due and can be taken; nil to wait for events.
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

  /// If only changes are shown, whether to withhold a moving frame until it is at rest.
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

  /// Performs everything due other than frames.
  private func serve(at now: LocalTime) {
    guard isOpen else { return }
    let news = terminal.takeEvents()
    if news.contains(.resumed) {
      // Output under way is lost, and the screen's content is unknown.
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

  /// Adopts the capabilities known by now.
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

  /// Parses input from the keyboard; pass no bytes once `wakesAt` is reached.
  ///
  /// The terminal's own reports in it are handled on the way.
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
    // Screens decide themselves whether pointer motion changes anything.
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

  /// The keyboard protocol hides these keys from the system; they keep their meaning.
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
