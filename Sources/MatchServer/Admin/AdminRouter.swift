// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Brings what a host asks to whom it concerns, and the answers back.
///
/// Unchecked, because all of it but `ask` is used on the loop alone.
final class AdminRouter: @unchecked Sendable {
  /// Tells what a request has come to.
  typealias Reply = @Sendable (AdminAnswer) -> Void

  private let loop: EventLoop
  private let shell: ServerShell
  private var lastCall: UInt64 = 0
  private var waiting: [AdminMessageID: Reply] = [:]
  /// Reads again what can change; nil where nothing can.
  var reload: (@Sendable (@escaping Reply) -> Void)?
  /// Copies the journal to a file, over another if that is wanted; nil where there is none.
  var backup: ((_ path: String, _ replaces: Bool, @escaping Reply) -> Void)?

  /// An office before `shell`, which answers what is about rooms and sessions.
  init(loop: EventLoop, shell: ServerShell) {
    self.loop = loop
    self.shell = shell
    shell.tellHost = { [weak self] answer, id in self?.finish(answer, id) }
  }

  /// Has a request done; from any thread.
  func ask(_ request: AdminRequest, _ reply: @escaping Reply) {
    loop.post { self.take(request, reply) }
  }

  private func take(_ request: AdminRequest, _ reply: @escaping Reply) {
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
    lastCall += 1
    let id = AdminMessageID(lastCall)
    waiting[id] = reply
    shell.ask(request, id)
  }

  private func finish(_ answer: AdminAnswer, _ id: AdminMessageID) {
    waiting.removeValue(forKey: id)?(answer)
  }
}
