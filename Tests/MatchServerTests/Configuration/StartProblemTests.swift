// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import JournalSQLite
import LibWebSockets
import Testing

@testable import MatchServer

@Suite("Start problems", .timeLimit(.minutes(1)))
struct StartProblemTests {
  private static let lasting: [any Error & Sendable] = [
    CertificateError.unreadable(path: "c.pem", reason: "No such file or directory"),
    CertificateError.noCertificate(source: "c.pem"), CertificateError.noPrivateKey(source: "k.pem"),
    CertificateError.keyDoesNotMatch(certificate: "c.pem", key: "k.pem"),
    CertificateError.expired(source: "c.pem", on: "2020-01-01"), CertificateError.refused("odd"),
    ListenError.notPermitted(port: 80),
    ListenError.identity(.noCertificate(source: "c.pem")),
    DataDirectoryError.unusable(path: "/dev/null", problem: ENOTDIR),
    DataDirectoryError.unusable(path: "/srv/y", problem: EACCES),
    DataDirectoryError.unusable(path: "/srv/x", problem: EROFS),
    JournalError.foreign(path: "j"), JournalError.forbidden(path: "j"),
    JournalError.newer(path: "j"), JournalError.empty(path: "j"),
    JournalError.inconsistent(path: "j", reason: "odd"),
    JournalError.incomplete(path: "j", .whole, asOf: nil),
    JournalError.damaged(path: "j", reason: "odd"),
    AdminSocketError.pathTooLong(path: "/x", limit: 107), AdminSocketError.foreign(path: "/x"),
    AdminSocketError.exposed(folder: "/tmp"),
  ]

  private static let passing: [any Error & Sendable] = [
    CertificateError.notYetValid(source: "c.pem", from: "2040-01-01"),
    ListenError.portInUse(host: "::", port: 1), ListenError.addressNotHere(host: "192.0.2.7"),
    ListenError.hostUnknown(host: "play.example.org", reason: "try again"),
    ListenError.identity(.notYetValid(source: "c.pem", from: "2040-01-01")),
    ListenError.system(reason: "odd"),
    DataDirectoryError.held(path: "/x", by: 7),
    DataDirectoryError.unusable(path: "/x", problem: ENOSPC),
    JournalError.unusable(path: "j", reason: "disk I/O error"), JournalError.inUse(path: "j"),
    AdminSocketError.taken(path: "/x"), CancellationError(),
  ]

  @Test("are permanent if they need a change, with exit code 64", arguments: lasting)
  func lasts(error: any Error & Sendable) {
    #expect(StartProblem.lasts(error))
  }

  @Test("are temporary if a retry may succeed, with exit code 1", arguments: passing)
  func passes(error: any Error & Sendable) {
    #expect(!StartProblem.lasts(error))
    let code = FacedownServerCommand.exitCode(for: StartProblem.toldExit(error))
    #expect(code == .failure)
  }

  @Test("keep exit code 64 from the parser and from a setting")
  func told() {
    let wrong = StartProblem.toldExit(ValidationError("No."))
    #expect(FacedownServerCommand.exitCode(for: wrong) == .validationFailure)
    let setting = StartProblem.toldExit(ExitCode.validationFailure)
    #expect(FacedownServerCommand.exitCode(for: setting) == .validationFailure)
  }
}
