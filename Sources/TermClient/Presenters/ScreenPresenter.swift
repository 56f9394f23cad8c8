// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchUI
import QREncode
import Stage
import TerminalUI

/// Shows a match session on a display: bytes become keys, display lists become frames.
///
/// It redraws only when the session may look different, at most 60 times a second.
final class ScreenPresenter: Presenter {
  let isFinished = false
  private let display: MatchDisplay
  private var session: MatchSession
  private var renderer: MatchRenderer
  private var isOpen = false
  /// The last frame, for finding what was clicked.
  private var drawn = Grid(width: 0, height: 0)
  /// The last frame's display list, for finding which dialog a key has opened.
  private var list: MatchDisplayList?
  private var crossFade = CrossFade()
  private let closesDisplay: Bool

  /// A match on a display.
  ///
  /// - Parameters:
  ///   - display: the terminal.
  ///   - options: the session's options.
  ///   - closesDisplay: whether `close` closes the display.
  init(on display: MatchDisplay, _ options: MatchSession.Options, closesDisplay: Bool = true) {
    self.display = display
    self.closesDisplay = closesDisplay
    session = MatchSession(options)
    renderer = MatchRenderer(faces: options.faces)
  }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    _ = handle(.event(event), core, at: now)
  }

  func report(_ sentence: String, _ core: ClientCore, at now: LocalTime) {
    _ = handle(.report(sentence, isBad: true, isLong: true), core, at: now)
  }

  func refresh(_ core: ClientCore, at now: LocalTime) {
    guard isOpen else { return }
    _ = handle(.tick, core, at: now)
    guard display.isDue(at: now.onDisplay) else { return }
    session.viewport = display.style.viewport(display.size)
    if let frame = session.frame(core, at: now) { show(frame, at: now) }
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    guard isOpen else { return session.nextTick(core, after: now) }
    let times = [display.wakesAt.map { LocalTime($0) }, session.nextTick(core, after: now)]
    return times.compactMap { $0 }.min()
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [PlayerRequest] {
    guard let input else { return [.leave] }
    // Before the match is shown, only what is typed for it is its own.
    if input.isEmpty, !isOpen { return [] }
    session.viewport = display.style.viewport(display.size)
    return display.keys(from: input, at: now.onDisplay).flatMap { key in
      handle(.key(hinted(key)), core, at: now)
    }
  }

  func close() {
    if closesDisplay { display.close() } else { display.entitle("Facedown") }
  }

  /// Lets the session handle an input, and carries out its effects.
  ///
  /// - Returns: the player's requests.
  private func handle(
    _ input: MatchSession.Input, _ core: ClientCore, at now: LocalTime
  ) -> [PlayerRequest] {
    session.handle(input, core, at: now).compactMap { effect in
      switch effect {
      case .draw: display.invalidate()
      case .redraw: display.redraw()
      case .open: open()
      case .announce(let sentence): if closesDisplay { StandardStream.error.put(sentence) }
      case .request(let request): return request
      case .save(let matchID):
        let saved = SavedReplay(of: matchID, in: core.table?.log)
        let report = MatchSession.Input.report(
          saved.sentence, isBad: !saved.isWritten, isLong: false)
        _ = handle(report, core, at: now)
      case .copy(let text):
        display.copy(text)
        // Terminals do not answer whether they have.
        let sentence = "Copied, if your terminal allows it."
        _ = handle(.report(sentence, isBad: false, isLong: false), core, at: now)
      }
      return nil
    }
  }

  private func show(_ seen: MatchFrame, at now: LocalTime) {
    if let title = seen.title { display.entitle(title) }
    if let notification = seen.notification { display.signal(notification) }
    let grid =
      if let layout = seen.layout, let list = seen.list {
        renderer.grid(list, layout, display.style)
      } else {
        renderer.notice(seen.scene, display.style, in: display.size)
      }
    var frame = Frame(
      grid: grid, motion: Frame.Motion(seen.scene.motion),
      nextChange: seen.nextChange?.onDisplay)
    frame.urgentArea = list.flatMap { former in seen.list?.areaOfDialogs(changedSince: former) }
    list = seen.list
    crossFade.notice(seen.time, at: now, over: drawn)
    if display.style.decoration.motion.allowsFades { crossFade.apply(to: &frame, at: now) }
    drawn = frame.grid
    display.show(frame, at: now.onDisplay)
  }

  private func open() {
    display.invalidate()
    guard !isOpen else { return }
    do throws(TerminalError) {
      try display.open()
      isOpen = true
    } catch {
      StandardStream.error.put(error.description)
    }
  }

  /// The key whose hint was clicked, or the key itself.
  private func hinted(_ key: Key) -> Key {
    guard case .press(let column, let row) = key else { return key }
    return HintKeys.match.key(atColumn: column, row: row, of: drawn) ?? key
  }
}

extension MatchSession.Options {
  /// The options of a run.
  init(_ setup: TermRun.Setup) {
    self.init(invitation: setup.invitation)
    isHost = setup.hasOwnServer
    faces = setup.faces
    showsReactions = setup.preferences.showsReactions
    showsGhosts = setup.preferences.showsGhosts
    savesReplays = !setup.preferences.isShared
  }

  /// The options of a client that others join by `invitation`; nil if nobody else is expected.
  init(invitation: Invitation?) {
    self.init()
    server = invitation?.server
    linkOption = invitation?.option ?? ""
    qrCode = { QRCode($0)?.halfBlocks ?? [] }
    verify = { entry, table in
      MatchVerdict(endingWith: entry, at: table).map { MatchSession.Verdict($0) }
    }
  }
}
