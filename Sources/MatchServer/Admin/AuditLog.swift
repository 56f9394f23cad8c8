// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Logging
import Protocol

/// A request as the audit log records it: the requester and the action.
struct AuditEntry: Hashable, Sendable {
  var process: Int32?
  var user: UInt32?
  var action: String
  /// Truncated to 4,096 characters each.
  var arguments: [String: String] = [:]

  /// Whether it is read-only.
  var isQuestion: Bool { ["bans", "rooms", "sessions", "status"].contains(action) }

  /// A peer's action that was not a valid request.
  init(_ peer: PeerCredentials?, _ action: String) {
    process = peer?.process
    user = peer?.user
    self.action = action
  }

  /// A peer's request, valid or not.
  init(_ peer: PeerCredentials?, line: [UInt8]) {
    var words = AdminWire.words(line)
    self.init(peer, words.removeValue(forKey: "do") ?? "?")
    words["admin"] = nil
    arguments = words.mapValues { $0.printable(limit: 4096) }
  }
}

/// The audit log: one JSON object per admin request, synced before the answer is sent.
///
/// The file is reopened for each line, so it may be rotated at any time.
struct AuditLog: Sendable {
  /// A line.
  private struct Line: Encodable {
    var time: String
    var uid: UInt32?
    var pid: Int32?
    var action: String
    var arguments: [String: String]
    var outcome: String
    var says: String
  }

  /// The file; nil to use the server's log instead.
  let path: String?
  let logger: Logger

  /// Checks that a line could be written.
  ///
  /// - Throws: `AdminRefusal` with the reason.
  func check() throws(AdminRefusal) {
    guard let path else { return }
    let file = Self.open(path)
    guard file >= 0 else {
      let reason = String(cString: strerror(errno))
      logger.error("The audit log cannot be written.", metadata: ["reason": "\(reason)"])
      throw AdminRefusal(
        .unwritable,
        "The audit log \(path) cannot be written (\(reason)), so nothing was done: check its "
          + "permissions and its disk.")
    }
    close(file)
  }

  /// Records a request and the last line of its answer.
  func note(_ entry: AuditEntry, _ last: AdminReply) {
    let outcome: String
    let says: String
    switch last {
    case .done(let sentence): (outcome, says) = ("done", sentence)
    case .refused(let refusal): (outcome, says) = (refusal.code.rawValue, refusal.description)
    default: preconditionFailure("A request is audited by the last line of its answer: \(last)")
    }
    var facts: Logger.Metadata = [
      "action": "\(entry.action.printable(limit: 40))", "outcome": "\(outcome)",
      "uid": entry.user.map { .stringConvertible($0) } ?? "?",
      "pid": entry.process.map { .stringConvertible($0) } ?? "?",
    ]
    // The answer may contain a name, which the server's log never does.
    if path == nil { facts.merge(entry.arguments.mapValues { "\($0)" }) { fact, _ in fact } }
    logger.log(
      level: entry.isQuestion ? .debug : .notice, "Admin request answered.", metadata: facts)
    guard let path else { return }
    let line = AdminWire.encoded(
      Line(
        time: ServerClock().now.utcText, uid: entry.user, pid: entry.process,
        action: entry.action.printable(limit: 40), arguments: entry.arguments, outcome: outcome,
        says: says))
    let file = Self.open(path)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, write(file, line, line.count) == line.count, fsync(file) == 0 else {
      return logger.error(
        "A line of the audit log could not be written.",
        metadata: ["reason": "\(String(cString: strerror(errno)))"])
    }
  }

  private static func open(_ path: String) -> Int32 {
    Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }
}
