// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Protocol

/// A server's certificate and key, checked before any client sees them.
struct ServerCertificate: Hashable, Sendable {
  /// Days before expiry at which warnings begin.
  static let warningDays = 14

  /// The checked PEM texts, independent of their files.
  let identity: TLSIdentity
  /// The fingerprint clients pin.
  let fingerprint: CertificateFingerprint
  /// Its name in the log: the file's path.
  let source: String
  /// When it expires, in seconds since 1970.
  let validUntil: Int
  /// Public names it does not cover.
  let strangers: [String]

  /// Reads two files.
  ///
  /// - Parameters:
  ///   - certificate: the file of the chain, PEM.
  ///   - key: the file of its private key, PEM.
  ///   - names: the public names.
  ///   - now: the time in seconds since 1970.
  /// - Throws: `CertificateError` if they cannot be used today.
  init(
    certificate: String, key: String, names: [PublicName], now: Int = Self.now
  ) throws(CertificateError) {
    let texts = (certificate: try readSmallFile(certificate), key: try readSmallFile(key))
    let credentials = try ServerCredentials(
      certificate: texts.certificate, key: texts.key, certificateSource: certificate,
      keySource: key)
    try credentials.check()
    let validity = credentials.validity
    guard now <= validity.upperBound else {
      throw .expired(source: certificate, on: Self.day(validity.upperBound))
    }
    guard now >= validity.lowerBound else {
      throw .notYetValid(source: certificate, from: Self.day(validity.lowerBound))
    }
    identity = .pem(
      certificate: String(decoding: texts.certificate, as: UTF8.self),
      key: String(decoding: texts.key, as: UTF8.self))
    fingerprint = credentials.fingerprint
    source = certificate
    validUntil = validity.upperBound
    strangers = names.map(\.host).filter { !credentials.isFor($0) }
  }

  /// Warnings that do not prevent using it; a sentence each.
  func warnings(now: Int = Self.now) -> [String] {
    let foreign = strangers.map {
      "The certificate in \(source) does not cover \($0) (public-name): clients that dial it will"
        + " refuse the certificate."
    }
    return foreign + [expiry(now: now)].compactMap { $0 }
  }

  /// A warning about its expiry; nil if that is far away.
  func expiry(now: Int = Self.now) -> String? {
    let days = (validUntil - now) / 86_400
    guard validUntil > now else {
      return
        "The certificate in \(source) expired on \(Self.day(validUntil)): clients refuse it."
        + " Renew it and send SIGHUP."
    }
    guard days < Self.warningDays else { return nil }
    return "The certificate in \(source) expires on \(Self.day(validUntil)), in"
      + " \(days.counted("day")): renew it and send SIGHUP."
  }

  /// The wall clock's time in seconds since 1970.
  static var now: Int { Int(WallClock.now.components.seconds) }

  private static func day(_ seconds: Int) -> String {
    String(UTCText.text(seconds: Int64(seconds)).prefix(10))
  }
}
