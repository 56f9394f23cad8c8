// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// `facedown-lab vectors`: values computed by other programs, compared with ours.
struct VectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Checks a file of values computed by other programs.",
    discussion: """
      Prints a line for each row that differs or was skipped, and "N passed, M failed" last. \
      Exit status 1 if a row differs, 2 if nothing could be checked.
      """)

  /// The subject of a vector file.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case animation
    case fair
    case ratings

    /// The program that checks such a file.
    var program: VectorProgram {
      let name = "facedown-lab vectors \(rawValue)"
      return switch self {
      case .animation:
        VectorProgram(name: name, form: "a file of rows id,track,t,value,velocity") {
          VectorReport(running: $0)
        }
      case .fair:
        VectorProgram(
          name: name,
          form:
            "a JSON file with 'vectors', rows of seed, match_id, faces, copies, entropy and "
            + "results",
          check: FairVectors.check)
      case .ratings:
        VectorProgram(
          name: name, form: "a JSON file with 'vectors', rows of name, ranks, before and after",
          check: RatingVectors.check)
      }
    }
  }

  @Argument(
    help: "animation (tracks of the interpolator), fair (memorize-fair/1) or ratings.")
  var kind: Kind

  @Argument(help: ArgumentHelp("The file.", valueName: "file"))
  var files: [String] = []

  func run() throws {
    let status = kind.program.run(arguments: files) { print($0) }
    guard status == 0 else { throw ExitCode(status) }
  }
}

/// Checks a vector file and reports each difference.
struct VectorProgram: Sendable {
  /// Maximum size of a file, in bytes.
  static let longest = 64 << 20

  /// The command's name.
  var name: String
  /// The file's form, to follow "name ".
  var form: String
  /// Checks a file's text; throws if the file is of another kind.
  var check: @Sendable (_ text: String) throws(VectorFault) -> VectorReport

  /// Checks the file named by the only one of `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: the command's arguments.
  ///   - say: receives each line: failed rows, skipped parts, and finally the counts.
  /// - Returns: the exit status: 0 if all rows passed, 1 if one failed, 2 if nothing was checked.
  func run(arguments: [String], say: (String) -> Void) -> Int32 {
    guard arguments.count == 1 else {
      say("Name one vector file: \(name) FILE.")
      return 2
    }
    let file = arguments[0]
    do throws(VectorFault) {
      let report = try check(try Self.contents(of: file))
      for failure in report.failures { say(failure) }
      for sentence in report.skipped { say("skipped: \(sentence)") }
      say(report.summary)
      return report.failures.isEmpty ? 0 : 1
    } catch {
      say("\(file) \(error); name \(form).")
      return 2
    }
  }

  private static func contents(of path: String) throws(VectorFault) -> String {
    guard let file = fopen(path, "r") else {
      throw VectorFault("cannot be read (\(String(cString: strerror(errno))))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
      guard bytes.count <= longest else {
        throw VectorFault("is longer than \(longest >> 20) MiB")
      }
    }
    guard ferror(file) == 0 else {
      throw VectorFault("cannot be read (\(String(cString: strerror(errno))))")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The outcome of checking a vector file.
struct VectorReport: Hashable, Sendable {
  /// The number of rows that passed.
  private(set) var passedCount = 0
  /// A sentence for each row that failed or could not be read.
  private(set) var failures: [String] = []
  /// A sentence for each unknown part of the file.
  private(set) var skipped: [String] = []

  /// Counts a row as passed.
  mutating func pass() {
    passedCount += 1
  }

  /// Counts a row as failed; `sentence` names it and says what differs.
  mutating func fail(_ sentence: String) {
    failures.append(sentence)
  }

  /// Records an unknown part of the file.
  mutating func skip(_ sentence: String) {
    skipped.append(sentence)
  }

  /// Counts a row by its differences.
  ///
  /// - Parameters:
  ///   - name: the row's name.
  ///   - differences: what differs, empty if it passed.
  mutating func count(_ name: String, _ differences: [String]) {
    guard !differences.isEmpty else { return pass() }
    fail("\(name): \(differences.joined(separator: "; ")).")
  }

  /// The counts, as the last line printed.
  var summary: String { "\(passedCount) passed, \(failures.count) failed" }
}
