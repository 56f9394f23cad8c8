// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
package import MatchFixtures

extension TemporaryFolder {
  /// Copies the journal's files as they are on the disk, as after a crash.
  package func copyJournal(from other: String) throws {
    for name in ["journal.sqlite", "journal.sqlite-wal"] {
      let source = other + "/" + name
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: path + "/" + name)
    }
  }
}
