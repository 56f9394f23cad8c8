// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import MatchClient
import Subprocess
import SystemPackage

/// Runs `body` while a `facedown-server` of one's own runs beside this program.
///
/// - Throws: what `body` throws, or an `ExitCode` after the server's own words on standard error.
func withServer(
  listen: String, _ body: @escaping @Sendable (ServerURL) async throws -> Void
) async throws {
  let server = try serverPath()
  let outcome = try await Subprocess.run(
    .path(FilePath(server)),
    arguments: ["--listen", listen, "--in-memory", "--until-input-ends"],
    input: .inputWriter, output: .sequence, error: .currentStandardError
  ) { execution in
    var url: ServerURL?
    for try await line in execution.standardOutput.strings() {
      url = announcedURL(in: line)
      break
    }
    guard let url else { return Result<Void, any Error>.failure(ExitCode(1)) }
    let result: Result<Void, any Error>
    do { result = .success(try await body(url)) } catch { result = .failure(error) }
    try? execution.send(signal: .terminate)
    return result
  }
  try outcome.closureResult.get()
}

/// The server's program: it lies beside this one.
private func serverPath() throws -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
  guard length > 0 else { throw ValidationError("This program cannot find itself in /proc.") }
  let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  let path = (folder + ["facedown-server"]).joined(separator: "/")
  guard access(path, X_OK) == 0 else {
    throw ValidationError(
      "The program facedown-server is not beside this one: build or install it there.")
  }
  return path
}

/// The URL in the line a server prints when it is ready.
private func announcedURL(in line: String) -> ServerURL? {
  guard let start = line.firstRange(of: "\"url\":\""),
    let end = line[start.upperBound...].firstIndex(of: "\"")
  else { return nil }
  return try? ServerURL(String(line[start.upperBound..<end]))
}
