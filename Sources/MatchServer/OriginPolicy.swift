// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Which web pages may speak to the server from their readers' browsers (RFC 6455, section 10.2).
///
/// A browser tells whose page asks; programs that are no browsers tell nothing and are let in. A page
/// that this same host and port served is let in, if the host is known to be this server
/// (``HostNames``), others only if they are named.
public struct OriginPolicy: Hashable, Sendable {
  /// Pages let in besides, such as `https://play.example.org`; `*` for all.
  public var allowed: Set<String> = []

  /// Only pages of the server's own host and port, and programs.
  public init() {}

  /// What becomes of a request.
  enum Verdict: Hashable {
    /// It may go on.
    case admitted
    /// A page of another site asks.
    case foreign
    /// A page asks that was served under the name it calls the server by, which is none of the
    /// server's.
    case unknownHost(String)
  }

  /// Whether a request to a server of these names may go on.
  func judge(_ request: UpgradeRequest, at names: HostNames) -> Verdict {
    guard let origin = request.origin?.lowercased() else { return .admitted }
    if allowed.contains("*") || allowed.contains(where: { $0.lowercased() == origin }) {
      return .admitted
    }
    guard let (scheme, place) = Self.parts(of: origin), let host = request.host?.lowercased(),
      Self.withPort(place, scheme) == Self.withPort(host, scheme)
    else { return .foreign }
    return names.contain(host) ? .admitted : .unknownHost(host)
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
