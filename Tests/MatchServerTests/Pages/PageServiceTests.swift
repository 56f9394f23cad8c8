// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import LibWebSockets
import QREncode
import Testing
import Wire

@testable import MatchServer

@Suite("The page for browsers", .timeLimit(.minutes(1)))
struct PageServiceTests {
  private static let page = WebPage(
    document: WebPage.File(
      type: "text/html; charset=utf-8", forms: forms("html", ContentCoding.allCases)),
    files: [
      "/web/0123/page.js": WebPage.File(
        type: "text/javascript; charset=utf-8", forms: forms("js", [.brotli, .gzip])),
      "/web/0123/faces.png": WebPage.File(type: "image/png", forms: forms("png", [.identity])),
    ], hash: "0123", styleHash: "sha256-c3R5bGU=")

  private static func forms(_ text: String, _ codings: [ContentCoding])
    -> [ContentCoding: ConstantBytes]
  {
    Dictionary(
      uniqueKeysWithValues: codings.map { coding in
        (coding, ConstantBytes(keeping: Array("\(coding.rawValue) \(text)".utf8)))
      })
  }

  /// Asks a server with a page.
  private struct Browser {
    let shell: ServerShell
    var peer: PeerAddress
    var host: String? = "127.0.0.1:7777"
    var accept: String? = "text/html,*/*;q=0.8"
    var encodings: String? = "gzip, br"

    func get(_ path: String, _ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPResponse {
      var request = HTTPRequest(peer: peer, path: path)
      (request.host, request.accept, request.acceptEncoding) = (host, accept, encodings)
      change(&request)
      return shell.respond(to: request)
    }
  }

  private func withBrowser(
    _ service: PageService = .on(Self.page), _ change: (inout ServerLimits) -> Void = { _ in },
    _ body: (Browser) throws -> Void
  ) throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    var limits = ServerLimits()
    limits.address = nil
    change(&limits)
    let core = ServerCore(
      key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "test")
    let shell = ServerShell(
      loop: loop, core: core, journal: InMemoryJournal(), limits: limits, version: "test",
      pages: service)
    shell.answer(to: [], asHosts: HostNames(["play.example"]))
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    try body(Browser(shell: shell, peer: peer))
  }

  private func content(_ response: HTTPResponse) -> String? {
    switch response.body {
    case .text(let text): text
    case .constant(let bytes): String(decoding: bytes.buffer, as: UTF8.self)
    }
  }

  private func field(_ name: String, _ response: HTTPResponse) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  @Test(
    "is at the root and at rooms' links",
    arguments: [
      "/", "/K7QF2", "/k7qf2", "/K7QF2/watch", "/K7QF2/WATCH", "/ABCDEFGH", "/ABCDEFGH/watch",
    ])
  func places(path: String) throws {
    try withBrowser { browser in
      let response = browser.get(path)
      #expect(response.status == 200 && response.contentType == "text/html; charset=utf-8")
      #expect(content(response) == "br html" && field("Content-Encoding", response) == "br")
    }
  }

  @Test("has a picture of each room's link, by the name that it is served under")
  func qrCode() throws {
    try withBrowser { browser in
      var browser = browser
      let path = "/web/qr/K7QF2.svg"
      let picture = browser.get(path)
      #expect(picture.status == 200 && picture.contentType == "image/svg+xml")
      #expect(picture.text == QRCode("HTTP://127.0.0.1:7777/K7QF2")?.svg)
      for other in ["/web/qr/K7QF.svg", "/web/qr/K7QF2", "/web/qr/.svg", "/web/qr/K7QF2/.svg"] {
        #expect(browser.get(other).status == 404)
      }
      browser.host = "stranger.example.org"
      #expect(browser.get(path).status == 403)
      browser.host = nil
      #expect(browser.get(path).status == 400)
    }
    try withBrowser(.off) { #expect($0.get("/web/qr/K7QF2.svg").status == 404) }
  }

  @Test(
    "is nowhere else",
    arguments: [
      "", "//", "/K7QF", "/K7QF2/", "/K7QF2/watch/", "/K7QF2/play", "/K7QF2/watch/1", "/K7QF21",
      "/K7QF0", "/K7QFL", "/%00", "/../K7QF2", "/index.html", "/web", "/web/", "/web/page.js",
      "/web/0123", "/web/0123/", "/web/0123/page.css", "/web/0123/../0123/page.js",
      "/WEB/0123/page.js",
      "/web/0124/page.js", "/v1/play/K7QF2", "/K7QF2\u{0}", "/ＫＫＫＫＫ", "/éééé2", "/ßßßß",
    ])
  func elsewhere(path: String) throws {
    try withBrowser { browser in
      #expect(browser.get(path).status == 404)
      let isFile = path.hasPrefix("/web/")
      let sentence = isFile ? "Not found.\n" : "There is nothing at this address."
      #expect(browser.get(path).text?.hasPrefix(sentence) == true)
    }
  }

  @Test(
    "comes with the headers that confine it, and with those that need a secure origin only there")
  func headers() throws {
    try withBrowser { browser in
      var browser = browser
      browser.host = "192.0.2.7:7777"
      let response = browser.get("/")
      #expect(
        response.fields == [
          .init("Cache-Control", "no-cache"), .init("ETag", "\"0123.br\""),
          .init("Vary", "Accept, Accept-Encoding"), .init("Content-Encoding", "br"),
          .init("X-Content-Type-Options", "nosniff"),
          .init("Cross-Origin-Resource-Policy", "same-origin"),
          .init(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'sha256-c3R5bGU='; "
              + "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
              + "frame-ancestors 'none'; require-trusted-types-for 'script'"),
          .init("Referrer-Policy", "no-referrer"),
        ])
      let secure: [HTTPResponse.Field] = [
        .init("Cross-Origin-Opener-Policy", "same-origin"),
        .init("Cross-Origin-Embedder-Policy", "require-corp"),
      ]
      #expect(browser.get("/") { $0.isEncrypted = true }.fields == response.fields + secure)
      for host in ["localhost:7777", "127.0.0.1", "[::1]:7777", "a.localhost"] {
        #expect(browser.get("/") { $0.host = host }.fields == response.fields + secure, "\(host)")
      }
      // Nobody but a proxy of ours is believed that the browser speaks TLS.
      #expect(browser.get("/") { $0.forwardedProtocol = "https" }.fields == response.fields)
    }
    try withBrowser {
      $0.trustedProxies = ["192.0.2.1"]
    } _: { browser in
      let fields = browser.get("/") {
        ($0.host, $0.forwardedProtocol) = ("play.example", "https")
      }.fields
      #expect(fields.contains(.init("Cross-Origin-Opener-Policy", "same-origin")))
      let plain = browser.get("/") { ($0.host, $0.forwardedProtocol) = ("play.example", "http") }
      #expect(field("Cross-Origin-Opener-Policy", plain) == nil)
    }
  }

