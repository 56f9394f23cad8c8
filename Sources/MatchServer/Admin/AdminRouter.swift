// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Routes admin requests to the loop and returns their answers.
///
/// Unchecked: everything but `ask` is used on the loop only.
final class AdminRouter: @unchecked Sendable {
  /// Receives the answer to a request.
  typealias Reply = @Sendable (AdminAnswer) -> Void

  private let loop: EventLoop
  private let shell: ServerShell
  private var lastMessageID: UInt64 = 0
  private var waiting: [AdminMessageID: Reply] = [:]
  /// Reloads the configuration; nil if not supported.
  var reload: (@Sendable (@escaping Reply) -> Void)?
  /// Backs up the journal; nil without one.
  var backup: ((_ path: String, _ replaces: Bool, @escaping Reply) -> Void)?

  /// A router in front of `shell`, which answers requests about rooms and sessions.
  init(loop: EventLoop, shell: ServerShell) {
    self.loop = loop
    self.shell = shell
    shell.answerAdmin = { [weak self] answer, id in self?.finish(answer, id) }
  }

  /// Executes a request; from any thread.
  func ask(_ request: AdminRequest, _ reply: @escaping Reply) {
    loop.post { self.take(request, reply) }
  }

  private func take(_ request: AdminRequest, _ reply: @escaping Reply) {
    assert(loop.isCurrent, "Admin requests reach the core on the loop.")
    switch request {
    case .reload:
      if let reload { return reload(reply) }
    case .backup(let path, let replaces):
      if let backup { return backup(path, replaces, reply) }
      return reply(
        .refused(
          AdminRefusal(
            .unavailable, "This server keeps its matches in memory: there is nothing to back up.")))
    default: break
    }
    lastMessageID += 1
    let id = AdminMessageID(lastMessageID)
    assert(waiting[id] == nil, "An admin request's id is used once.")
    waiting[id] = reply
    shell.ask(request, id)
  }

  private func finish(_ answer: AdminAnswer, _ id: AdminMessageID) {
    assert(waiting[id] != nil, "Each admin request is answered once.")
    assert(answer.isLast, "The core answers a request in one part.")
    waiting.removeValue(forKey: id)?(answer)
  }
}
