// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// The kept inputs of a fuzzing entry as one text file: a base64 line for each input, sorted and
/// unique.
///
/// The text is a function of the set of inputs, so that a diff shows exactly what was added and
/// removed. `LC_ALL=C sort -u` restores the order after an edit by hand.
struct PackedCorpus: Equatable, Sendable {
  /// The file name's suffix.
  static let suffix = ".base64"

  /// The inputs, in the order of their lines.
  let inputs: [[UInt8]]

  /// The file's text.
  var text: String { inputs.map { Self.line(of: $0) + "\n" }.joined() }

  /// Sorts inputs and drops repeated ones.
  init(_ inputs: [[UInt8]]) {
    let lines = Dictionary(inputs.map { (Self.line(of: $0), $0) }, uniquingKeysWith: { $1 })
    self.inputs = lines.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Parses the text of `file`.
  init(text: String, file: String) throws(CorpusError) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "" else {
      throw CorpusError("\(file):\(lines.count + 1): the line is cut off; end it with a line feed.")
    }
    var inputs: [[UInt8]] = []
    for (index, line) in lines.enumerated() {
      // Base64 has several spellings of the same bytes; only the canonical one is accepted.
      guard let data = Data(base64Encoded: String(line)), Self.line(of: Array(data)) == line else {
        throw CorpusError(
          "\(file):\(index + 1): the line is not base64; write the input with `base64 -w 0`.")
      }
      guard index == 0 || lines[index - 1] < line else {
        throw CorpusError(
          "\(file):\(index + 1): the line is out of order or repeated; "
            + "run `LC_ALL=C sort -u -o \(file) \(file)`.")
      }
      inputs.append(Array(data))
    }
    self.inputs = inputs
  }

  private static func line(of input: [UInt8]) -> String { Data(input).base64EncodedString() }
}

extension PackedCorpus {
  /// Reads a packed file.
  init(file: String) throws(CorpusError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw CorpusError("\(file) cannot be read; name a packed corpus.")
    }
    // Bytes that are not text become characters that are not base64.
    try self.init(text: String(decoding: data, as: UTF8.self), file: file)
  }

  /// Reads a folder with one file for each input, under any name.
  init(folder: String) throws(CorpusError) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw CorpusError("\(folder) cannot be read; name a folder of inputs.")
    }
    var inputs: [[UInt8]] = []
    for name in names {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        throw CorpusError("\(folder)/\(name) cannot be read; keep only files in the folder.")
      }
      inputs.append(Array(data))
    }
    self.init(inputs)
  }

  /// Writes the packed file atomically.
  func write(toFile file: String) throws(CorpusError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw CorpusError("\(file) cannot be written: \(error)")
    }
  }

  /// Writes a new folder with one file for each input, named by its line in the packed file.
  func write(toFolder folder: String) throws(CorpusError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      for (index, input) in inputs.enumerated() {
        let line = String(index + 1)
        let name = String(repeating: "0", count: max(0, 4 - line.count)) + line
        try Data(input).write(to: URL(filePath: folder).appending(path: name))
      }
    } catch {
      throw CorpusError(
        "\(folder) cannot be written; name a folder that does not exist yet: \(error)")
    }
  }
}

/// Why a corpus could not be read or written, as a sentence.
struct CorpusError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
