// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging

// The settings one by one: where a server is, what it keeps and what it says.

extension ServerSetting {
  static let listen = ServerSetting(
    name: "listen", abstract: "Where to listen; port 0 picks a free one.", valueName: "host:port",
    form: .hostAndPort(example: "127.0.0.1:7777 or [::1]:7777"),
    standard: [ListenAddress.standard.description])

  static let publicName = ServerSetting(
    name: "public-name",
    abstract:
      "What this server is dialled as, which players' keys are proven to; may be repeated.",
    discussion: """
      A host name or an address, with the port where players use another than the one listened on, \
      as behind a proxy. Without it, localhost and where it listens. Web pages may call the server by \
      these names, by addresses, localhost and the machine's own name, and by no other.
      """,
    valueName: "host[:port]", form: .publicName, isList: true)

  static let data = ServerSetting(
    name: "data", abstract: "The folder matches are kept in.",
    discussion: """
      One server at a time has it. Without it, $STATE_DIRECTORY, $XDG_STATE_HOME/facedown or \
      ~/.local/state/facedown.
      """,
    valueName: "folder", form: .path(what: "folder"))

  static let inMemory = toggle(
    "in-memory", "Keep matches in memory: they end with the server.")

  static let wait = toggle(
    "wait", "Wait until the server that has the folder or the port leaves, then take over.")

  static let tlsCertificate = ServerSetting(
    name: "tls-certificate", abstract: "The certificate chain for wss://, PEM.",
    discussion: "It is read again on SIGHUP: new connections see the new one, open ones go on.",
    valueName: "file", form: .path(what: "file"), change: .forNewConnections)

  static let tlsKey = ServerSetting(
    name: "tls-key", abstract: "The certificate's private key, PEM.", valueName: "file",
    form: .path(what: "file"), change: .forNewConnections)

  static let tlsSelfSigned = toggle(
    "tls-self-signed", "Make a certificate for wss:// at the start and print its fingerprint.")

  static let metrics = ServerSetting(
    name: "metrics",
    abstract: "Where to answer /metrics, /healthz and /readyz; port 0 picks a free one.",
    discussion: """
      Plain HTTP, and nobody is asked for a password: keep it on this machine, or in a network of \
      your own.
      """,
    valueName: "host:port", form: .hostAndPort(example: "127.0.0.1:9464"),
    standardInWords: "nowhere")

  static let adminSocket = ServerSetting(
    name: "admin-socket", abstract: "The socket by which whoever runs the server speaks to it.",
    valueName: "path", form: .path(what: "file"), standardInWords: "admin.sock in the data folder")

  static let logFormat = ServerSetting(
    name: "log-format", abstract: "How the log is written: for people, or as JSON objects.",
    valueName: "format", form: .word(LogForm.allCases.map(\.rawValue)),
    standard: [LogForm.human.rawValue])

  static let logLevel = ServerSetting(
    name: "log-level", abstract: "What the log tells: this and all that is graver.",
    valueName: "level", form: .word(Logger.Level.allCases.map(\.rawValue)),
    standard: [Logger.Level.info.rawValue],
    change: .atOnce)
}

// Who is let in, and from where.

extension ServerSetting {
  static let allowOrigin = ServerSetting(
    name: "allow-origin",
    abstract: "Let pages of this origin play, besides those of this server's own host; * for all.",
    discussion: "May be repeated.", valueName: "origin", form: .origin, isList: true,
    change: .atOnce)

  static let trustedProxy = ServerSetting(
    name: "trusted-proxy",
    abstract: "Believe the proxy at this address who its clients are (X-Forwarded-For).",
    discussion: """
      An address like 192.0.2.7, or a block like 172.18.0.0/16 where the proxy's changes: whoever is in \
      it is believed. May be repeated.
      """,
    valueName: "address[/bits]", form: .addresses, isList: true, change: .atOnce)

  static let behindProxy = toggle(
    "behind-proxy",
    "A proxy stands before this server: what the kernel measures is the proxy's line.",
    change: .forNewConnections)
}
