// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// Shows a match as lines of JSON on standard output, each entry as it comes: for programs.
///
/// What is typed or piped in is taken as in plain mode; everything said to people goes to standard
/// error.
final class JSONPresenter: Presenter {
  private(set) var isFinished = false
  private var hasBase = false
  private var commands = TypedCommands()

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    guard !isFinished else { return }
    switch event {
    case .joined:
      guard !hasBase, let table = core.table else { return }
      hasBase = true
      put("{\"event\":\"room\",\"code\":\"\(table.code.asRoomCode)\"}")
      put(LogLine.base(table.log.base).json)
    case .entry(let entry):
      put(LogLine.entry(entry).json)
      if case .ended(let ended) = entry.event, !ended.reason.opensNext { isFinished = true }
    case .reaction(let seat, let kind):
      put("{\"event\":\"reaction\",\"seat\":\(seat.rawValue),\"reaction\":\"\(kind.rawValue)\"}")
    case .shareLost(let problem): StandardStream.error.put(Wording.shareLost(problem))
    case .notice(let text): StandardStream.error.put(Wording.notice(text))
    case .refused(.createRoom, _), .refused(.joinRoom, _), .refused(.quickMatch, _):
      // The program ends by it, and says why.
      break
    case .refused(_, let refusal), .unproven(let refusal):
      StandardStream.error.put(RefusalSentences().sentence(refusal))
    default: break
    }
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] {
    commands.read(input ?? [], core, at: now) { StandardStream.error.put($0) }
  }

  private func put(_ line: String) {
    StandardStream.output.put(line)
  }
}
