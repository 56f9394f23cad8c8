// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Logging

/// The control listener: how operators and their programs reach a server beside its players' port.
///
/// Metrics and health are pages over HTTP on a TCP address, for anyone who can reach it. Admin
/// requests are lines over a Unix socket, for the server's own user and root, and cannot come over
/// TCP.
///
/// Unchecked: everything but `ask` is used on the loop only.
final class ControlListener: @unchecked Sendable {
  /// Receives the answer to a request, or the next part of it.
  typealias Reply = @Sendable (AdminAnswer) -> Void

  private let loop: EventLoop
  let shell: ServerShell
  private let logger: Logger
  private var pages: Listener?
  private var socket: AdminSocket?
  private var lastMessageID: UInt64 = 0
  private var waiting: [AdminRequestID: Reply] = [:]
  /// Reloads the configuration; nil if not supported.
  var reload: (@Sendable (@escaping Reply) -> Void)?
  /// Reports the world; nil without one.
  var world: ((@escaping Reply) -> Void)?
  /// Writes back what this node remembers of its world, or only compares it; nil without one.
  var refill: ((_ isDry: Bool, @escaping Reply) -> Void)?
  /// Backs up the journal; nil without one.
  var backup: ((_ path: String, _ replaces: Bool, @escaping Reply) -> Void)?

  /// A listener for the server behind `shell` that does not listen yet.
  init(loop: EventLoop, shell: ServerShell, logger: Logger) {
    self.loop = loop
    self.shell = shell
    self.logger = logger
    shell.answerAdmin = { [weak self] answer, id in self?.finish(answer, id) }
  }

  // MARK: Pages

  /// The address of the pages; nil if they are not served.
  var pagesURL: String? {
    pages.map { "http://\(ListenAddress(host: $0.options.host, port: $0.port))" }
  }

  /// Serves metrics and health on a TCP address, and starts to measure the loop.
  ///
  /// - Throws: `ListenError` if the address cannot be used.
  func servePages(on address: ListenAddress) throws(ListenError) {
    precondition(pages == nil, "The pages are served on one address.")
    let endpoint = MetricsEndpoint(
      readiness: { [weak shell] in shell?.readiness ?? .draining },
      write: { [weak shell] in shell?.writeMetrics() ?? "" })
    pages = try loop.listen(MetricsEndpoint.options(address), handler: endpoint)
    if let warning = MetricsEndpoint.warning(address) { logger.warning("\(warning)") }
    shell.watchLoop()
  }

  // MARK: Requests

  /// Serves admin requests on a Unix socket.
  ///
  /// - Throws: `AdminSocketError` if there can be none at this path.
  func serveRequests(at path: AdminSocketPath, audit: AuditLog) throws(AdminSocketError) {
    precondition(socket == nil, "Requests are served on one socket.")
    socket = try AdminSocket(path: path, loop: loop, audit: audit) { [weak self] request, reply in
      guard let self else {
        return reply(.refused(AdminRefusal(.unavailable, "The server is already stopping.")))
      }
      ask(request, reply)
    }
  }

  /// Stops serving requests; the pages go on to show how the server stops.
  func closeSocket() {
    socket?.close()
    socket = nil
  }

  /// Stops listening.
  func close() {
    closeSocket()
    pages?.close()
    pages = nil
  }

  /// Executes a request; from any thread.
  private func ask(_ request: AdminRequest, _ reply: @escaping Reply) {
    loop.post { self.take(request, reply) }
  }

  private func take(_ request: AdminRequest, _ reply: @escaping Reply) {
    assert(loop.isCurrent, "Admin requests reach the core on the loop.")
    switch request {
    case .reload:
      if let reload { return reload(reply) }
    case .world:
      if let world { return world(reply) }
    case .refill(let isDry):
      if let refill { return refill(isDry, reply) }
    case .backup(let path, let replaces):
      if let backup { return backup(path, replaces, reply) }
      return reply(
        .refused(
          AdminRefusal(
            .unavailable, "This server keeps its matches in memory: there is nothing to back up.")))
    default: break
    }
    lastMessageID += 1
    let id = AdminRequestID(lastMessageID)
    assert(waiting[id] == nil, "An admin request's id is used once.")
    waiting[id] = reply
    shell.ask(request, id)
  }

  private func finish(_ answer: AdminAnswer, _ id: AdminRequestID) {
    assert(waiting[id] != nil, "Each admin request is answered once.")
    assert(answer.isLast, "The core answers a request in one part.")
    waiting.removeValue(forKey: id)?(answer)
  }
}
