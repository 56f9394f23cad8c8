// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

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
