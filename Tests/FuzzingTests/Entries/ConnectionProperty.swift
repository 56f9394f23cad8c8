// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import MatchClient

/// What the reader of addresses promises: one is read again from its own form, and nothing that is
/// read can say more to a server than a name and a port.
enum ConnectionProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let text = String(decoding: bytes, as: UTF8.self)
    let url: ServerURL
    do throws(ServerURLError) {
      url = try ServerURL(text)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    try hold(
      !url.host.isEmpty && url.host.utf8.count <= 512 && url.port > 0, "\(url) leads nowhere.")
    try hold(
      !url.host.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7f || "/?#@\\[]\"<>".unicodeScalars.contains($0)
      }, "\(url.host.debugDescription) is no host.")
    try holdHarmless(url.host)
    try holdHarmless(url.code ?? "")
    var whole = url.description
    if let code = url.code { whole += "/\(code)" }
    try hold((try? ServerURL(whole)) == url, "\(whole.debugDescription) is not \(text).")
    return .read
  }
}
