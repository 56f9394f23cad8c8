// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import MatchClient

/// A server's address for other players, with its certificate's fingerprint if they need one.
struct Invitation: Hashable, Sendable {
  /// The server as others reach it.
  let server: ServerURL
  /// The fingerprint of a self-signed certificate; nil without TLS or with a known authority.
  let fingerprint: CertificateFingerprint?

  /// An invitation to `server`; `trust` is how this program verifies it.
  init(to server: ServerURL, trust: ConnectOptions.Trust = .system) {
    self.server = server
    if case .fingerprint(let fingerprint) = trust, server.isEncrypted {
      self.fingerprint = fingerprint
    } else {
      fingerprint = nil
    }
  }

  /// The link to the room with this code.
  func link(to code: String) -> String { server.link(to: code) }

  /// The `--tls-fingerprint` option that a command needs beside the link; empty for none.
  var option: String { fingerprint.map { "--tls-fingerprint \($0.digest)" } ?? "" }

  /// The shell command that enters a room; `way` is `join` or `watch`.
  func command(_ way: String, code: String) -> String {
    "facedown \(way) \(link(to: code))\(option.isEmpty ? "" : " \(option)")"
  }

  /// The members `url` and `fingerprint` of a room's line of JSON.
  func members(code: String) -> [(name: String, value: String)] {
    [("url", JSONText.string(link(to: code)))]
      + (fingerprint.map { [("fingerprint", JSONText.string("\($0)"))] } ?? [])
  }
}

extension TermRun.Setup {
  /// The invitation to the room; nil if no other players are expected.
  var invitation: Invitation? {
    awaitsOthers ? Invitation(to: sharedURL ?? url, trust: login.trust) : nil
  }
}
