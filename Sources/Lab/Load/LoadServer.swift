// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets
import MatchClient

/// A `facedown-server` under load, with its memory and processor time.
struct LoadServer {
  private let child: ChildProgram
  /// Where it listens.
  let url: ServerURL
  /// The trust settings of its clients.
  let trust: ConnectOptions.Trust

  /// Starts one and waits until it listens.
  ///
  /// - Parameters:
  ///   - port: where to listen; 0 for any.
  ///   - isEncrypted: whether it uses TLS.
  ///   - data: the folder of its journal; nil for none.
  ///   - processor: the only processor it may run on; nil for any.
  /// - Throws: if it could not be started.
  init(
    port: UInt16 = 0, isEncrypted: Bool, data: String? = nil, onlyOn processor: Int? = nil
  ) throws {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw ValidationError("No pipe could be created.") }
    defer { pipes.forEach { close($0) } }
    var arguments = ["--no-address-limits", "--listen", "127.0.0.1:\(port)"]
    arguments += data.map { ["--data", $0] } ?? ["--in-memory"]
    if isEncrypted { arguments.append("--tls-self-signed") }
    child = try ChildProgram("facedown-server", arguments, output: pipes[1], onlyOn: processor)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(pipes[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    let words = String(decoding: line, as: UTF8.self).split(separator: "\"").map(String.init)
    func value(_ name: String) -> String? {
      words.firstIndex(of: name).flatMap { words.indices.contains($0 + 2) ? words[$0 + 2] : nil }
    }
    guard let address = value("url") else {
      throw ValidationError("facedown-server did not announce its address.")
    }
    url = try ServerURL(address)
    trust =
      value("fingerprint").flatMap { CertificateFingerprint($0) }.map { .fingerprint($0) }
      ?? .system
  }

  /// Options for connecting to it.
  func options(from localAddress: String? = nil) -> ConnectOptions {
    var options = ConnectOptions(host: url.host, port: url.port, path: "/v1/play")
    options.subprotocols = ["facedown.v1.proto"]
    options.tls = url.isEncrypted ? trust : nil
    options.localAddress = localAddress
    options.timeout = .seconds(60)
    options.connection.maximumMessageBytes = 1 << 20
    return options
  }

  /// Its resident memory, in bytes.
  var residentBytes: Int {
    let words = Self.words(of: "/proc/\(child.process)/statm")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// Its processor time, in seconds.
  var processorSeconds: Double {
    // After the name, which may contain spaces, fields 12 and 13 are hundredths of a second.
    let words = Self.words(of: "/proc/\(child.process)/stat").drop { !$0.hasSuffix(")") }
    let numbers = words.dropFirst(12).prefix(2).compactMap { Double($0) }
    return numbers.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Stops it and waits until it has ended.
  func stop(_ signal: Int32 = SIGTERM) {
    kill(child.process, signal)
    while child.endedStatus() == nil { usleep(1_000) }
  }

  private static func words(of path: String) -> [String] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = max(0, read(file, &bytes, bytes.count))
    return String(decoding: bytes[..<count], as: UTF8.self).split { $0 == " " || $0 == "\n" }
      .map(String.init)
  }
}
