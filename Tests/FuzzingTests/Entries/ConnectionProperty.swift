// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import MatchClient

/// Properties of the link parser: a link round-trips, and a parsed one has nothing but a host name
/// and a port for the request.
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
      !url.host.isEmpty && url.host.utf8.count <= 512 && url.port > 0, "\(url) has no host or port."
    )
    try hold(
      !url.host.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7f || "/?#@\\[]\"<>".unicodeScalars.contains($0)
      }, "\(url.host.debugDescription) is not a host.")
    try holdHarmless(url.host)
    try holdHarmless(url.code ?? "")
    var whole = url.description
    if let code = url.code { whole += "/\(code)" }
    try hold(
      (try? ServerURL(whole)) == url, "\(whole.debugDescription) does not round-trip: \(text).")
    return .read
  }
}
