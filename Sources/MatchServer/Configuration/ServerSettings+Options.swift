// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Logging
import Protocol

// Typed values of the settings.

extension ServerSettings {
  /// The listen address.
  var listen: ListenAddress {
    word(.listen).flatMap(ListenAddress.init(argument:)) ?? .standard
  }

  /// The metrics listener's address; nil for none.
  var metrics: ListenAddress? { word(.metrics).flatMap(ListenAddress.init(argument:)) }

  /// The names players dial.
  var publicNames: [PublicName] {
    self[.publicName].words.compactMap(PublicName.init(argument:))
  }

  /// The certificate and key files; nil without TLS files.
  var certificateFiles: (certificate: String, key: String)? {
    guard let certificate = word(.tlsCertificate), let key = word(.tlsKey) else { return nil }
    return (certificate, key)
  }

  /// The admin socket: as set, or in the data folder; nil for none.
  var adminSocket: String? {
    if let path = word(.adminSocket) { return path }
    return isOn(.inMemory)
      ? nil : (try? DataPath.resolved(word(.data))).map(AdminSocketPath.inFolder)
  }

  /// The options of a server.
  ///
  /// - Parameter outlivesItsInput: whether another server resumes its matches when it stops.
  /// - Returns: the options, and the fingerprint of a self-signed certificate.
  /// - Throws: `CertificateError`, or a sentence if there is no data folder.
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
    // Clients need not come back to matches in memory, or to a server tied to its parent.
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

  /// The certificate from the files, checked; nil without files.
  ///
  /// - Throws: `CertificateError` if it cannot be used today.
  func makeCertificate() throws(CertificateError) -> ServerCertificate? {
    guard let files = certificateFiles else { return nil }
    return try ServerCertificate(
      certificate: files.certificate, key: files.key, names: publicNames)
  }

  /// The minimum log level.
  var logLevel: Logger.Level { word(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .info }

  /// The log format.
  var logForm: LogForm { word(.logFormat).flatMap { LogForm(rawValue: $0) } ?? .human }

  /// The limits.
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

  /// Limits per connection.
  private var client: ClientLimits {
    ClientLimits(
      messageBytes: number(.messageBytes), bytesPerSecond: number(.readBytes),
      messageBurst: number(.messageBurst), messagesPerSecond: number(.messages),
      intentsPerSecond: number(.intents))
  }

  /// Limits per address.
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
