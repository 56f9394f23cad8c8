// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import LibWebSockets
@testable import MatchServer

/// Properties of handshake parsing: an address round-trips, a proxy header counts only from trusted
/// proxies, a page is admitted exactly by scheme, host and port, every request gets a response, and
/// the page for browsers only in a form that was accepted.
///
/// The input is lines, in the order of `Fields`; missing lines were not sent.
enum HandshakeProperty {
  /// The lines of an input.
  private struct Fields {
    let path: String
    let upgrade: String?
    let version: String?
    let host: String?
    let origin: String?
    let forwarded: String?
    let name: String?
    let protocols: [String]

    init(_ lines: [String]) {
      func line(_ index: Int) -> String? {
        lines.indices.contains(index) && !lines[index].isEmpty ? lines[index] : nil
      }
      path = line(0) ?? ""
      upgrade = line(1)
      version = line(2)
      host = line(3)
      origin = line(4)
      forwarded = line(5)
      name = line(6)
      protocols = Array(lines.dropFirst(7))
    }
  }

  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let text = String(decoding: bytes, as: UTF8.self)
    let fields = Fields(
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    let isAnswered = try holdAnswer(fields)
    try holdAddresses(fields)
    try holdOrigin(fields)
    try holdPage(fields)
    if let name = fields.name { try holdName(name) }
    return isAnswered ? .read : .refused
  }

  /// - Returns: whether the handshake is accepted.
  private static func holdAnswer(_ fields: Fields) throws(InvariantViolation) -> Bool {
    let spoken = ["facedown.v1.proto", "facedown.v1.json"]
    let check = UpgradeCheck(path: "/v1/play", subprotocols: spoken)
    let head = UpgradeCheck.Head(
      upgrade: fields.upgrade ?? "", version: fields.version, host: fields.host,
      path: fields.path, offeredSubprotocols: fields.protocols)
    switch check.examine(head) {
    case .proceed(let chosen):
      try hold(
        chosen.map { spoken.contains($0) && fields.protocols.contains($0) } ?? false,
        "\(chosen ?? "nothing") was selected from \(fields.protocols).")
      try hold(
        fields.path == "/v1/play" && fields.version == "13", "An invalid request was accepted.")
      return true
    case .refuse(let response):
      try hold((400...499).contains(response.status), "A refusal with status \(response.status).")
      try hold(response.head.count + (response.text?.utf8.count ?? 0) < 1000, "A long refusal.")
      return false
    }
  }

