// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files
import Journal
import LibWebSockets
import Protocol

// What the settings mean for a server.

extension ServerSettings {
  /// The certificate and key files; nil without TLS files.
  var certificateFiles: (certificate: String, key: String)? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return (tlsCertificate, tlsKey)
  }

  /// The admin socket: as set, or in the data folder; nil for none.
  var adminSocket: String? {
    if let adminSocketPath { return adminSocketPath }
    return isInMemory ? nil : (try? DataPath.resolved(data)).map(AdminSocketPath.inFolder)
  }

  /// The limits.
  var limits: ServerLimits {
    var limits = ServerLimits()
    limits.process = process
    limits.client = client
    limits.address = limitsAddresses ? address : nil
    limits.origins.allowed = Set(origins)
    limits.trustedProxies = Set(trustedProxies)
    limits.trustedRelays = Set(trustedRelays)
    limits.isBehindProxy = isBehindProxy || !trustedProxies.isEmpty
    return limits
  }

  /// The options of a server.
  ///
  /// - Parameters:
  ///   - outlivesItsInput: whether another server resumes its matches when it stops.
  ///   - relays: whether it is a relay, which keeps nothing whatever is set.
  /// - Returns: the options, and the fingerprint of a self-signed certificate.
  /// - Throws: `CertificateError`, or a sentence if there is no data folder.
  func serverOptions(
    outlivesItsInput: Bool, relays: Bool = false
  ) throws -> (ServerOptions, fingerprint: CertificateFingerprint?) {
    var options = ServerOptions(host: listen.host, port: listen.port)
    var fingerprint: CertificateFingerprint?
    if let certificate = try makeCertificate() {
      options.certificate = certificate
      options.identity = certificate.identity
    } else if isSelfSigned {
      let made = try makeOwnCertificate()
      options.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
      fingerprint = made.fingerprint
    }
    options.world = relays ? nil : try worldOptions()
    // Clients need not come back to matches in memory, or to a server tied to its parent.
    let isInMemory = isInMemory || relays
    let isWorthIt = !isInMemory && outlivesItsInput
    options.farewell = isWorthIt ? .restarting(retryAfter: .seconds(1)) : .stopping
    options.dataPath = isInMemory || options.world != nil ? nil : try DataPath.resolved(data)
    // In the data folder only where there is one.
    options.adminSocket = options.dataPath == nil ? adminSocketPath : adminSocket
    if relays, let owner {
      options.owner = OwnerAddress(
        owner, trust: ownerFingerprint.map { .fingerprint($0) } ?? .system,
        key: try identity.map(Self.relayKey))
    }
    options.waits = waits
    options.pages = servesPage ? .embedded : .off
    options.publicNames = publicNames
    options.metrics = metrics
    options.limits = limits
    return (options, fingerprint)
  }

  /// What makes the server a node of a world; nil for a server by itself.
  ///
  /// - Throws: a sentence if the machine's name cannot be the node's.
  private func worldOptions() throws -> WorldOptions? {
    guard !world.servers.isEmpty, let name = world.name, let url = world.nodeURL else { return nil }
    guard let node = world.nodeName ?? NodeID.name(ofMachine: MachineName.current) else {
      throw CommandProblem("This machine's name is no name of a node: give one by --node-name.")
    }
    return worldOptions(name, node: node, url: url)
  }

  /// What a command about a world, which is no node of it, needs to reach it.
  ///
  /// - Throws: a sentence if no world is named.
  func worldOptions(for command: String) throws -> WorldOptions {
    guard let name = world.name else {
      throw CommandProblem("--world is missing: the world's name.")
    }
    return worldOptions(name, node: command, url: "")
  }

  private func worldOptions(_ name: String, node: String, url: String) -> WorldOptions {
    var options = WorldOptions(servers: world.servers, name: name, node: node, url: url)
    options.credentials = world.credentials
    options.system = world.system
    options.systemCredentials = world.systemCredentials
    options.authorities = world.authorities
    options.certificate = world.certificate
    options.key = world.key
    options.restHours = world.restHours
    options.acceptsUnsynced = world.acceptsUnsynced
    return options
  }

  /// Reads a relay's key.
  ///
  /// - Throws: a sentence if it cannot be used.
  private static func relayKey(in path: String) throws(CommandProblem) -> Ed25519PrivateKey {
    let remedy = "give a file made by facedown identity --make, which only its owner may read"
    do {
      let text = try BoundedFile.text(at: path, limit: 4_096, privately: true)
      return try Ed25519PrivateKey(pem: Array(text.utf8))
    } catch let failure as FileFailure {
      throw CommandProblem(
        "The relay's key in \(path) cannot be read (\(failure.reason)): \(remedy).")
    } catch {
      throw CommandProblem("There is no Ed25519 key in \(path): \(remedy).")
    }
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
}
