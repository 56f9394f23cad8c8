// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Crypto

@Suite(.timeLimit(.minutes(1)))
struct Ed25519PEMTests {
  /// The first vector's key as other programs write it.
  private let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----

    """

  @Test("A key is written as other programs write it, and read from what they wrote")
  func foreign() throws {
    let vector = Ed25519Vector.all[0]
    let seed = try #require(Hexadecimal.bytes(of: vector.seed))
    let key = try #require(Ed25519PrivateKey(seed: seed))
    #expect(key.pem == pem)
    #expect(try Ed25519PrivateKey(pem: Array(pem.utf8)).publicKey == key.publicKey)
  }

  @Test("A key signs the same after writing and reading")
  func again() throws {
    let key = Ed25519PrivateKey()
    let read = try Ed25519PrivateKey(pem: Array(key.pem.utf8))
    #expect(read.publicKey == key.publicKey)
    #expect(read.signature(of: [1, 2, 3]) == key.signature(of: [1, 2, 3]))
  }

  @Test("Text without a key is refused")
  func noKey() throws {
    let cut = Array(pem.utf8.prefix(60))
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    for text in [[], Array("hello".utf8), cut, Array(made.certificatePEM.utf8)] {
      #expect(throws: Ed25519KeyError.noKey) { try Ed25519PrivateKey(pem: text) }
    }
  }

  @Test("A key of another kind is refused by name")
  func otherKind() throws {
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    #expect(throws: Ed25519KeyError.otherKind("EC")) {
      try Ed25519PrivateKey(pem: Array(made.privateKeyPEM.utf8))
    }
  }

  @Test("A key with a passphrase is refused without a prompt")
  func passphrase() {
    #expect(throws: Ed25519KeyError.noKey) { try Ed25519PrivateKey(pem: Array(encrypted.utf8)) }
  }

  private let encrypted = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBAtH2kEPFm9SclCP1n0
    AYNQAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ0SPLHZZ6fHYSbu7S
    wd8OmARAXNdYSHeTDu6DRv2/UkDEpw/3DBTH1Ju4xPyy8/iP2o0i46YAimRAj65g
    KfS1I2NE7bJUviKu1pz1DBnwolbfzQ==
    -----END ENCRYPTED PRIVATE KEY-----
    """
}
