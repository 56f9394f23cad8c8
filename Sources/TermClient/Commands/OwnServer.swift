// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Crypto
import Glibc
import LibWebSockets
import MatchClient
import Subprocess
import SystemPackage
import TerminalUI

/// Why the local server does not run, as a sentence for the user.
struct OwnServerError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
}

/// A server that runs beside this program, and how to reach it.
struct OwnServer: Hashable, Sendable {
  /// Where it listens.
  var url: ServerURL
  /// How to trust it: a self-signed certificate is pinned by the announced fingerprint.
  var trust = ConnectOptions.Trust.system

  /// Parses the line that the server prints when it is ready; nil if it has no `url`.
  init?(announcedIn line: String) {
    func member(_ name: String) -> Substring? {
      guard let start = line.firstRange(of: "\"\(name)\":\"")?.upperBound,
        let end = line[start...].firstIndex(of: "\"")
      else { return nil }
      return line[start..<end]
    }
    guard let url = member("url").flatMap({ try? ServerURL(String($0)) }) else { return nil }
    self.url = url
    if let fingerprint = member("fingerprint").flatMap({ CertificateFingerprint(String($0)) }) {
      trust = .fingerprint(fingerprint)
    }
  }
}

/// Runs `body` while a `facedown-server` process runs beside this program.
///
/// The last lines the server prints are kept, and reported only if it does not start.
///
/// - Throws: what `body` throws, or the server's last lines: as `ValidationError` if it refuses its
///   arguments, else as `OwnServerError`.
func withServer(
  listen: String, _ body: @escaping @Sendable (OwnServer) async throws -> Void
) async throws {
  let server = try serverPath()
  let outcome = try await Subprocess.run(
    .path(FilePath(server)),
    arguments: Arguments(
      ["--listen", listen, "--in-memory", "--until-input-ends"] + ownNames(listeningAt: listen)),
    input: .inputWriter, output: .sequence, error: .sequence
  ) { execution in
    async let words = lastWords(execution.standardError)
    var own: OwnServer?
    for try await line in execution.standardOutput.strings() {
      own = OwnServer(announcedIn: line)
      break
    }
    guard let own else {
      let said = await words
      return Result<Void, any Error>.failure(
        OwnServerError(
          description: said.isEmpty ? "The local server did not start." : said))
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(own)) } catch { result = .failure(error) }
    try? execution.send(signal: .terminate)
    _ = await words
    return result
  }
  do {
    try outcome.closureResult.get()
  } catch let error as OwnServerError
    where outcome.terminationStatus == .exited(ExitCode.validationFailure.rawValue)
  {
    // The server's arguments come from those of this program.
    throw ValidationError(error.description)
  }
}

/// The public names of a local server that listens on all addresses of this machine: the link for
/// others has one of these addresses.
private func ownNames(listeningAt listen: String) -> [String] {
  let isEverywhere = listen.hasPrefix("0.0.0.0:") || listen.hasPrefix("[::]:")
  guard isEverywhere, let own = ownAddress() else { return [] }
  return ["localhost", "127.0.0.1", "::1", own].flatMap { ["--public-name", $0] }
}

/// The last three lines of a stream that is read to its end.
private func lastWords(_ output: SubprocessOutputSequence) async -> String {
  var lines: [String] = []
  do {
    for try await line in output.strings() {
      // Usage hints of the server's parser are about arguments the user did not type.
      if line.hasPrefix("Usage:") || line.hasPrefix("  See ") { continue }
      lines = (lines + [line.harmless(limit: 400)]).suffix(3)
    }
  } catch {}
  let text = lines.joined(separator: " ")
  return text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
}

/// The path of `facedown-server`, in the same folder as this program.
private func serverPath() throws -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
  guard length > 0 else {
    throw OwnServerError(description: "This program cannot find its own path in /proc.")
  }
  let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  let path = (folder + ["facedown-server"]).joined(separator: "/")
  guard access(path, X_OK) == 0 else {
    throw OwnServerError(
      description:
        "facedown-server is not in the same folder as facedown: build or install it there.")
  }
  return path
}
