// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets

/// The certificate a server shows, with its key: read once, and looked at before any client sees it.
struct ServerCertificate: Hashable, Sendable {
  /// How long before its end the log says that it ends.
  static let warningDays = 14

  /// The texts that were looked at, whatever becomes of their files.
  let identity: TLSIdentity
  /// What clients compare it by.
  let fingerprint: CertificateFingerprint
  /// What the log calls it.
  let source: String
  /// Until when it is good, in seconds since 1970.
  let validUntil: Int
  /// What players dial and it is not for.
  let strangers: [String]

  /// Reads two files.
  ///
  /// - Parameters:
  ///   - certificate: The chain, PEM.
  ///   - key: Its private key, PEM.
  ///   - names: What players dial.
  ///   - now: The wall clock's time in seconds since 1970.
  /// - Throws: `CertificateError` where they cannot be shown to anyone today.
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

  /// What is odd about it and does not keep anyone from serving with it; a sentence each.
  func warnings(now: Int = Self.now) -> [String] {
    let foreign = strangers.map {
      "The certificate in \(source) does not cover \($0) (public-name): clients that dial it will"
        + " refuse the certificate."
    }
    return foreign + [expiry(now: now)].compactMap { $0 }
  }

  /// What is to be said of its end; nil while that is far.
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
    String(LogTime.text(seconds: seconds, milliseconds: 0).prefix(10))
  }
}
