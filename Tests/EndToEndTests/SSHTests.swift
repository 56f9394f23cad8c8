// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// The real sshd, with the files of `deploy/ssh`: who logs in plays, and can do nothing else.
@Suite("Over ssh", .serialized, .timeLimit(.minutes(6)))
struct SSHTests {
  /// What a login tries besides other commands than a room's code, with its result.
  private static let attempts =
    [
      "without a terminal, no command", "without a terminal, a code", "without a terminal, id",
      "the subsystem sftp", "scp -s", "scp -O",
      "the account root", "the account nobody", "the account sshd", "the account nosuchuser",
      "port forwarding -L", "port forwarding -D", "forwarding from a local socket, -L",
      "forwarding to a socket of the host, -L", "port forwarding -R",
      "forwarding from a socket of the host, -R", "forwarding of standard input, -W",
      "a tunnel, -w", "agent forwarding -A", "X11 forwarding -Y", "forwarding by ~C",
      "variables by SetEnv", "variables by SetEnv, before the script",
      "variables by SendEnv", "variables by SendEnv, before the script",
      "a TERM ../../../x", "a TERM with an escape", "a TERM of 5000 letters",
      "a TERM with a line feed", "a TERM with a space", "a TERM empty",
      "stopping by Ctrl-Z and SIGTSTP", "the privileges of root", "hosting a server",
      "a shell after Ctrl-\\", "a shell after Ctrl-C", "a guest's home after the line was cut",
      "the host's memory by a window of 65535 by 65535",
      "a second session over one connection", "a sixth login under way from one address",
    ].map { "\($0): refused" }

  private func drive(_ driver: String) async throws -> Finished {
    try await Programs.run(
      "/usr/bin/python3",
      [
        "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/\(driver).py",
        Programs.path("facedown"), Programs.path("facedown-server"), "\(Programs.checkout)/deploy",
      ])
  }

  @Test(
    "a player with a key, a guest and a bot play a match to its end",
    .needs("python3", "tmux", "sshd", "ssh"), .needsRootAndNamespaces)
  func match() async throws {
    let visit = try await drive("ssh_match")
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(
      visit.lines == [
        "the waiting room's link leads to the public address",
        "ana: the match is over; saving is refused and not offered",
        "guest: the match is over; saving is refused and not offered",
        "the bot has every entry",
        "ended: END_REASON_FINISHED",
        "Ada: a bot", "Player: a key", "Player: a guest",
        "one home, named by the key",
        "it keeps .config/facedown/identity.lock .config/facedown/identity.pem",
        "the guest's home is gone",
      ])
  }

  @Test(
    "what a login must not do is refused, each attempt by itself",
    .needs("python3", "tmux", "sshd", "ssh"), .needsRootAndNamespaces)
  func escapes() async throws {
    let visit = try await drive("ssh_escapes")
    #expect(visit.code == 0, "\(visit.errors)")
    let commands = visit.lines.filter { $0.hasPrefix("the command ") }
    #expect(commands.count == 30 && commands.allSatisfy { $0.hasSuffix(": refused") })
    let others = visit.lines.filter { !$0.hasPrefix("the command ") }
      .map { $0.replacing("not tried, because the client can have none", with: "refused") }
    let usual = "a TERM of the usual form: kept"
    #expect(others.filter { $0 != usual } == Self.attempts, "\(visit.lines)")
    #expect(others.contains(usual))
  }

  @Test("its service is well formed", .needs("systemd-analyze", "sshd"))
  func service() async throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOfFile: "\(Programs.checkout)/deploy/ssh/facedown-ssh.service", encoding: .utf8)
    // The link to it exists once the files are installed.
    let unit = try folder.write(
      text.replacing("/usr/lib/facedown/facedown-sshd", with: "/usr/sbin/sshd"),
      to: "facedown-ssh.service")
    let verdict = try await Programs.run(
      "systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", unit])
    #expect(verdict.code == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where sshd cannot be given an account and a PAM service of its own.
  fileprivate static var needsRootAndNamespaces: Self {
    .needs(
      "test $(id -u) = 0 && unshare --mount true",
      orElse: "An account and a PAM service for sshd alone take root and mount namespaces.")
  }
}
