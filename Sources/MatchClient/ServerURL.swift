// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Protocol

/// The address of a match server: `ws://host:port` or `wss://host:port`, optionally followed by the
/// path of a node, by a room's code, and then by `watch` in a link for spectators.
///
/// In links it is written `http` or `https`, so that browsers open them; both forms are read, also in
/// capitals.
package struct ServerURL: Hashable, Sendable, CustomStringConvertible {
  /// The host name or address, an IPv6 address without brackets.
  package var host: String
  /// The port.
  package var port: UInt16
  /// Whether it is `wss`.
  package var isEncrypted: Bool
  /// The path of a node behind a proxy, such as `/n/2`; empty for any other.
  package internal(set) var path = ""
  /// The room's code, if the URL has one.
  package var code: String?
  /// Whether it is a link for spectators.
  package var isToWatch = false

  /// Reads a URL.
  ///
  /// - Throws: `ServerURLError` naming the part that is wrong.
  package init(_ text: String) throws(ServerURLError) {
    var segments: [Substring]
    (self, segments) = try Self.parse(text, Self.schemes + Self.linkSchemes)
    // A pasted link may end in a slash.
    if segments.last == "" { segments.removeLast() }
    if segments.count > 1, segments.last?.lowercased() == "watch" {
      segments.removeLast()
      isToWatch = true
    }
    // A single segment is a code. Below a path, only the form tells a code from a node's last segment.
    if let last = segments.last, segments.count == 1 || Self.isCode(last) {
      guard !last.isEmpty, last.utf8.allSatisfy(Self.isLetterOrDigit) else { throw .path(text) }
      code = last.uppercased()
      segments.removeLast()
    }
    // What follows a code, as servers write it, is no node's path.
    guard code != nil || !isToWatch, Self.isPath(segments),
      !segments.contains(where: { Self.isCode($0) && String($0) == $0.uppercased() })
    else { throw .path(text) }
    path = Self.path(segments)
  }

  private init(host: String, port: UInt16, isEncrypted: Bool) {
    (self.host, self.port, self.isEncrypted) = (host, port, isEncrypted)
  }

  /// The schemes of addresses.
  static let schemes = ["wss://", "ws://"]
  /// The same in links.
  private static let linkSchemes = ["https://", "http://"]

  /// Reads one of these schemes, host and port, and splits the rest at its slashes.
  static func parse(
    _ text: String, _ schemes: [String]
  ) throws(ServerURLError) -> (origin: ServerURL, segments: [Substring]) {
    let bytes = lowercased(text)
    guard let scheme = schemes.first(where: { bytes.starts(with: $0.utf8) }) else {
      throw .scheme(text)
    }
    let isEncrypted = scheme == Self.schemes[0] || scheme == linkSchemes[0]
    let parts = text.dropFirst(scheme.count)
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let segments =
      parts.count > 1 ? parts[1].split(separator: "/", omittingEmptySubsequences: false) : []
    let authority = parts[0]
    let host: String
    let portText: Substring?
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw .host(text) }
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.first == ":" else { throw .host(text) }
      portText = after.isEmpty ? nil : after.dropFirst()
    } else {
      let pieces = authority.split(separator: ":", omittingEmptySubsequences: false)
      guard pieces.count <= 2 else { throw .host(text) }
      host = String(pieces[0])
      portText = pieces.count == 2 ? pieces[1] : nil
    }
    guard isHost(host, inBrackets: authority.first == "[") else { throw .host(text) }
    var url = ServerURL(host: host, port: 0, isEncrypted: isEncrypted)
    url.port = url.usualPort
    guard let portText else { return (url, segments) }
    guard let port = UInt16(portText), port > 0 else { throw .port(text) }
    url.port = port
    return (url, segments)
  }

  /// The maximum number of bytes of a host name (RFC 1035, section 2.3.4).
  private static let longestHost = 253

  /// Whether a name is safe in a request: letters, digits and a few marks; those of an IPv6 address
  /// and its zone only in brackets.
  private static func isHost(_ name: String, inBrackets: Bool) -> Bool {
    let marks: [Unicode.Scalar] = inBrackets ? ["-", ".", "_", ":", "%"] : ["-", ".", "_"]
    return !name.isEmpty && name.utf8.count <= longestHost
      && (!inBrackets || name.utf8.contains(UInt8(ascii: ":")))
      && name.unicodeScalars.allSatisfy { marks.contains($0) || $0.properties.isXIDContinue }
  }

  /// The URL without a room's code; a node's with its path.
  package var description: String { "\(isEncrypted ? "wss" : "ws")://\(name):\(port)\(path)" }

  /// The link to a room, for clients and browsers; without the port if browsers take it anyway.
  package func link(to code: String) -> String {
    let origin = "\(isEncrypted ? "https" : "http")://\(name)"
    return "\(origin)\(port == usualPort ? "" : ":\(port)")\(path)/\(code)"
  }

  /// The same link with capitals only, for which a QR code needs fewer modules.
  ///
  /// Scheme, host and code mean the same. A node's path may not, so its link is as it is.
  package func capitalLink(to code: String) -> String {
    let link = link(to: code)
    guard path.isEmpty else { return link }
    return String(decoding: link.utf8.map { Self.isLowercase($0) ? $0 & ~0x20 : $0 }, as: UTF8.self)
  }

  /// Whether no other machine reaches it.
  package var isLoopback: Bool {
    Self.lowercased(host).elementsEqual("localhost".utf8) || host == "::1"
      || isAddress && !host.utf8.contains(UInt8(ascii: ":")) && host.hasPrefix("127.")
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private var name: String { host.contains(":") ? "[\(host)]" : host }

  private var usualPort: UInt16 { isEncrypted ? 443 : 80 }
}

/// Why a URL is invalid.
package enum ServerURLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It starts with none of `ws://`, `wss://`, `http://` and `https://`.
  case scheme(String)
  /// The host is missing or invalid.
  case host(String)
  /// The port is not a number from 1 to 65535.
  case port(String)
  /// The path after the port is not a room code.
  case path(String)

  /// A sentence that says what is wrong and what to do.
  package var description: String {
    switch self {
    case .scheme(let text):
      "\"\(Self.shown(text))\" is not a server's address. Write it like ws://127.0.0.1:7777, "
        + "wss://example.org or 127.0.0.1:7777."
    case .host(let text):
      "\"\(Self.shown(text))\" has no valid host name. Write it like ws://example.org:7777 "
        + "or ws://[::1]:7777."
    case .port(let text):
      "\"\(Self.shown(text))\" has no valid port. Use a number from 1 to 65535 after the host."
    case .path(let text):
      "\"\(Self.shown(text))\" does not end in a room code. Paste the whole link, "
        + "such as http://127.0.0.1:7777/K7QF2."
    }
  }

  /// A safe excerpt of a text: bounded, and without terminal control characters.
  private static func shown(_ text: String) -> String { text.printable(limit: 100) }
}
