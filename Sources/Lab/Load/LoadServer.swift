// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets
import MatchClient

/// A server under load, started here or elsewhere, with its memory and processor time.
struct LoadServer: Sendable {
  private let program: ServerProgram?
  /// The process; nil for a server started elsewhere whose process id was not given.
  let process: MeasuredProcess?
  /// Where it listens.
  let url: ServerURL
  /// The trust settings of its clients.
  private let trust: ConnectOptions.Trust

  /// A server that is already running.
  init(at url: ServerURL, process: MeasuredProcess?, trust: ConnectOptions.Trust = .system) {
    program = nil
    self.process = process
    self.url = url
    self.trust = trust
  }

  /// Starts a `facedown-server` and waits until it listens.
  ///
  /// - Parameters:
  ///   - port: where to listen; 0 for any.
  ///   - isEncrypted: whether it uses TLS.
  ///   - data: the folder of its journal; nil for none.
  ///   - processor: the only processor it may run on; nil for any.
  ///   - limitsAddresses: whether it keeps its limits per address, and for this machine's too.
  ///   - settings: further arguments.
  /// - Throws: if it could not be started.
  init(
    port: UInt16 = 0, isEncrypted: Bool, data: String? = nil, onlyOn processor: Int? = nil,
    limitsAddresses: Bool = false, settings: [String] = []
  ) async throws {
    var arguments = ["--listen", "127.0.0.1:\(port)"] + settings
    arguments.append(limitsAddresses ? "--limit-loopback" : "--no-address-limits")
    arguments += data.map { ["--data", $0] } ?? ["--in-memory"]
    if isEncrypted { arguments.append("--tls-self-signed") }
    try await self.init(ServerProgram(arguments, onlyOn: processor))
  }

  /// Waits until `program` listens.
  ///
  /// - Throws: if it ends before that.
  init(_ program: ServerProgram) async throws {
    let announcement = try await program.announcement()
    self.program = program
    process = MeasuredProcess(program.process)
    url = try ServerURL(announcement.url)
    trust =
      announcement.fingerprint.flatMap { CertificateFingerprint($0) }.map { .fingerprint($0) }
      ?? .system
  }

  /// Options for connecting to it.
  func options(from localAddress: String? = nil) -> ConnectOptions {
    var options = ConnectOptions(host: url.host, port: url.port, path: "/v1/play")
    options.tls = url.isEncrypted ? trust : nil
    options.localAddress = localAddress
    options.timeout = .seconds(60)
    options.connection.maximumMessageBytes = 1 << 20
    return options
  }

  /// Whether it is reached over the loopback interface, where clients may choose their addresses.
  var isLocal: Bool { url.host.hasPrefix("127.") || url.host == "localhost" }

  /// Its resident memory, in bytes; 0 if unknown.
  var residentBytes: Int { process?.residentBytes ?? 0 }

  /// Its processor time, in seconds; 0 if unknown.
  var processorSeconds: Double { process?.processorSeconds ?? 0 }

  /// The part of it that was spent in the kernel, in seconds; 0 if unknown.
  var systemSeconds: Double { process?.systemSeconds ?? 0 }

  /// Stops it if it was started here, and waits until it has ended.
  func stop(_ signal: Int32 = SIGTERM) async { await program?.end(signal) }
}
