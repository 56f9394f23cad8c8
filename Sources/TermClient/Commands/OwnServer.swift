// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets
import MatchClient
import Subprocess
import SystemPackage

/// Why a server of one's own does not run, in words for people.
struct OwnServerError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
}

/// A server of one's own, as this program gets to it.
struct OwnServer: Hashable, Sendable {
  /// Where it listens.
  var url: ServerURL
  /// Why to trust it: a certificate that it has made itself is the one it said it has.
  var trust = ConnectOptions.Trust.system

  /// The server in the line that it prints when it is ready; nil if it names none.
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

/// Runs `body` while a `facedown-server` of one's own runs beside this program.
///
/// What the server says is kept, its last part, and told only if it does not come up.
///
/// - Throws: what `body` throws, or the server's own words: as `ValidationError` if it does not take
///   its arguments, else as `OwnServerError`.
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
          description: said.isEmpty ? "The server beside this program does not come up." : said))
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
    // What the server calls a mistake in its arguments is one in those of this program.
    throw ValidationError(error.description)
  }
}

/// What a server of one's own is dialled as, where it listens at all of this machine's addresses: the
/// link that others are given has one of them.
private func ownNames(listeningAt listen: String) -> [String] {
  let isEverywhere = listen.hasPrefix("0.0.0.0:") || listen.hasPrefix("[::]:")
  guard isEverywhere, let own = ownAddress() else { return [] }
  return ["localhost", "127.0.0.1", "::1", own].flatMap { ["--public-name", $0] }
}

/// The last lines that come out of a stream until it ends: what a program said before it stopped.
private func lastWords(_ output: SubprocessOutputSequence) async -> String {
  var lines: [String] = []
  do {
    for try await line in output.strings() {
      // The parser of command lines goes on with how it is used, which nobody here typed.
      if line.hasPrefix("Usage:") || line.hasPrefix("  See ") { continue }
      lines = (lines + [line.harmless(limit: 400)]).suffix(3)
    }
  } catch {}
  let text = lines.joined(separator: " ")
  return text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
}

/// The server's program: it lies beside this one.
private func serverPath() throws -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
  guard length > 0 else {
    throw OwnServerError(description: "This program cannot find itself in /proc.")
  }
  let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  let path = (folder + ["facedown-server"]).joined(separator: "/")
  guard access(path, X_OK) == 0 else {
    throw OwnServerError(
      description:
        "The program facedown-server is not beside this one: build or install it there.")
  }
  return path
}
