// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import MatchClient

/// An advisory lock on the use of a key at a server, among the programs of one user.
///
/// A second connection that proves the key takes over the first one's seat, which is not
/// wanted between two windows on one machine. The lock covers one byte of a file beside the
/// settings, at an offset derived from key and server; the kernel releases it when the program
/// ends.
final class IdentityLock {
  private let file: Int32

  /// Linux's `F_OFD_SETLK`, missing from Glibc's module: the lock belongs to the open file
  /// description, not to the process.
  private static let setLock: Int32 = 37

  /// Locks a key; nil if another program holds it at one of these servers.
  ///
  /// If the file cannot be opened or locked, it succeeds without effect.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - servers: the server, by every address it is dialled as.
  ///   - environment: looks up the variables that locate the settings.
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

  /// The offset of the byte for a key at a server: a 62-bit FNV-1a hash.
  private static func place(of key: Ed25519PublicKey, at server: ServerURL) -> Int {
    let isHere = server.host == "localhost" || server.host == "::1" || server.host.hasPrefix("127.")
    let name = "\(isHere ? "localhost" : server.host.lowercased()):\(server.port)"
    let hash = (key.bytes + Array(name.utf8)).reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int(hash >> 2)
  }
}
