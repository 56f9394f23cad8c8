// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import JournalNATS
import JournalSQLite
import LibWebSockets
import Settings

/// Classifies start-up errors as permanent or transient.
///
/// Supervisors (systemd, containers) decide by the exit code: 64, as for a wrong flag, means that
/// the operator must change something first; 1 means that a retry may succeed.
enum StartProblem {
  /// Prints a permanent error on standard error.
  ///
  /// - Returns: the error to exit with; a transient error itself, which the parser prints.
  static func toldExit(_ error: any Error) -> any Error {
    guard lasts(error) else { return error }
    return SettingsProblem("\(error)").toldExit()
  }

  /// Whether the error is permanent: only a change by the operator can fix it, not a retry.
  static func lasts(_ error: any Error) -> Bool {
    switch error {
    case let error as CertificateError: lasts(error)
    case let error as ListenError: lasts(error)
    case let error as DataDirectoryError: lasts(error)
    case let error as JournalError: lasts(error)
    case let error as AdminSocketError: lasts(error)
    case let error as NATSJournalError: lasts(error)
    case is CommandProblem: true
    case let error as RelayProblem: error.lasts
    default: false
    }
  }

  private static func lasts(_ error: CertificateError) -> Bool {
    switch error {
    // After a boot the clock may not be set yet.
    case .notYetValid: false
    case .unreadable, .noCertificate, .noPrivateKey, .keyDoesNotMatch, .expired, .badName, .refused:
      true
    }
  }

  private static func lasts(_ error: ListenError) -> Bool {
    switch error {
    // Servers stop; addresses and names may become available after boot.
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
    // Programs end, and a full disk may be freed.
    case .inUse, .unusable: false
    }
  }

  private static func lasts(_ error: NATSJournalError) -> Bool {
    switch error {
    case .unusable, .badName, .unauthorized, .noJetStream, .unreliable, .differentStreams,
      .differentWorld, .noWorld, .notEmpty, .nodesRunning, .otherImport, .damagedRooms,
      .disturbed, .nothingLost, .refilling:
      true
    // Servers may start later, another node of this name may end, an import may be finished.
    case .unreachable, .unavailable, .nameInUse, .halfImported: false
    }
  }

  private static func lasts(_ error: AdminSocketError) -> Bool {
    switch error {
    case .taken, .unusable: false
    // Unusable paths, missing folders, unsafe permissions.
    default: true
    }
  }
}

extension SettingsProblem {
  /// Prints the problems and returns the parser's exit code for wrong flags, without printing the
  /// usage.
  func toldExit() -> ExitCode {
    Self.report(sentences, as: "Error")
    return .validationFailure
  }

  /// Prints sentences on standard error, a line each.
  static func report(_ sentences: [String], as kind: String) {
    for sentence in sentences { StandardError.write(Array("\(kind): \(sentence)\n".utf8)) }
  }
}
