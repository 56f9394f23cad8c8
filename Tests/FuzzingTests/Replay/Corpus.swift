// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// The inputs that libFuzzer kept, a packed file for each entry: together they cover all code it
/// has reached.
enum Corpus {
  /// The inputs of an entry, named by file and line.
  static func inputs(of entry: FuzzEntry) throws -> [(name: String, bytes: [UInt8])] {
    let name = entry.rawValue + PackedCorpus.suffix
    let packed = try PackedCorpus(file: try folder().appending(path: name).path)
    return packed.inputs.enumerated().map { ("\(name):\($0.offset + 1)", $0.element) }
  }

  /// The names of all its files.
  static func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: try folder().path))
  }

  private static func folder() throws -> URL {
    try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
  }
}
