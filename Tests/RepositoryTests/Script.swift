// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Not Foundation's `Process`: on Linux its `waitUntilExit` depends on a run loop, and several in
// parallel tests hung. Asking the kernel cannot miss an exit.

import Foundation

/// A finished program, usually from `scripts/`.
struct Script {
  /// Its standard output.
  let output: String
  /// Its standard error.
  let errors: String
  /// Its exit status; 128 plus the signal's number if it was killed, as in a shell.
  let status: Int32

  /// Runs `scripts/name`, or the program at an absolute path, with `input`.
  ///
  /// Waits for its end. Throws if it could not be started.
  init(_ name: String, arguments: [String], input: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
    let errorsFile = folder.appending(path: "errors")
    try Data(input.utf8).write(to: inputFile)

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, inputFile.path, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &files, STDOUT_FILENO, outputFile.path, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(
      &files, STDERR_FILENO, errorsFile.path, O_WRONLY | O_CREAT, 0o600)

    let script = Repository.checkoutRoot.appending(path: "scripts/\(name)").path
    let path = name.hasPrefix("/") ? name : script
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    let refusal = posix_spawn(&child, path, &files, nil, &words, environ)
    guard refusal == 0 else { throw POSIXError(.init(rawValue: refusal) ?? .EINVAL) }

    var word: Int32 = 0
    while waitpid(child, &word, 0) == -1 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .ECHILD) }
    }
    status = word & 0x7F == 0 ? (word >> 8) & 0xFF : 128 + (word & 0x7F)
    output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: errorsFile), as: UTF8.self)
  }
}
