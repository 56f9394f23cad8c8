// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Foundation
import Glibc

/// A server that runs at most ten minutes, and no longer than this process, however it ends.
final class ServerProcess: Sendable {
  /// The server's process.
  let pid: pid_t
  private let standardInput: Int32
  private let lines: AsyncStream<String>

  /// A shell that waits for the server, and another one that kills it at the end of its input.
  private static let script = """
    "$1" -c "$2" 2>&1 & server=$!
    echo "pid $server"
    (timeout 600 cat >/dev/null; kill -9 $server) <&3 & watcher=$!
    wait $server
    kill $watcher
    echo ended
    """

  /// Starts a server with a configuration file, and returns once it can be used.
  init(program: String, configuration: String) async throws {
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    // Other children must not keep the ends open. Sockets, because `pipe` cannot close them there.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &input) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0
    else {
      throw ServerFailure(description: "There are no descriptors left.")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], 3)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_adddup2(&actions, output[1], 2)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    // Threads of the pool take no signals, and a shell would not hear of its children.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ["/bin/sh", "-c", Self.script, "sh", program, configuration]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var shell: pid_t = 0
    let status = posix_spawn(&shell, words[0], &actions, &attributes, &arguments, environ)
    Glibc.close(input[0])
    Glibc.close(output[1])
    standardInput = input[1]
    lines = Self.lines(of: output[0], until: shell)
    guard status == 0 else { throw ServerFailure(description: "No shell: \(status).") }
    var log: [String] = []
    var known: pid_t?
    for await line in lines {
      log.append(line)
      if line.hasPrefix("pid ") { known = pid_t(line.dropFirst(4)) }
      if line.contains("Server is ready") || line == "ended" { break }
    }
    guard let known, log.last != "ended" else {
      Glibc.close(standardInput)
      throw ServerFailure(description: "The server has ended: \(log.joined(separator: "\n"))")
    }
    pid = known
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(pid, signal) }

  /// Stops its time, and returns once none of its threads runs: one that writes to the disk finishes
  /// that first, and others may answer until then.
  func pause() async {
    send(SIGSTOP)
    while threads.contains(where: { $0 != "T" }) { await NATSCluster.pause(milliseconds: 1) }
  }

  /// The states of its threads, as `proc(5)` names them; none once it has ended.
  private var threads: [Character] {
    let folder = "/proc/\(pid)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      // The state stands behind the name, which is in parentheses and may have some itself.
      let text = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)
      return text?.split(separator: ")").last?.first { $0 != " " }
    }.filter { !"XZ".contains($0) }
  }

  /// Ends it, if it has not ended, and waits for its end.
  func end(by signal: Int32) async {
    send(signal)
    // A paused process has no signal but SIGKILL until it is resumed.
    if signal != SIGKILL { send(SIGCONT) }
    for await line in lines where line == "ended" { break }
    Glibc.close(standardInput)
  }

  private static func lines(of output: Int32, until shell: pid_t) -> AsyncStream<String> {
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "nats-server").async {
      guard let file = fdopen(output, "r") else { return feed.finish() }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      while getline(&line, &capacity, file) > 0, let line {
        feed.yield(String(cString: line).split(whereSeparator: \.isNewline).joined())
      }
      free(line)
      fclose(file)
      feed.finish()
      var status: Int32 = 0
      waitpid(shell, &status, 0)
    }
    return lines
  }
}

/// Why servers do not run.
struct ServerFailure: Error, CustomStringConvertible {
  var description: String
}
