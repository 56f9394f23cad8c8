// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import MatchClient

/// `facedown host`: runs a server beside the client, opens a room and takes its first seat.
struct HostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Host a match for others and play in it.",
    discussion: "Starts a server on this machine that runs until you quit.")

  @Option(
    help: ArgumentHelp(
      "The address to listen on; port 0 picks a free port.", valueName: "host:port"))
  var listen = "0.0.0.0:7777"

  @OptionGroup(title: "The match") var rules: SettingsArguments
  @Option(help: ArgumentHelp("The name others see.", valueName: "name"))
  var name: String?
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func run() async throws {
    let own = try renderStyle.settings(name: name, who: who)
    let key = try own.keyToPlay()
    try await App.run { app in
      try await app.withServer(listen: listen) { server in
        let (local, shared) = hostAddresses(of: server.url)
        var setup = TermRun.Setup.person(
          .create(rules.settings), at: local,
          Login(name: own.preferences.playerName, trust: server.trust), output, own)
        setup.key = key
        setup.sharedURL = shared
        setup.hasOwnServer = true
        try await app.runClient(setup)
      }
    }
  }
}

/// The addresses of a server on this machine: `local` for this client, `shared` for others.
func hostAddresses(of url: ServerURL) -> (local: ServerURL, shared: ServerURL) {
  guard url.host == "0.0.0.0" || url.host == "::" else { return (url, url) }
  var (local, shared) = (url, url)
  local.host = "127.0.0.1"
  shared.host = ownAddress() ?? "127.0.0.1"
  return (local, shared)
}

/// This machine's first IPv4 address that is not a loopback address.
func ownAddress() -> String? {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0 else { return nil }
  defer { freeifaddrs(list) }
  var next = list
  while let interface = next {
    next = interface.pointee.ifa_next
    guard let address = interface.pointee.ifa_addr, address.pointee.sa_family == AF_INET,
      interface.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
    else { continue }
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard
      getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
    else { continue }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }
  return nil
}
