// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Resolution of host names.
enum NameLookup {
  /// The resolver's error.
  struct Problem: Error, Sendable {
    let reason: String
  }

  /// Whether `host` is already an address.
  static func isAddress(_ host: String) -> Bool {
    var space = in6_addr()
    return inet_pton(AF_INET, host, &space) == 1 || inet_pton(AF_INET6, host, &space) == 1
  }

  /// The addresses of `host` in the order to try them (RFC 6724), at most eight; may block for
  /// seconds, so never call it on the loop.
  static func addresses(of host: String) throws(Problem) -> [String] {
    var texts: [String] = []
    try forEachAddress(of: host, port: 0, flags: 0) { address in
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let status = getnameinfo(
        address.pointee.ai_addr, address.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
        NI_NUMERICHOST)
      let name = String(nulTerminated: text)
      if status == 0 && texts.count < 8 && !texts.contains(name) { texts.append(name) }
    }
    return texts
  }

  /// Calls `body` with each address of `host`; there is at least one.
  static func forEachAddress(
    of host: String, port: UInt16, flags: Int32,
    _ body: (UnsafeMutablePointer<addrinfo>) -> Void
  ) throws(Problem) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    guard status == 0, let list else {
      throw Problem(reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(list) }
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let address = next {
      body(address)
      next = address.pointee.ai_next
    }
  }
}
