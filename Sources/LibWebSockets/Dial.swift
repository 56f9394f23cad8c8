// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The state of an outgoing connection until it opens.
final class Dial {
  let options: ConnectOptions
  /// The addresses not tried yet, best first.
  var addresses: [String] = []
  /// Timeout of the whole attempt.
  var deadline: LoopTimer?
  /// When the attempt at the current address began, on the loop's clock in seconds.
  var attemptBegan = 0.0
  /// Whether an address is being tried, as opposed to waiting for the resolver or for the next
  /// tick.
  var isAttempting = false
  /// Whether TCP is connected.
  var isConnected = false
  /// Whether TLS, where used, has succeeded, and the request been sent.
  var isRequestSent = false
  /// The subprotocol the server chose.
  var chosen: String?
  /// The cause of failure, where we know more than libwebsockets.
  var failure: ConnectionFailure?

  init(_ options: ConnectOptions) { self.options = options }

  /// The value of the `Host` header.
  var authority: String {
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    let usual: UInt16 = options.tls == nil ? 80 : 443
    return options.port == usual ? host : "\(host):\(options.port)"
  }
}

extension ConnectOptions {
  /// Rejects values that would corrupt the request or overflow libwebsockets' fixed buffers.
  func check() throws(ConnectError) {
    connection.check()
    precondition(timeout > .zero, "A connection's timeout is \(timeout), but must be above zero.")
    let hostIsSound =
      (1...110).contains(host.utf8.count)
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-")...UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "%"):
          true
        default: false
        }
      }
    if !hostIsSound { throw .badHost(host) }
    let pathIsSound =
      path.hasPrefix("/") && path.utf8.count <= 1_000
      && path.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    if !pathIsSound { throw .badPath(path) }
  }
}
