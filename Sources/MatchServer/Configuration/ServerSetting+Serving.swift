// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging

// Settings for addresses, data, TLS and logs.

extension ServerSetting {
  static let listen = ServerSetting(
    name: "listen", abstract: "Address to listen on; port 0 picks a free port.",
    valueName: "host:port",
    form: .hostAndPort(example: "127.0.0.1:7777 or [::1]:7777"),
    standard: [ListenAddress.standard.description])

  static let publicName = ServerSetting(
    name: "public-name",
    abstract:
      "The name players dial, against which their keys are proven; may be repeated.",
    discussion: """
      A host name or an address, with the port if it differs from the one listened on, as behind a \
      proxy. Default: localhost and the listen address. Web pages may call the server by these \
      names, by an IP address, by localhost and by the machine's own name only.
      """,
    valueName: "host[:port]", form: .publicName, isList: true)

  static let data = ServerSetting(
    name: "data", abstract: "The data folder, where matches are kept.",
    discussion: """
      Only one server at a time can use it. Default: $STATE_DIRECTORY, else \
      $XDG_STATE_HOME/facedown, else ~/.local/state/facedown.
      """,
    valueName: "folder", form: .path(what: "folder"))

  static let inMemory = toggle(
    "in-memory", "Keep matches in memory only: they end with the server.")

  static let wait = toggle(
    "wait", "Wait for another server to release the folder or the port, then take over.")

  static let tlsCertificate = ServerSetting(
    name: "tls-certificate", abstract: "Certificate chain for wss://, PEM.",
    discussion: "Reloaded on SIGHUP. Open connections keep the old certificate.",
    valueName: "file", form: .path(what: "file"), change: .forNewConnections)

  static let tlsKey = ServerSetting(
    name: "tls-key", abstract: "Private key of the certificate, PEM.", valueName: "file",
    form: .path(what: "file"), change: .forNewConnections)

  static let tlsSelfSigned = toggle(
    "tls-self-signed",
    "Create a self-signed certificate for wss:// at start and print its fingerprint.")

  static let metrics = ServerSetting(
    name: "metrics",
    abstract: "Address that serves /metrics, /healthz and /readyz; port 0 picks a free port.",
    discussion: """
      Plain HTTP without a password: keep it on this machine, or on a private network.
      """,
    valueName: "host:port", form: .hostAndPort(example: "127.0.0.1:9464"),
    standardInWords: "off")

  static let adminSocket = ServerSetting(
    name: "admin-socket", abstract: "Path of the Unix socket for facedown-server admin.",
    valueName: "path", form: .path(what: "file"), standardInWords: "admin.sock in the data folder")

  static let logFormat = ServerSetting(
    name: "log-format", abstract: "Log format: for people, or one JSON object per line.",
    valueName: "format", form: .word(LogForm.allCases.map(\.rawValue)),
    standard: [LogForm.human.rawValue])

  static let logLevel = ServerSetting(
    name: "log-level", abstract: "Minimum level to log.",
    valueName: "level", form: .word(Logger.Level.allCases.map(\.rawValue)),
    standard: [Logger.Level.info.rawValue],
    change: .atOnce)
}

// Settings for origins and proxies.

extension ServerSetting {
  static let allowOrigin = ServerSetting(
    name: "allow-origin",
    abstract:
      "Allow web pages of this origin, besides those of the server's own host; * allows all.",
    discussion: "May be repeated.", valueName: "origin", form: .origin, isList: true,
    change: .atOnce)

  static let trustedProxy = ServerSetting(
    name: "trusted-proxy",
    abstract: "Trust the proxy at this address to name its clients (X-Forwarded-For).",
    discussion: """
      An address like 192.0.2.7, or a block like 172.18.0.0/16 if the proxy's address changes: \
      every address in it is trusted. May be repeated.
      """,
    valueName: "address[/bits]", form: .addresses, isList: true, change: .atOnce)

  static let behindProxy = toggle(
    "behind-proxy",
    "The server is behind a proxy: round trips measured by the kernel are the proxy's.",
    change: .forNewConnections)
}
