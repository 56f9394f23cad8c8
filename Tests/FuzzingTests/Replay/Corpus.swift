// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// The bytes that libFuzzer kept, a folder for each entry: together they come to every place in the
/// code that it has found.
enum Corpus {
  /// The inputs of an entry, by name.
  static func inputs(of entry: FuzzEntry) throws -> [(name: String, bytes: [UInt8])] {
    let folder = try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
      .appending(path: entry.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }

  /// The names of all its folders.
  static func folders() throws -> Set<String> {
    let folder = try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }
}
