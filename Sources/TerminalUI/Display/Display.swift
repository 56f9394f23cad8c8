// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// Shows frames on a terminal and parses its keys.
///
/// Confined to one thread or actor.
///
/// It sends each frame as the difference to the screen, says when it wants the next one, and sleeps
/// in between. It queries the terminal's capabilities and adopts the answers whenever they arrive.
/// Whoever calls `open` must call `close`.
package final class Display<ScreenStyle: DisplayStyle> {
  /// The style for drawing on this terminal.
  package private(set) var style: ScreenStyle
  /// Statistics of the frames shown so far.
  package private(set) var statistics = DisplayStatistics()
  private var options: DisplayOptions<ScreenStyle>
  private let environment: (String) -> String?
  private let terminal: any TerminalOutput
  private let closed: (DisplayStatistics) -> Void
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
  private var probesUntil: DisplayTime?
  /// Deadline after which a lone ESC is a key, not the start of a sequence.
  private var flushAt: DisplayTime?
  /// Whether a frame is due because something has changed.
  private var isChanged = true
  /// When a frame is due because something moves.
  private var frameAt: DisplayTime?
  /// When to try again to flush output to the terminal.
  private var flushesAt: DisplayTime?
  private var shownAt: DisplayTime?

  /// A display on a terminal; not opened yet.
  ///
  /// - Parameters:
  ///   - options: the user's options.
  ///   - terminal: the terminal.
  ///   - environment: the environment variables.
  ///   - closed: called after `close`, with the statistics.
  package init(
    _ options: DisplayOptions<ScreenStyle>, on terminal: any TerminalOutput,
    environment: @escaping (String) -> String?,
    closed: @escaping (DisplayStatistics) -> Void = { _ in }
  ) {
    self.terminal = terminal
    self.closed = closed
    self.options = options
    self.environment = environment
    style = options.style(TerminalCapabilities(), nil)
    differ = FrameDiffer(depth: style.depth, graphics: style.graphics)
    pacing = FramePacing(options.rate)
  }

  /// Applies other preferences from now on.
  package func adopt(_ options: DisplayOptions<ScreenStyle>) {
    self.options = options
    pacing.rate = options.rate
    if options.usesMouse { terminal.add(.mouse) } else { terminal.remove(.mouse) }
    if hasTitle { terminal.add(.title) } else { terminal.remove(.title) }
    title = nil
    style = options.style(TerminalCapabilities(), nil)
    adopt()
    fitDiffer()
  }

  /// The window's current size.
  package var size: WindowSize { terminal.size ?? reportedSize ?? .usual }

  /// Switches to full screen, unless it is on, and queries the terminal's capabilities.
  ///
  /// - Throws: what failed; the terminal is unchanged then.
  package func open() throws(TerminalError) {
    guard !isOpen else { return }
    var modes: TerminalModes = options.usesMouse ? .mouse : []
    if hasTitle { modes.insert(.title) }
    try terminal.enter(modes)
    isOpen = true
    title = nil
    isProbing = true
    probesUntil = nil
    differ.forget()
    sendNow(TerminalProbe.bytes(environment))
    terminal.noteQuery()
  }

  /// Restores the terminal.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    terminal.leave()
    closed(statistics)
  }

  // MARK: Signals

  private var kind: TerminalKind {
    TerminalKind(name: capabilities.name, environment: environment)
  }

  /// Whether to set window titles; the Linux console has none.
  private var hasTitle: Bool { options.showsTitle && kind != .console }

  /// Sets the window title, if the user wants that; `close` restores it.
  package func entitle(_ title: String) {
    guard isOpen, hasTitle, title != self.title else { return }
    self.title = title
    sendNow(TerminalSignal.title(title))
  }

  /// Alerts a user who may be looking elsewhere, in the ways they prefer.
  package func signal(_ sentence: String) {
    guard isOpen else { return }
    if options.bell.applies(whileFocused: pacing.isFocused) { sendNow(TerminalSignal.bell) }
    guard kind != .console,
      options.notification.applies(whileFocused: pacing.isFocused)
    else { return }
    sendNow(TerminalSignal.notification(sentence, on: kind))
  }

  /// Asks the terminal to put a text on the clipboard.
  package func copy(_ text: String) {
    guard isOpen, kind != .console else { return }
    sendNow(TerminalSignal.clipboard(text))
  }

  private func sendNow(_ bytes: [UInt8]) {
    terminal.append(bytes)
    terminal.flush()
  }

  // MARK: Frames

  /// Whether the connection to the terminal was measured to be slow, which `FramePacing` decides.
  package var isSlow: Bool { pacing.isSlow }

  /// Requests a frame as soon as the terminal can take one.
  package func invalidate() {
    isChanged = true
  }

  /// Redraws the whole screen with the next frame.
  package func redraw() {
    differ.forget()
    isChanged = true
  }

  /// Whether a frame is due and the terminal can take it; saves callers from drawing in vain.
  package func isDue(at now: DisplayTime) -> Bool {
    serve(at: now)
    guard let readyAt else { return false }
    return readyAt <= now
  }

  /// Shows a frame; if the terminal cannot take one now, requests a later one instead.
  package func show(_ frame: Frame, at now: DisplayTime) {
    serve(at: now)
    guard isOpen else { return }
    guard !isProbing, !terminal.hasBacklog, pacing.nextFrame(need) <= now else {
      isChanged = true
      return
    }
    if isWithheld(frame, at: now) { return }
    if need == .motion, let frameAt, frame.motion == .moving { statistics.late(by: now - frameAt) }
    let isMoving = frame.motion == .moving
    let start = ContinuousClock.now
    differ.paint(
      frame.grid, isMoving ? pacing.finish : .full, limit: pacing.limit, first: frame.urgentArea)
    let bytes = differ.bytes.count
    statistics.painted(bytes, in: start.duration(to: .now))
    if bytes > 0 { send(at: now) }
    shownAt = now
    isChanged = false
    frameAt = nextChange(of: frame, after: now)
    if differ.awaitsPictures {
      // No sooner than a moving frame, so that a slow connection is not filled with pictures.
      let next = now + pacing.interval(.motion)
      frameAt = min(frameAt ?? next, next)
    }
  }

  /// When to call `show`, or `keys` without bytes, next; nil to wait for events.
  package var wakesAt: DisplayTime? {
    let frame = isProbing ? probesUntil : terminal.hasBacklog ? flushesAt : readyAt
    return [frame, flushAt].compactMap { $0 }.min()
  }

  private var need: FramePacing.Need { isChanged ? .change : differ.isBehind ? .rest : .motion }

  /// When the next frame is due and can be taken; nil to wait for events.
  private var readyAt: DisplayTime? {
    guard isOpen, !isProbing, !terminal.hasBacklog else { return nil }
    let need = need
    if need != .motion { return pacing.nextFrame(need) }
    return frameAt.map { max($0, pacing.nextFrame(.motion)) }
  }

  private func nextChange(of frame: Frame, after now: DisplayTime) -> DisplayTime? {
    let pause: Duration =
      switch frame.motion {
      // Also after a frame without a difference, which the pacing was not told of.
      case .moving: pacing.interval(.motion)
      case .still: .zero
      case .counting: options.rate == .onChange ? .seconds(1) : DisplayPause.slowFrame
      }
    return frame.nextChange.map { max($0, now + pause) }
  }

  /// If only changes are shown, whether to withhold a moving frame until it is at rest.
  private func isWithheld(_ frame: Frame, at now: DisplayTime) -> Bool {
    guard options.rate == .onChange, frame.motion == .moving, need == .motion, let shownAt,
      now - shownAt < DisplayPause.withheldAtMost
    else { return false }
    frameAt = now + DisplayPause.withheld
    return true
  }

  /// Sends the painted bytes in one write.
  private func send(at now: DisplayTime) {
    if pacing.asksBefore(differ.bytes.count) { terminal.askStatus() }
    if capabilities.hasSynchronizedOutput { terminal.append(ControlSequence.frameBegins) }
    terminal.append(differ.bytes)
    if capabilities.hasSynchronizedOutput { terminal.append(ControlSequence.frameEnds) }
    if pacing.asks { terminal.askStatus() }
    terminal.flush()
    flushesAt = now + DisplayPause.flush
    pacing.sent(differ.bytes.count, hasPixels: differ.hasPixels, at: now)
  }

  /// Performs everything due other than frames.
  private func serve(at now: DisplayTime) {
    guard isOpen else { return }
    let news = terminal.takeEvents()
    if news.contains(.resumed) {
      // Output under way is lost, and the screen's content is unknown.
      terminal.forgetBacklog()
      pacing.forget()
      differ.forget()
      title = nil
    }
    if news.contains(.resized), style.graphics != nil { sendNow(TerminalProbe.cellSizeQuery) }
    if !news.isEmpty { adopt() }
    if terminal.hasBacklog {
      terminal.flush()
      flushesAt = now + DisplayPause.flush
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
    if !capabilities.hasKittyGraphics { sendNow(TerminalProbe.queryThroughTmux(environment)) }
    if capabilities.hasKeyboardProtocol {
      terminal.add(.keyboard)
      parser.escapeTimeout = .seconds(1)
    }
    if capabilities.hasInBandResize { terminal.add(.resize) }
    if capabilities.acknowledges { terminal.add(.answers) }
    var seen = capabilities
    if seen.window == nil { seen.window = terminal.pixels }
    let cellHeight = seen.cellHeight(in: size)
    seen.cell = seen.cellSize(in: size)
    style = options.style(seen, cellHeight)
    fitDiffer()
  }

  /// Starts over with another differ if the style's colours or pictures are others.
  private func fitDiffer() {
    if differ.depth != style.depth || differ.graphics != style.graphics {
      differ = FrameDiffer(depth: style.depth, graphics: style.graphics)
    }
    guard isOpen else { return }
    let modes = TerminalModes(style.graphics)
    terminal.remove(.pictures.subtracting(modes))
    terminal.add(modes)
  }

  // MARK: Keys

  /// Parses input from the keyboard; pass no bytes once `wakesAt` is reached.
  ///
  /// The terminal's own reports in it are handled on the way.
  package func keys(from bytes: [UInt8], at now: DisplayTime) -> [Key] {
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

  private func take(_ report: TerminalReport, at now: DisplayTime) {
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
    case .picture(let slot, let isKept):
      if differ.answer(slot, isKept: isKept) { isChanged = true }
    default: break
    }
    if capabilities.note(report) { adopt() }
  }

  /// The keyboard protocol hides these keys from the system; they keep their meaning.
  private func raiseSignal(for key: Key) -> Bool {
    guard terminal.modes.contains(.keyboard), let signal = KeySignal(key) else { return false }
    terminal.raise(signal)
    return true
  }
}
