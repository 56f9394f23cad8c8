// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Journal

/// The name of the machine that a server runs on.
enum MachineName {
  /// The host name; empty if unknown.
  static var current: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension NodeID {
  /// A node's name made of a machine's: its first label in small letters; nil if that is none.
  static func name(ofMachine name: String) -> String? {
    let label = String(name.prefix { $0 != "." }.lowercased().prefix(longestName))
    return isName(label) ? label : nil
  }
}
