// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AddressTests {
  @Test(
    "Addresses have one notation, and a block that limits apply to",
    arguments: [
      ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.7:80"),
      ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.7:80"),
      ("2001:DB8:0:1:2:3:4:5", "2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64", nil),
      ("::1", "::1", "::/64", "[::1]:80"),
    ])
  func notation(text: String, host: String, block: String, description: String?) throws {
    let address = try #require(PeerAddress(host: text, port: 80))
    #expect(address.host == host)
    #expect(address.block == block)
    #expect(address.port == 80)
    if let description { #expect(address.description == description) }
  }

  @Test(
    "Invalid addresses are rejected",
    arguments: [
      "", "localhost", "192.0.2", "192.0.2.7:80", "[::1]", "192.0.2.7\0.evil.example", "::1\0",
      "\0",
    ])
  func none(text: String) {
    #expect(PeerAddress(host: text, port: 80) == nil)
  }

  @Test("Only codes that an endpoint may send are sendable (RFC 6455, section 7.4)")
  func closeCodes() {
    let sendable: [UInt16] = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 4999]
    let others: [UInt16] = [0, 999, 1004, 1005, 1006, 1012, 1015, 1016, 2999, 5000, 65_535]
    for code in sendable { #expect(CloseCode(rawValue: code).isSendable, "\(code)") }
    for code in others { #expect(!CloseCode(rawValue: code).isSendable, "\(code)") }
  }

  @Test("Every error has a sentence")
  func sentences() {
    let errors: [any CustomStringConvertible] =
      [
        EventLoopError.noThread(reason: "why"), .noLoop, .noContext,
      ]
      + [
        ListenError.portInUse(host: "h", port: 1), .hostUnknown(host: "h", reason: "why"),
        .addressNotHere(host: "h"), .notPermitted(port: 1), .identity(.badName("n")), .loopEnded,
        .system(reason: "why"),
      ]
      + [
        ConnectError.badHost("h"), .badPath("p"), .authorities(.noCertificate(source: "s")),
        .loopEnded,
      ]
      + [
        ConnectionFailure.refused(host: "h", port: 1), .nameNotFound(host: "h", reason: "why"),
        .timedOut(host: "h", port: 1), .notTrusted(host: "h", reason: "why"),
        .wrongFingerprint(expected: .init(digest: SHA256.hash([])), presented: nil),
        .noTLS(host: "h", port: 1), .httpStatus(500), .httpStatus(403), .httpStatus(429),
        .httpStatus(503),
        .notAWebSocket(host: "h", port: 1),
        .subprotocolRefused(offered: ["a", "b"]), .cancelled, .loopEnded,
      ]
      + [
        CertificateError.unreadable(path: "p", reason: "why"), .noPrivateKey(source: "s"),
        .keyDoesNotMatch(certificate: "c", key: "k"), .refused("why"),
      ]
    for error in errors {
      let text = error.description
      #expect(text.hasSuffix(".") && text.contains(" ") && !text.contains("Optional"), "\(text)")
    }
  }

  @Test("Only failures that may pass by themselves are retried")
  func attempts() {
    #expect(ConnectionFailure.httpStatus(503).mayPass && ConnectionFailure.httpStatus(429).mayPass)
    #expect(!ConnectionFailure.httpStatus(403).mayPass)
  }
}
