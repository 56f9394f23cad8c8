// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import MatchClient

/// How others get to the rooms of a server: the address they dial, and what they need to trust it.
struct Invitation: Hashable, Sendable {
  /// The server as others reach it.
  let server: ServerURL
  /// The certificate that this program trusts there, where no authority vouches for it.
  let fingerprint: CertificateFingerprint?

  /// The way to `server`, which this program trusts by `trust`.
  init(to server: ServerURL, trust: ConnectOptions.Trust = .system) {
    self.server = server
    if case .fingerprint(let fingerprint) = trust, server.isEncrypted {
      self.fingerprint = fingerprint
    } else {
      fingerprint = nil
    }
  }

  /// The link to the room with this code.
  func link(to code: String) -> String { "\(server)/\(code)" }

  /// What a command takes beside the link; empty for nothing.
  var option: String { fingerprint.map { "--tls-fingerprint \($0.digest)" } ?? "" }

  /// The command that leads into a room; `way` is `join` or `watch`.
  func command(_ way: String, code: String) -> String {
    "facedown \(way) \(link(to: code))\(option.isEmpty ? "" : " \(option)")"
  }

  /// Its members of the line of JSON that tells of a room, for programs.
  func members(code: String) -> [(name: String, value: String)] {
    [("url", JSONText.string(link(to: code)))]
      + (fingerprint.map { [("fingerprint", JSONText.string("\($0)"))] } ?? [])
  }
}

extension TermRun.Setup {
  /// How others get to the room; nil where none are awaited.
  var invitation: Invitation? {
    awaitsOthers ? Invitation(to: sharedURL ?? url, trust: login.trust) : nil
  }
}
