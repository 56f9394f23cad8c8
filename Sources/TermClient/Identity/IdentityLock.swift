// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import MatchClient

/// That this program plays with a key at a server, for the same user's other programs to see.
///
/// Whoever proves the key there next would take the seat of who proved it first; between two windows on
/// one screen nobody means that. It is the kernel's lock on one byte of a file beside the settings,
/// whose place follows from key and server, and ends with the program however that ends.
final class IdentityLock {
  private let file: Int32

  /// Linux's `F_OFD_SETLK`, which Glibc's module leaves out: a lock of this opening of the file, not of
  /// the process.
  private static let setLock: Int32 = 37

  /// Claims a key; nil if another program plays with it there.
  ///
  /// Where nothing can be locked there is a claim that nobody sees.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - servers: where, by all names the server is dialled as.
  ///   - environment: what says where the user's settings are.
  init?(
    _ key: Ed25519PublicKey, at servers: [ServerURL],
    environment: (String) -> String? = environmentVariable
  ) {
    guard let folder = SettingsStore.folder(environment: environment) else {
      file = -1
      return
    }
    file = open("\(folder)/identity.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    for server in servers where file >= 0 {
      var byte = Glibc.flock()
      byte.l_type = Int16(F_WRLCK)
      byte.l_whence = Int16(SEEK_SET)
      byte.l_start = Self.place(of: key, at: server)
      byte.l_len = 1
      guard fcntl(file, Self.setLock, &byte) != 0, errno == EAGAIN || errno == EACCES else {
        continue
      }
      return nil
    }
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Where in the file a key's byte for a server is: FNV-1a, without the sign.
  private static func place(of key: Ed25519PublicKey, at server: ServerURL) -> Int {
    let isHere = server.host == "localhost" || server.host == "::1" || server.host.hasPrefix("127.")
    let name = "\(isHere ? "localhost" : server.host.lowercased()):\(server.port)"
    let hash = (key.bytes + Array(name.utf8)).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int(hash >> 2)
  }
}
