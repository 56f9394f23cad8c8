// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import MatchClient

/// Properties of the parsers of links and of nodes' addresses: each round-trips, and what was parsed
/// has nothing but a host name, a port and a plain path for the request.
enum ConnectionProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let text = String(decoding: bytes, as: UTF8.self)
    try examineNode(text)
    let url: ServerURL
    do throws(ServerURLError) {
      url = try ServerURL(text)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    try holdOrigin(url)
    try holdPath(url)
    try holdHarmless(url.code ?? "")
    var whole = url.description
    if let code = url.code { whole += "/\(code)" }
    if url.isToWatch { whole += "/watch" }
    try hold(
      (try? ServerURL(whole)) == url, "\(whole.debugDescription) does not round-trip: \(text).")
    return .read
  }

  /// The same of a node's address, and that a client follows to no other host.
  private static func examineNode(_ text: String) throws(InvariantViolation) {
    guard let node = try? ServerURL(node: text) else { return }
    try holdOrigin(node)
    try holdPath(node)
    try hold(
      node.code == nil && !node.isToWatch && (try? ServerURL(node: node.description)) == node,
      "\(node) does not round-trip: \(text).")
    let home = try? ServerURL("\(node.isEncrypted ? "wss" : "ws")://play.example.org")
    guard (try? MoveRules(home: home).node(at: text)) != nil else { return }
    let host = ".\(node.host.lowercased())"
    try hold(host.hasSuffix(".play.example.org"), "A client follows to \(node).")
  }

  private static func holdPath(_ url: ServerURL) throws(InvariantViolation) {
    try hold(
      url.path.utf8.allSatisfy {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/".utf8.contains($0)
      }, "\(url.path.debugDescription) is not a plain path.")
  }

  private static func holdOrigin(_ url: ServerURL) throws(InvariantViolation) {
    try hold(
      !url.host.isEmpty && url.host.utf8.count <= 512 && url.port > 0, "\(url) has no host or port."
    )
    try hold(
      !url.host.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7f || "/?#@\\[]\"<>".unicodeScalars.contains($0)
      }, "\(url.host.debugDescription) is not a host.")
    try holdHarmless(url.host)
  }
}
