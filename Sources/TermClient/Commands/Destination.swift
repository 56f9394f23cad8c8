// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import MatchClient
import MatchUI

/// Parses a server or a room in any form that people type or paste.
///
/// - a server's address or a link to a room, `http://host:port/K7QF2` or `ws://host:port/K7QF2`,
/// - the same without a scheme, `host:port/K7QF2`,
/// - a room's code alone, for the server in the settings,
/// - an invitation as the waiting room shows it, `facedown join http://host:port/K7QF2`.
struct Destination: Hashable, Sendable {
  /// The server, with the room if the text names one; nil if only a code was given.
  private(set) var url: ServerURL?
  /// The room's code, if any.
  private(set) var code: String?
  /// The fingerprint of the server's certificate, if an invitation has one.
  private(set) var fingerprint: CertificateFingerprint?

  /// The lengths of a text that is taken for a code if it stands alone.
  private static let codeLengths = 4...8

  /// Parses a text.
  ///
  /// - Throws: `ServerURLError` naming the part that is wrong.
  init(_ text: String) throws(ServerURLError) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 2, words[0] == "facedown" || words[0].hasSuffix("/facedown") else {
      try self.init(address: words.count == 1 ? words[0] : text)
      return
    }
    var places: [String] = []
    var option: String?
    var fingerprint: CertificateFingerprint?
    for word in words.dropFirst(2) {
      if word.hasPrefix("--") {
        option = word
      } else if let name = option {
        if name == "--tls-fingerprint" { fingerprint = CertificateFingerprint(word) }
        option = nil
      } else {
        places.append(word)
      }
    }
    guard let first = places.first else { throw .scheme(text) }
    try self.init(address: first)
    self.fingerprint = fingerprint
    if places.count > 1 {
      code = places[1].asRoomCode.uppercased()
      url?.code = code
    }
    if words[1] == "watch", code != nil { url?.isToWatch = true }
  }

  private init(address: String) throws(ServerURLError) {
    let authority = address.prefix { $0 != "/" }
    let hasPort = authority.last?.isNumber == true && authority.contains(":")
    if address.contains("://") {
      url = try ServerURL(address)
    } else if hasPort {
      url = try ServerURL("ws://\(address)")
    } else if Self.codeLengths.contains(address.count), address == address.asRoomCode {
      code = address.uppercased()
    } else {
      throw .scheme(address)
    }
    code = code ?? url?.code
  }

  /// The server, with the room if there is one; the server in `setting` if only a code was given.
  ///
  /// - Throws: `NoServer` if neither names a server.
  func url(or setting: String?) throws(NoServer) -> ServerURL {
    if let url { return url }
    guard var url = Destination.server(of: setting) else { throw .code(code ?? "") }
    url.code = code
    return url
  }

  /// The server that a setting names; nil if it names none.
  static func server(of setting: String?) -> ServerURL? {
    setting.flatMap { try? Destination($0).url }
  }
}

/// Why no server could be determined.
enum NoServer: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither the command nor the settings name one.
  case unnamed
  /// Only a room's code was given, and the settings name none.
  case code(String)

  var description: String {
    let keep = "facedown config set server \(Preferences.standardServer)"
    return switch self {
    case .unnamed:
      "Which server? Give its address, such as \(Preferences.standardServer), or save one: \(keep)"
    case .code(let code):
      "\(code) is a room code, but for which server? Give the whole link, such as "
        + "\(Preferences.standardServer)/\(code), or save the server: \(keep)"
    }
  }
}
