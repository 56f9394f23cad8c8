// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// The programs that tests can run on this machine.
package enum InstalledPrograms {
  /// Whether `PATH`, or the superuser's folder of servers, has `program`.
  package static func contain(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // Debian installs servers in the superuser's path.
    let folders = path.components(separatedBy: ":") + ["/usr/sbin"]
    return folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
