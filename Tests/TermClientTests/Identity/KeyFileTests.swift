// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files
import Glibc
import MatchFixtures
import Testing

@testable import TermClient

@Suite("The file of a player's key", .timeLimit(.minutes(1)))
struct KeyFileTests {
  /// A temporary home folder.
  private let folder: TemporaryFolder
  private var home: String { folder.path }
  private let file: KeyFile

  init() throws {
    folder = try TemporaryFolder()
    let home = folder.path
    file = try #require(KeyFile(environment: { $0 == "HOME" ? home : nil }))
  }

  private func mode(of path: String) -> UInt32 {
    var state = stat()
    return stat(path, &state) == 0 ? state.st_mode & 0o777 : 0
  }

  private func write(_ text: String, mode: UInt32 = 0o600) {
    PrivateFolder.make("\(home)/.config/facedown")
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    fchmod(descriptor, mode)
    close(descriptor)
  }

  private func names(in folder: String) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count - 2
  }

  @Test("is made beside the settings when first needed, with mode 0600")
  func made() throws {
    #expect(file.path == "\(home)/.config/facedown/identity.pem")
    #expect(throws: KeyFileError.notThere(file.path)) { try file.load() }
    let key = try file.loadOrMake()
    #expect(mode(of: file.path) == 0o600)
    #expect(mode(of: "\(home)/.config/facedown") == 0o700)
    #expect(names(in: "\(home)/.config/facedown") == 1, "Nothing else is left there.")
    #expect(try file.load().publicKey == key.publicKey)
    #expect(try file.loadOrMake().publicKey == key.publicKey)
  }

  @Test("is the same for several processes that make it at once")
  func race() async throws {
    let file = file
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 { group.addTask { try file.loadOrMake().publicKey.bytes } }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    #expect(names(in: "\(home)/.config/facedown") == 1)
  }

  @Test("never replaces an existing file")
  func kept() throws {
    #expect(try file.make(Ed25519PrivateKey()))
    let key = try file.load()
    #expect(try !file.make(Ed25519PrivateKey()))
    #expect(try file.load().publicKey == key.publicKey)
  }

  @Test("is refused if other users have access", arguments: [0o644, 0o640, 0o602])
  func exposed(mode: UInt32) {
    write(Ed25519PrivateKey().pem, mode: mode)
    #expect(throws: KeyFileError.exposed(file.path)) { try file.loadOrMake() }
  }

  @Test("is refused and left unchanged if it holds no key", arguments: ["", "hello", "-----BEGIN"])
  func damaged(text: String) {
    write(text)
    #expect(throws: KeyFileError.damaged(file.path)) { try file.loadOrMake() }
    #expect(throws: KeyFileError.damaged(file.path)) { try file.load() }
  }

  @Test("is refused if it holds another kind of key")
  func otherKind() throws {
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    write(made.privateKeyPEM)
    #expect(throws: KeyFileError.otherKind(file.path, kind: "EC")) { try file.load() }
  }

  @Test("is refused if it is not a regular file, or too long")
  func noFile() {
    let folder = KeyFile(path: home)
    #expect(throws: KeyFileError.self) { try folder.load() }
    write(String(repeating: "x", count: 5000))
    #expect(throws: KeyFileError.unreadable(file.path, reason: "it is longer than 4096 bytes")) {
      try file.load()
    }
  }

  @Test("every error says what to do")
  func sentences() {
    let errors: [KeyFileError] = [
      .nowhere, .notThere("/k"), .exposed("/k"), .unreadable("/k", reason: "r"),
      .unwritable("/k", reason: "r"), .damaged("/k"), .otherKind("/k", kind: "EC"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix(".") && error.description.contains(": "))
      #expect(error == .nowhere || error.description.contains("/k"))
    }
  }
}
