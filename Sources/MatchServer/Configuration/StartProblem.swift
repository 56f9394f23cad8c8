// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets

/// What keeps a server from beginning, and whether it will keep the next one from it as well.
///
/// Whoever starts servers again (a unit, a container) goes by the exit code: 64, as for a wrong flag,
/// says that somebody has to change something first, and 1 that another attempt may do.
enum StartProblem {
  /// Says what is wrong on standard error where it lasts.
  ///
  /// - Returns: what to end with: the error itself where another attempt may do, and the parser says it.
  static func toldExit(_ error: any Error) -> any Error {
    guard lasts(error) else { return error }
    return SettingsProblem("\(error)").toldExit()
  }

  /// Whether nothing but a change by somebody mends it.
  static func lasts(_ error: any Error) -> Bool {
    switch error {
    case let error as CertificateError: lasts(error)
    case let error as ListenError: lasts(error)
    case let error as DataDirectoryError: lasts(error)
    case let error as JournalError: lasts(error)
    case let error as AdminSocketError: lasts(error)
    default: false
    }
  }

  private static func lasts(_ error: CertificateError) -> Bool {
    switch error {
    // The clock of a machine that has just started may not have been set yet.
    case .notYetValid: false
    case .unreadable, .noCertificate, .noPrivateKey, .keyDoesNotMatch, .expired, .badName, .refused:
      true
    }
  }

  private static func lasts(_ error: ListenError) -> Bool {
    switch error {
    // Another server leaves, a network's addresses and names come up after the machine.
    case .portInUse, .addressNotHere, .hostUnknown: false
    case .notPermitted: true
    case .identity(let error): lasts(error)
    case .loopEnded, .system: false
    }
  }

  private static func lasts(_ error: DataDirectoryError) -> Bool {
    switch error {
    case .held: false
    case .unusable(_, let problem):
      [ENOTDIR, ENOENT, EACCES, EPERM, EROFS, ELOOP, ENAMETOOLONG].contains(problem)
    }
  }

  private static func lasts(_ error: JournalError) -> Bool {
    switch error {
    case .foreign, .empty, .newer, .older, .damaged, .inconsistent, .incomplete, .forbidden: true
    // Programs end, and a disk may have room again.
    case .inUse, .unusable: false
    }
  }

  private static func lasts(_ error: AdminSocketError) -> Bool {
    switch error {
    case .taken, .unusable: false
    // A path that will not do, and folders that are missing or others' to write to.
    default: true
    }
  }
}
