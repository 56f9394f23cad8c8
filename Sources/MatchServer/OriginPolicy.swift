// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Which web pages may speak to the server from their readers' browsers (RFC 6455, section 10.2).
///
/// A browser tells whose page asks; programs that are no browsers tell nothing and are let in. A page
/// that this same host and port served is let in, others only if they are named.
public struct OriginPolicy: Hashable, Sendable {
  /// Pages let in besides, such as `https://play.example.org`; `*` for all.
  public var allowed: Set<String> = []

  /// Only pages of the server's own host and port, and programs.
  public init() {}

  /// Whether a request may go on.
  func admits(_ request: UpgradeRequest) -> Bool {
    guard let origin = request.origin?.lowercased() else { return true }
    if allowed.contains("*") || allowed.contains(where: { $0.lowercased() == origin }) {
      return true
    }
    guard let (scheme, place) = Self.parts(of: origin), let host = request.host?.lowercased() else {
      return false
    }
    return Self.withPort(place, scheme) == Self.withPort(host, scheme)
  }

  private static func parts(of origin: String) -> (scheme: String, place: String)? {
    guard let separator = origin.firstRange(of: "://") else { return nil }
    let (scheme, place) = (origin[..<separator.lowerBound], origin[separator.upperBound...])
    return scheme == "http" || scheme == "https" ? (String(scheme), String(place)) : nil
  }

  /// A host with its port, the scheme's own where it says none.
  private static func withPort(_ place: String, _ scheme: String) -> String {
    let afterAddress = place.lastIndex(of: "]") ?? place.startIndex
    guard !place[afterAddress...].contains(":") else { return place }
    return place + (scheme == "https" ? ":443" : ":80")
  }
}
