// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Logging
import Protocol

// What settings come to.

extension ServerSettings {
  /// Where to listen.
  var listen: ListenAddress {
    word(.listen).flatMap(ListenAddress.init(argument:)) ?? .standard
  }

  /// Where to tell of the server itself; nil for nowhere.
  var metrics: ListenAddress? { word(.metrics).flatMap(ListenAddress.init(argument:)) }

  /// The names players dial.
  var publicNames: [PublicName] {
    self[.publicName].words.compactMap(PublicName.init(argument:))
  }

  /// Two files for TLS; nil where none are named.
  var certificateFiles: (certificate: String, key: String)? {
    guard let certificate = word(.tlsCertificate), let key = word(.tlsKey) else { return nil }
    return (certificate, key)
  }

  /// Where whoever runs the server asks it: where it was told, or in its folder; nil for nowhere.
  var adminSocket: String? {
    if let path = word(.adminSocket) { return path }
    return isOn(.inMemory) ? nil : (try? DataPath.resolved(word(.data))).map(AdminPath.inFolder)
  }

  /// How a server is set up by them.
  ///
  /// - Parameter outlivesItsInput: whether another server goes on with its matches when it stops.
  /// - Returns: the set-up, and the fingerprint of a certificate that was made for it.
  /// - Throws: `CertificateError`, or a sentence where there is no folder for matches.
  func serverOptions(
    outlivesItsInput: Bool
  ) throws -> (ServerOptions, fingerprint: CertificateFingerprint?) {
    var options = ServerOptions(host: listen.host, port: listen.port)
    var fingerprint: CertificateFingerprint?
    if let certificate = try makeCertificate() {
      options.certificate = certificate
      options.identity = certificate.identity
    } else if isOn(.tlsSelfSigned) {
      let made = try makeOwnCertificate()
      options.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
      fingerprint = made.fingerprint
    }
    // What only this process remembers, or only one who has left wanted, is not worth coming back to.
    let isWorthIt = !isOn(.inMemory) && outlivesItsInput
    options.farewell = isWorthIt ? .restarting(retryAfter: .seconds(1)) : .stopping
    options.dataPath = isOn(.inMemory) ? nil : try DataPath.resolved(word(.data))
    options.adminSocket = adminSocket
    options.waits = isOn(.wait)
    options.publicNames = publicNames
    options.metrics = metrics
    options.limits = limits
    return (options, fingerprint)
  }

  private func makeOwnCertificate() throws(CertificateError) -> SelfSignedCertificate {
    let host = listen.host
    let names = host == "0.0.0.0" || host == "::" ? [] : [host]
    return try SelfSignedCertificate.make(
      names: names + ["localhost", "127.0.0.1", "::1"].filter { !names.contains($0) },
      validFor: .seconds(365 * 86_400))
  }

  /// The certificate in them, looked at; nil where none are named.
  ///
  /// - Throws: `CertificateError` where it cannot be shown to anyone today.
  func makeCertificate() throws(CertificateError) -> ServerCertificate? {
    guard let files = certificateFiles else { return nil }
    return try ServerCertificate(
      certificate: files.certificate, key: files.key, names: publicNames)
  }

  /// What the log tells.
  var logLevel: Logger.Level { word(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .info }

  /// How the log is written.
  var logForm: LogForm { word(.logFormat).flatMap { LogForm(rawValue: $0) } ?? .human }

  /// The bounds to keep.
  var limits: ServerLimits {
    var limits = ServerLimits()
    limits.process.connections = number(.maxConnections)
    limits.process.rooms = number(.maxRooms)
    limits.process.sessions = number(.maxSessions)
    limits.process.wrongCodes = .perMinute(Double(number(.maxWrongCodes)))
    limits.origins.allowed = Set(self[.allowOrigin].words)
    limits.trustedProxies = Set(self[.trustedProxy].words)
    limits.isBehindProxy = isOn(.behindProxy) || !limits.trustedProxies.isEmpty
    limits.address = isOn(.addressLimits) ? address : nil
    limits.client = client
    return limits
  }

  /// What one connection keeps to.
  private var client: ClientLimits {
    ClientLimits(
      messageBytes: number(.messageBytes), bytesPerSecond: number(.readBytes),
      messageBurst: number(.messageBurst), messagesPerSecond: number(.messages),
      intentsPerSecond: number(.intents))
  }

  /// What one address keeps to.
  private var address: AddressLimits {
    var limits = AddressLimits()
    let news = Double(number(.addressNewConnections))
    limits.connections = number(.addressConnections)
    limits.newConnections = .init(burst: news * 2, perSecond: news)
    limits.rooms = .perMinute(Double(number(.addressRooms)))
    limits.wrongCodes = .perMinute(Double(number(.addressWrongCodes)))
    limits.countsLoopback = isOn(.limitLoopback)
    return limits
  }
}
