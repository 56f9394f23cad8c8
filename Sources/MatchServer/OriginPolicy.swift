// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The web pages that may connect from a browser, by their origin (RFC 6455, section 10.2).
///
/// Browsers send `Origin`; other programs send none and are admitted. A page served by this same
/// host and port is admitted if the host is one of the server's names (`HostNames`), other pages
/// only if they are listed.
package struct OriginPolicy: Hashable, Sendable {
  /// Additional origins, such as `https://play.example.org`; `*` for all.
  package var allowed: Set<String> = []

  /// Only pages of the server's own host and port, and other programs.
  package init() {}

  /// The verdict on a request.
  enum Verdict: Hashable {
    /// Admitted.
    case admitted
    /// A page of another site.
    case foreign
    /// A page served under the name it calls the server by, which is not one of the server's.
    case unknownHost(String)
  }

  /// Judges a request to a server with these names.
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

  /// A host with its port, by default the scheme's.
  private static func withPort(_ place: String, _ scheme: String) -> String {
    let afterAddress = place.lastIndex(of: "]") ?? place.startIndex
    guard !place[afterAddress...].contains(":") else { return place }
    return place + (scheme == "https" ? ":443" : ":80")
  }
}
