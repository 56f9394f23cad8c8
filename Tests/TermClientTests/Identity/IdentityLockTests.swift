// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files
import MatchClient
import MatchFixtures
import Testing

@testable import TermClient

@Suite("Lock on a key", .timeLimit(.minutes(1)))
struct IdentityLockTests {
  /// A temporary home folder.
  private let folder: TemporaryFolder
  private var home: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Locks `key` at servers, as another program of the same user would.
  private func claim(_ key: Ed25519PublicKey, _ servers: String...) throws -> IdentityLock? {
    let home = home
    PrivateFolder.make("\(home)/.config/facedown")
    let urls = try servers.map { text throws(ServerURLError) in try ServerURL(text) }
    return IdentityLock(key, at: urls) { $0 == "HOME" ? home : nil }
  }

  @Test("is exclusive at a server, under each of its names, until released")
  func exclusive() throws {
    let key = Ed25519PrivateKey().publicKey
    var first = try claim(key, "ws://127.0.0.1:7777", "ws://192.0.2.7:7777")
    #expect(first != nil)
    #expect(try claim(key, "ws://192.0.2.7:7777/ABCDE") == nil)
    #expect(try claim(key, "ws://localhost:7777") == nil)
    first = nil
    #expect(try claim(key, "ws://192.0.2.7:7777") != nil)
  }

  @Test("does not affect other keys and other servers")
  func others() throws {
    let key = Ed25519PrivateKey().publicKey
    let first = try claim(key, "ws://127.0.0.1:7777")
    #expect(first != nil)
    #expect(try claim(key, "ws://127.0.0.1:7778") != nil)
    #expect(try claim(key, "ws://play.example.org:7777") != nil)
    #expect(try claim(Ed25519PrivateKey().publicKey, "ws://127.0.0.1:7777") != nil)
  }

  @Test("releases every server if one is taken")
  func partial() throws {
    let key = Ed25519PrivateKey().publicKey
    let first = try claim(key, "ws://192.0.2.8:7777")
    #expect(first != nil)
    #expect(try claim(key, "ws://192.0.2.7:7777", "ws://192.0.2.8:7777") == nil)
    #expect(try claim(key, "ws://192.0.2.7:7777") != nil)
  }

  @Test("succeeds for everyone if no file can be locked")
  func unseen() throws {
    let key = Ed25519PrivateKey().publicKey
    let url = try ServerURL("ws://127.0.0.1:7777")
    let claims = (0..<2).map { _ in IdentityLock(key, at: [url]) { _ in nil } }
    #expect(claims.allSatisfy { $0 != nil })
    let missing = (0..<2).map { _ in IdentityLock(key, at: [url]) { _ in "/nonexistent" } }
    #expect(missing.allSatisfy { $0 != nil })
  }
}