  @Test("has files that never change, compressed or as they are")
  func files() throws {
    try withBrowser { browser in
      let script = browser.get("/web/0123/page.js")
      #expect(content(script) == "br js" && script.contentType == "text/javascript; charset=utf-8")
      #expect(
        script.fields == [
          .init("Cache-Control", "public, max-age=31536000, immutable"),
          .init("Vary", "Accept-Encoding"), .init("Content-Encoding", "br"),
          .init("X-Content-Type-Options", "nosniff"),
          .init("Cross-Origin-Resource-Policy", "same-origin"),
        ])
      #expect(content(browser.get("/web/0123/page.js") { $0.acceptEncoding = "gzip" }) == "gzip js")
      #expect(content(browser.get("/web/0123/faces.png")) == "identity png")
      let refused = browser.get("/web/0123/page.js") { $0.acceptEncoding = nil }
      #expect(refused.status == 406)
      #expect(
        refused.text == "This file is sent compressed only: accept br or gzip in Accept-Encoding.\n"
      )
      #expect(browser.get("/") { $0.acceptEncoding = "*;q=0" }.status == 406)
      #expect(content(browser.get("/") { $0.acceptEncoding = nil }) == "identity html")
    }
  }

  @Test(
    "is not sent again to a browser that has it",
    arguments: [
      ("\"0123.br\"", 304), ("W/\"0123.br\"", 304), ("*", 304), ("\"x\" , \"0123.br\"", 304),
      ("\"0123.gzip\"", 200), ("0123.br", 200), ("\"0123.br\"x", 200), ("", 200), (",", 200),
    ])
  func unchanged(tags: String, status: Int) throws {
    try withBrowser { browser in
      let response = browser.get("/K7QF2") { $0.ifNoneMatch = tags }
      #expect(response.status == status)
      guard status == 304 else { return }
      #expect(
        response.fields == [
          .init("Cache-Control", "no-cache"), .init("ETag", "\"0123.br\""),
          .init("Vary", "Accept, Accept-Encoding"),
        ])
      #expect(content(response)?.isEmpty == true)
    }
  }

  @Test("leaves the root to programs that do not ask for HTML, and tells them where a link leads")
  func programs() throws {
    try withBrowser { browser in
      for accept in [nil, "*/*", "text/plain", "application/json"] {
        let root = browser.get("/") { $0.accept = accept }
        #expect(root.status == 200 && root.text == "Facedown test: a match server for Memory.\n")
      }
      #expect(browser.get("/K7QF2") { $0.accept = nil }.status == 200)
      #expect(browser.get("/K7QF2") { $0.accept = "*/*" }.status == 200)
      let refused = browser.get("/K7QF2") { $0.accept = "application/json" }
      #expect(refused.status == 406 && refused.text?.contains("facedown join") == true)
    }
  }

  @Test("is not served under names that the server does not know, as DNS rebinding uses")
  func rebinding() throws {
    try withBrowser { browser in
      for host in ["play.example", "PLAY.example:7777", "localhost", "192.0.2.1:7777", "[::1]"] {
        #expect(browser.get("/") { $0.host = host }.status == 200, "\(host)")
      }
      for host in ["evil.example", "play.example, evil.example", "127.0.0.1.evil.example", ""] {
        for path in ["/", "/K7QF2", "/web/0123/page.js"] {
          let response = browser.get(path) { $0.host = host }
          #expect(response.status == 403, "\(host)")
          #expect(response.text?.contains("--public-name") == true)
        }
      }
      #expect(browser.get("/") { $0.host = nil }.status == 400)
      // Not a page, and told to everybody.
      #expect(browser.get("/") { ($0.host, $0.accept) = ("evil.example", nil) }.status == 200)
      #expect(browser.shell.core.metrics[.turnedAwayForeignOrigin] == 12)
    }
    try withBrowser {
      $0.origins.allowed = ["https://arcade.example"]
    } _: { browser in
      #expect(browser.get("/") { $0.host = "arcade.example" }.status == 200)
      #expect(browser.get("/") { $0.host = "evil.example" }.status == 403)
    }
  }

  @Test("is missing where it was turned off, or not built")
  func without() throws {
    try withBrowser(.off) { browser in
      #expect(browser.get("/").text == "Facedown test: a match server for Memory.\n")
      #expect(browser.get("/K7QF2").status == 404 && browser.get("/web/0123/page.js").status == 404)
    }
    try withBrowser(.missing) { browser in
      for path in ["/", "/K7QF2", "/K7QF2/watch"] {
        let response = browser.get(path)
        #expect(response.status == 404)
        #expect(
          response.text?.hasPrefix(
            "This server was built without the page for browsers: start one that make") == true)
      }
      #expect(browser.get("/web/0123/page.js").status == 404)
      #expect(browser.get("/") { $0.accept = nil }.status == 200)
    }
  }

  @Test("is counted, with its bytes and what was torn")
  func counts() throws {
    try withBrowser { browser in
      let shell = browser.shell
      let document = browser.get("/")
      shell.responded(document, ResponseEnd(byteCount: 1_000, isComplete: true))
      shell.responded(
        browser.get("/web/0123/page.js"), ResponseEnd(byteCount: 10, isComplete: false))
      let unchanged = browser.get("/") { $0.ifNoneMatch = "*" }
      shell.responded(unchanged, ResponseEnd(byteCount: 200, isComplete: true))
      shell.responded(.notFound, ResponseEnd(byteCount: 100, isComplete: true))
      let metrics = shell.core.metrics
      #expect(
        [.pageDocuments, .pageFiles, .pagesUnchanged, .pageBytes, .pagesTorn].map { metrics[$0] }
          == [1, 1, 1, 1_010, 1])
    }
  }

  @Test("names its preview by an absolute address under the host that was asked for")
  func preview() throws {
    var page = Self.page
    let text = #"<meta content="/web/0123/preview.jpg"><script src="/web/0123/page.js">"#
    page.document.forms[.identity] = ConstantBytes(keeping: Array(text.utf8))
    page.document.forms[.gzip] = nil
    try withBrowser(.on(page)) {
      $0.trustedProxies = ["192.0.2.1"]
    } _: { browser in
      func document(_ host: String, _ change: (inout HTTPRequest) -> Void = { _ in }) -> String? {
        content(
          browser.get("/K7QF2") {
            ($0.host, $0.acceptEncoding) = (host, "gzip, deflate")
            change(&$0)
          })
      }
      func text(at origin: String) -> String {
        #"<meta content="\#(origin)/web/0123/preview.jpg"><script src="/web/0123/page.js">"#
      }
      #expect(document("play.example") == text(at: "http://play.example"))
      #expect(document("[2001:db8::7]:7777") == text(at: "http://[2001:db8::7]:7777"))
      let encrypted = document("Play.example:80") { $0.isEncrypted = true }
      #expect(encrypted == text(at: "https://Play.example:80"))
      let forwarded = document("play.example") { $0.forwardedProtocol = "https" }
      #expect(forwarded == text(at: "https://play.example"))
      // What is after the name is not looked up, so it may be anything.
      #expect(document("play.example:7777\"><script>") == text(at: ""))
      // Browsers take brotli over TLS, and show no preview.
      #expect(content(browser.get("/")) == "br html")
      let response = browser.get("/K7QF2") { $0.acceptEncoding = nil }
      browser.shell.responded(response, ResponseEnd(byteCount: 100, isComplete: true))
      #expect(browser.shell.core.metrics[.pageDocuments] == 1)
      #expect(field("ETag", response) == "\"0123.identity\"")
    }
  }

  @Test("is whole in the program, if it was built with it")
  func embedded() throws {
    guard let page = WebPage.embedded else { return }
    #expect(page.document.forms.keys.contains(.identity))
    #expect(page.files["/web/\(page.hash)/preview.jpg"] != nil)
    #expect(
      !page.files.isEmpty && page.files.keys.allSatisfy { $0.hasPrefix("/web/\(page.hash)/") })
    let files = [page.document] + page.files.values
    #expect(files.allSatisfy { file in file.forms.values.allSatisfy { $0.count > 0 } })
    #expect(page.styleHash.hasPrefix("sha256-"))
  }
}
