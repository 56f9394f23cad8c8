// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import QREncode

extension WebPage {
  /// The response with the HTML file.
  ///
  /// Where browsers do not regard the page's origin as trustworthy (`isSecure`), they would report
  /// the headers that isolate it as errors. `scheme` is the one by which the client came.
  func documentResponse(
    to request: HTTPRequest, isSecure: Bool, scheme: String
  ) -> HTTPResponse {
    guard let (coding, bytes) = document.form(for: request) else {
      return .notAcceptable(document.forms.keys)
    }
    let text =
      coding == .identity ? request.host.flatMap { documentText(servedAt: scheme, $0) } : nil
    // One tag for each form, as they are different bytes.
    let tag = "\"\(hash).\(coding.rawValue)\""
    let caching: [HTTPResponse.Field] = [
      .init("Cache-Control", "no-cache"), .init("ETag", tag),
      .init("Vary", "Accept, Accept-Encoding"),
    ]
    if Self.isNamed(tag, in: request.ifNoneMatch) { return .notModified(caching) }
    var fields = caching + Self.encoding(coding) + Self.isolating
    fields += [
      .init("Content-Security-Policy", policy), .init("Referrer-Policy", "no-referrer"),
    ]
    if isSecure {
      fields += [
        .init("Cross-Origin-Opener-Policy", "same-origin"),
        .init("Cross-Origin-Embedder-Policy", "require-corp"),
      ]
    }
    return HTTPResponse(
      status: 200, body: text.map { .text($0) } ?? .constant(bytes), contentType: document.type,
      fields: fields)
  }

  /// The plain document in which the address of its preview is absolute, as programs that show one
  /// want it; nil if there is no preview, or the host has characters that no host has.
  private func documentText(servedAt scheme: String, _ host: String) -> String? {
    guard let bytes = document.forms[.identity], Self.isWellFormed(host: host) else { return nil }
    let text = String(decoding: bytes.buffer, as: UTF8.self)
    guard let place = text.firstRange(of: "/web/\(hash)/preview.jpg") else { return nil }
    return "\(text[..<place.lowerBound])\(scheme)://\(host)\(text[place.lowerBound...])"
  }

  /// The response with a QR code of the link to a room, in capitals, which take less of it; 404 for a host
  /// that has characters that no host has or is too long.
  static func qrCodeResponse(
    of code: String, to request: HTTPRequest, scheme: String
  ) -> HTTPResponse {
    guard let host = request.host, isWellFormed(host: host),
      let qrCode = QRCode("\(scheme)://\(host)/\(code)".uppercased())
    else { return .notFound }
    return HTTPResponse(
      status: 200, body: .text(qrCode.svg), contentType: "image/svg+xml",
      fields: [.init("Cache-Control", "public, max-age=86400")] + isolating)
  }

  private static func isWellFormed(host: String) -> Bool {
    let marks = "-._:[]".utf8
    return host.utf8.allSatisfy { marks.contains($0) || isLetterOrDigit($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The response with one of the other files; 404 if the path names no file.
  func fileResponse(to request: HTTPRequest) -> HTTPResponse {
    guard let file = files[request.path] else { return .notFound }
    guard let (coding, bytes) = file.form(for: request) else {
      return .notAcceptable(file.forms.keys)
    }
    let fields =
      [
        HTTPResponse.Field("Cache-Control", "public, max-age=31536000, immutable"),
        .init("Vary", "Accept-Encoding"),
      ] + Self.encoding(coding) + Self.isolating
    return HTTPResponse(status: 200, body: .constant(bytes), contentType: file.type, fields: fields)
  }

  /// What the page may do: run its own script and module, show its own style and pictures, and talk
  /// to its own server.
  private var policy: String {
    [
      "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src '\(styleHash)'",
      "img-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
  }

  /// For all of the page's files.
  private static let isolating: [HTTPResponse.Field] = [
    .init("X-Content-Type-Options", "nosniff"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func encoding(_ coding: ContentCoding) -> [HTTPResponse.Field] {
    coding == .identity ? [] : [.init("Content-Encoding", coding.rawValue)]
  }

  /// Whether `If-None-Match` names a tag, strong or weak, or any (RFC 9110, section 13.1.2).
  private static func isNamed(_ tag: String, in field: String?) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { item in
      let words = item.split { $0 == " " || $0 == "\t" }
      guard words.count == 1, let word = words.first else { return false }
      return word == "*" || word == tag || word == "W/" + tag
    }
  }
}

extension WebPage.File {
  /// The form that suits a request best, and its coding; nil if the client takes none.
  fileprivate func form(for request: HTTPRequest) -> (ContentCoding, ConstantBytes)? {
    ContentCoding.chosen(of: forms.keys, for: request.acceptEncoding).flatMap { coding in
      forms[coding].map { (coding, $0) }
    }
  }
}

extension HTTPResponse {
  /// The client takes none of these forms.
  fileprivate static func notAcceptable(_ codings: some Sequence<ContentCoding>) -> HTTPResponse {
    let names = codings.map(\.rawValue).sorted().joined(separator: " or ")
    return HTTPResponse(
      status: 406,
      text: "This file is sent compressed only: accept \(names) in Accept-Encoding.\n",
      fields: [.init("Vary", "Accept-Encoding")])
  }
}
