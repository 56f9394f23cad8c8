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

  /// Whether a page of the server's own, served under this `Host` in lower case, may connect.
  func admitPage(servedAs host: String, by names: HostNames) -> Bool {
    names.contain(host)
      || allowed.contains { ["*", "http://\(host)", "https://\(host)"].contains($0.lowercased()) }
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

/// The names by which web pages may call the server in `Host`.
///
/// A page counts as the server's own if its origin equals the host it calls. DNS rebinding makes
/// the two equal for any page, so the host must be a name the server knows, or one that DNS cannot
/// redirect: an IP address or `localhost`.
struct HostNames: Hashable, Sendable {
  private let names: Set<String>

  /// These names besides addresses and `localhost`, case-insensitive.
  init(_ names: [String] = []) {
    self.names = Set(names.map(Self.written))
  }

  /// The names of a machine: its host name, the first label, and the label in multicast DNS.
  static func machine(_ name: String) -> [String] {
    let label = name.prefix { $0 != "." }
    return label.isEmpty ? [] : [name, String(label), "\(label).local"]
  }

  /// Whether a `Host` value, with or without a port, is allowed.
  func contain(_ host: String) -> Bool {
    Self.isLocalhost(host) || names.contains(Self.name(in: host)) || Self.address(in: host) != nil
  }

  /// Whether a `Host` value, with or without a port, always means the client's own machine.
  static func isLoopback(_ host: String) -> Bool {
    isLocalhost(host) || address(in: host)?.isLoopback == true
  }

  private static func isLocalhost(_ host: String) -> Bool {
    let name = name(in: host)
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  private static func address(in host: String) -> PeerAddress? {
    let bracketed = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : nil
    return PeerAddress(host: bracketed ?? name(in: host), port: 0)
  }

  private static func name(in host: String) -> String { written(String(host.prefix { $0 != ":" })) }

  /// Lower case, without the final dot.
  private static func written(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
