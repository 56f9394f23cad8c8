// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// The command `animation-vectors FILE`: runs a file of vectors and tells what it saw.
public enum VectorsCommand {
  /// Runs the command with the process's arguments, and ends the process.
  public static func main() -> Never {
    exit(run(arguments: Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the file named by the only one of `arguments`, prints each row that failed and the counts.
  ///
  /// Returns the process's status: 0 if all rows passed, 1 if one failed, 2 if nothing was run.
  public static func run(arguments: [String]) -> Int32 {
    guard arguments.count == 1 else {
      print("Name one file of vectors: animation-vectors FILE.")
      return 2
    }
    guard let text = contents(of: arguments[0]) else {
      print("\(arguments[0]) cannot be read; name a file of rows id,track,t,value,velocity.")
      return 2
    }
    let report = VectorReport(running: text)
    for failure in report.failures { print(failure) }
    print(report.summary)
    return report.failures.isEmpty ? 0 : 1
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
