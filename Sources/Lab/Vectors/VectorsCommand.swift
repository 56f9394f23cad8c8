// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// `facedown-lab vectors`: values worked out by other programs, against what is computed here.
struct VectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Checks a file of values worked out by other programs.",
    discussion: """
      Prints a line for each row that differs or was skipped, and "N passed, M failed" last. Ends \
      with code 1 if a row differs, and with code 2 if the file cannot be read.
      """)

  /// What the rows of a file are about.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case animation
    case fair
    case ratings

    /// What checks such a file.
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
            "a JSON file with 'vectors', rows of seed, match_id, faces, copies, entropy and results",
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

/// A command `NAME FILE` that checks a file of vectors and tells what it saw.
struct VectorProgram: Sendable {
  /// The most that is read of a file.
  static let longest = 64 << 20

  /// What the command is called.
  var name: String
  /// What a file of its vectors is, to go on after "name ".
  var form: String
  /// Checks a file's text; throws what the text is instead of such a file.
  var check: @Sendable (_ text: String) throws(VectorFault) -> VectorReport

  /// Checks the file named by the only one of `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: what stands behind the command's name.
  ///   - say: gets each line: rows that failed, what was skipped, and last the counts.
  /// - Returns: the process's status: 0 if all rows passed, 1 if one failed, 2 if nothing was run.
  func run(arguments: [String], say: (String) -> Void) -> Int32 {
    guard arguments.count == 1 else {
      say("Name one file of vectors: \(name) FILE.")
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

/// What came of checking a file of vectors.
struct VectorReport: Hashable, Sendable {
  /// How many rows were met.
  private(set) var passedCount = 0
  /// A sentence for each row that was not, or that could not be read.
  private(set) var failures: [String] = []
  /// A sentence for each thing in the file that nothing here can check.
  private(set) var skipped: [String] = []

  /// A row was met.
  mutating func pass() {
    passedCount += 1
  }

  /// A row was not met, or cannot be read; `sentence` names it and says what differs.
  mutating func fail(_ sentence: String) {
    failures.append(sentence)
  }

  /// Something is in the file that nothing here can check.
  mutating func skip(_ sentence: String) {
    skipped.append(sentence)
  }

  /// Counts a row by what differs in it.
  ///
  /// - Parameters:
  ///   - name: what the row is called.
  ///   - differences: what differs, empty where the row is met.
  mutating func count(_ name: String, _ differences: [String]) {
    guard !differences.isEmpty else { return pass() }
    fail("\(name): \(differences.joined(separator: "; ")).")
  }

  /// The counts, in the words of the last line printed.
  var summary: String { "\(passedCount) passed, \(failures.count) failed" }
}
