// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

extension ServerShell {
  func respond(to request: HTTPRequest) -> HTTPResponse {
    // Monitoring asks often.
    if let health = readiness.page(at: request.path) { return health }
    let address = addresses.address(of: request)
    if let overload = core.connecting(from: address, as: .plainRequest, now: clock.now) {
      core.metrics.count(.turnedAway(overload))
      return .tooManyPages
    }
    if request.path == ServerOptions.path { return .upgradeRequired }
    let asked = PageRequest(request)
    if case .description = asked { return .description(of: version) }
    let scheme = isEncrypted(request) ? "https" : "http"
    switch (asked, pageService) {
    case (.document, .on(let page)):
      return pageRefusal(of: request)
        ?? page.documentResponse(to: request, isSecure: isSecure(request), scheme: scheme)
    case (.qrCode(let code), .on):
      return pageRefusal(of: request)
        ?? WebPage.qrCodeResponse(of: code, to: request, scheme: scheme)
    case (.file, .on(let page)):
      return pageRefusal(of: request) ?? page.fileResponse(to: request)
    case (.notHTML, .on): return .onlyHTML
    case (.document, .missing): return .builtWithoutPage
    case (.document, .off) where request.path == "/": return .description(of: version)
    case (.unknown, .on): return .noPage
    default: return .notFound
    }
  }

  func responded(_ response: HTTPResponse, _ end: ResponseEnd) {
    switch response.body {
    case .text where response.status == 304: core.metrics.count(.pagesUnchanged)
    // A sentence, or a QR code.
    case .text where !response.isDocument: break
    case .text, .constant:
      core.metrics.count(response.isDocument ? .pageDocuments : .pageFiles)
      core.metrics.count(.pageBytes, by: end.byteCount)
      if !end.isComplete { core.metrics.count(.pagesTorn) }
    }
  }

  /// Why a client gets no page; nil if it does.
  ///
  /// A page that is served under a name which the server does not know could not play: its socket
  /// would be refused, because with DNS rebinding it may be any page.
  private func pageRefusal(of request: HTTPRequest) -> HTTPResponse? {
    guard let host = request.host?.lowercased() else {
      return HTTPResponse(status: 400, text: "Host is missing.\n")
    }
    guard limits.origins.admitPage(servedAs: host, by: hostNames) else {
      core.metrics.count(.turnedAwayForeignOrigin)
      return HTTPResponse(unknownHost: host)
    }
    guard let sentence = core.banned(addresses.host(of: request), now: clock.now) else {
      return nil
    }
    core.metrics.count(.turnedAwayBanned)
    return HTTPResponse(banned: sentence)
  }

  /// Whether the client speaks TLS, to the server or to its proxy.
  private func isEncrypted(_ request: HTTPRequest) -> Bool {
    request.isEncrypted
      || addresses.isProxy(request.peer) && request.forwardedProtocol?.lowercased() == "https"
  }

  /// Whether browsers regard the page's origin as trustworthy: encrypted, or on their own machine.
  private func isSecure(_ request: HTTPRequest) -> Bool {
    isEncrypted(request) || request.host.map(HostNames.isLoopback) == true
  }
}

extension HTTPResponse {
  /// A line about the server.
  fileprivate static func description(of version: String) -> HTTPResponse {
    HTTPResponse(status: 200, text: "Facedown \(version): a match server for Memory.\n")
  }

  /// The program has no page.
  fileprivate static let builtWithoutPage = HTTPResponse(
    status: 404,
    text:
      "This server was built without the page for browsers: start one that make programs built.\n"
  )

  /// No page is at this path; perhaps a link was mistyped.
  fileprivate static let noPage = HTTPResponse(
    status: 404,
    text:
      "There is nothing at this address. The home page is /, and a link to a table ends in a slash "
      + "and the table's five characters, such as /K7QF2.\n")

  /// A room's link, opened by a program that takes no HTML.
  fileprivate static let onlyHTML = HTTPResponse(
    status: 406,
    text: "This is a page for browsers, in HTML. In a terminal: facedown join with this link.\n")

  /// The address requests too many pages.
  fileprivate static let tooManyPages = HTTPResponse(
    status: 429, text: "Too many pages for your address: wait a moment.\n",
    fields: [.init("Retry-After", "2")])

  fileprivate var isDocument: Bool { contentType.hasPrefix("text/html") }
}