  private static func holdAddresses(_ fields: Fields) throws(InvariantViolation) {
    guard let proxy = PeerAddress(host: "192.0.2.10", port: 1),
      let other = PeerAddress(host: "198.51.100.7", port: 1)
    else { throw InvariantViolation("A valid address is refused.") }
    let told = (fields.forwarded ?? "").split(separator: ",").map { trimmed($0) }
    let addresses = ClientAddress(
      trustedProxies: ["192.0.2.10", fields.host ?? ""], countsLoopback: false)
    func counted(_ peer: PeerAddress) -> String? {
      addresses.address(of: UpgradeRequest(peer: peer, path: "/", forwardedFor: told))
    }
    if fields.host != other.host, PeerAddress(host: fields.host ?? "", port: 0) != other.without {
      try hold(counted(other) == other.block, "An untrusted proxy header was believed: \(told)")
    }
    let last = told.last.flatMap { PeerAddress(host: $0, port: 0) }
    try hold(
      counted(proxy) == last?.block ?? proxy.block,
      "A trusted proxy header was not believed: \(told)")
    for text in told + [fields.host ?? ""] {
      guard let address = PeerAddress(host: text, port: 9) else { continue }
      let again = PeerAddress(host: address.host, port: 9)
      try hold(
        again == address, "\(text.debugDescription) became \(address), which does not parse.")
      try hold(
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f },
        "\(text.debugDescription) was parsed as \(address).")
      try hold(address.host.utf8.count <= 45, "\(address) is long.")
    }
  }

  /// An independent statement of the rule: the page's scheme, host and port equal those of the
  /// request.
  private static func holdOrigin(_ fields: Fields) throws(InvariantViolation) {
    guard let peer = PeerAddress(host: "192.0.2.1", port: 1) else { return }
    let request = UpgradeRequest(peer: peer, path: "/", origin: fields.origin, host: fields.host)
    let names = HostNames(["play.example"])
    let isAdmitted = OriginPolicy().judge(request, at: names) == .admitted
    guard let origin = fields.origin else {
      return try hold(isAdmitted, "A program was refused.")
    }
    var policy = OriginPolicy()
    policy.allowed = [origin]
    try hold(
      policy.judge(request, at: names) == .admitted, "An allowed page was refused.")
    guard isAdmitted else { return }
    let page = origin.lowercased()
    let host = (fields.host ?? "").lowercased()
    let pages = ["http", "https"].flatMap { scheme in
      let port = scheme == "https" ? ":443" : ":80"
      let bare = host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
      return ["\(scheme)://\(host)", "\(scheme)://\(bare)", "\(scheme)://\(host)\(port)"]
    }
    try hold(pages.contains(page), "\(page) was admitted at \(host).")
    let isAddress = host.hasPrefix("[") || host.first?.isNumber == true || host.first == ":"
    try hold(
      isAddress || host.contains("play.example") || host.contains("localhost"),
      "A page was admitted that calls the server \(host).")
  }

  private static let bytes = ConstantBytes(keeping: [1])
  private static let page = WebPage(
    document: .init(
      type: "text/html",
      forms: [
        .brotli: bytes, .gzip: bytes,
        .identity: ConstantBytes(keeping: Array("<\"/web/0/preview.jpg\">".utf8)),
      ]),
    files: [:], hash: "0", styleHash: "sha256-0")

  /// The lines about origin, proxies and version stand for what a request for a page says besides.
  private static func holdPage(_ fields: Fields) throws(InvariantViolation) {
    guard let peer = PeerAddress(host: "192.0.2.1", port: 1) else { return }
    var request = HTTPRequest(peer: peer, path: fields.path)
    (request.accept, request.acceptEncoding) = (fields.origin, fields.forwarded)
    (request.ifNoneMatch, request.host) = (fields.version, fields.host)
    guard case .document = PageRequest(request) else { return }
    try hold(
      fields.path.utf8.allSatisfy { $0 < 0x80 } && fields.path.utf8.count <= 15,
      "\(fields.path) is taken for a room's link.")
    let response = page.documentResponse(to: request, isSecure: false, scheme: "http")
    if let text = response.text, response.status == 200 {
      let marks = text.utf8.count { "<>\"&' ".utf8.contains($0) }
      try hold(marks == 4, "The host \(fields.host ?? "") has written into the page: \(text)")
    }
    let accepted = (fields.forwarded ?? "").lowercased()
    switch response.status {
    case 200, 304:
      guard let coding = response.fields.first(where: { $0.name == "Content-Encoding" }) else {
        return
      }
      try hold(
        accepted.contains(coding.value) || accepted.contains("*"),
        "\(coding.value) was sent to a browser that takes \(accepted).")
    case 406:
      try hold(accepted.contains("q="), "Nothing was sent to a browser that takes \(accepted).")
    default: throw InvariantViolation("A page with status \(response.status).")
    }
  }

  private static func holdName(_ name: String) throws(InvariantViolation) {
    guard let checked = try? PlayerName.check(name, limit: 24) else { return }
    try holdHarmless(checked)
    try hold((1...24).contains(checked.count), "\(checked) has \(checked.count) characters.")
    try hold(
      (try? PlayerName.check(checked, limit: 24)) == checked, "\(checked) does not check as itself."
    )
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension PeerAddress {
  /// The same address without its port.
  fileprivate var without: PeerAddress? { PeerAddress(host: host, port: 0) }
}
