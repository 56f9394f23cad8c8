// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Opening a TCP socket that listens.
enum ListeningSocket {
  /// A non-blocking socket listening on `host` and `port`, and its actual port.
  ///
  /// - Throws: ``ListenError`` with the first problem, after all addresses of the host were tried.
  static func open(host: String, port: UInt16) throws(ListenError) -> (
    descriptor: Int32, port: UInt16
  ) {
    var opened: Int32?
    var problem: Int32 = 0
    do throws(NameLookup.Problem) {
      try NameLookup.forEachAddress(of: host, port: port, flags: AI_PASSIVE) { address in
        if opened != nil { return }
        let descriptor = listen(on: address.pointee)
        if descriptor >= 0 {
          opened = descriptor
        } else if problem == 0 {
          problem = errno
        }
      }
    } catch {
      throw .hostUnknown(host: host, reason: error.reason)
    }
    guard let opened else { throw error(problem, host: host, port: port) }
    return (opened, boundPort(opened))
  }

  private static func listen(on address: addrinfo) -> Int32 {
    let descriptor = clws_socket(address.ai_family)
    if descriptor < 0 { return -1 }
    var on: Int32 = 1
    var off: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if address.ai_family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size)
    }
    if bind(descriptor, address.ai_addr, address.ai_addrlen) == 0
      && Glibc.listen(descriptor, 4_096) == 0
    {
      return descriptor
    }
    let problem = errno
    close(descriptor)
    errno = problem
    return -1
  }

  private static func error(_ problem: Int32, host: String, port: UInt16) -> ListenError {
    switch problem {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotHere(host: host)
    case EACCES, EPERM: .notPermitted(port: port)
    default: .system(reason: String(cString: strerror(problem)))
    }
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = withUnsafeMutableBytes(of: &storage) {
      getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
    return PeerAddress(storage)?.port ?? 0
  }
}
