// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Socket options for small messages that should not wait.
enum SocketTuning: CaseIterable {
  /// A small message leaves at once (`TCP_NODELAY`).
  case withoutDelay
  /// Data nobody has acknowledged for ten seconds ends the connection, rather than for a quarter of
  /// an hour (`TCP_USER_TIMEOUT`).
  case userTimeout
  /// The kernel holds little that it has not sent, so that what is urgent is not behind much
  /// (`TCP_NOTSENT_LOWAT`).
  case unsentLimit
  /// A packet without an answer is sent again after the round trip and 20 ms, not 200
  /// (`TCP_RTO_MIN_US`, Linux 6.11); older kernels refuse it, and the chaser does alone.
  case retransmission

  /// The option's number in `IPPROTO_TCP`.
  var option: Int32 {
    switch self {
    case .withoutDelay: TCP_NODELAY
    case .userTimeout: Int32(clws_user_timeout)
    case .unsentLimit: Int32(clws_notsent_lowat)
    case .retransmission: Int32(clws_rto_min_us)
    }
  }

  /// What it is set to.
  var value: Int32 {
    switch self {
    case .withoutDelay: 1
    case .userTimeout: 10_000
    case .unsentLimit: 16 * 1024
    case .retransmission: 20_000
    }
  }

  /// What it stands at on a socket; nil where the kernel does not know it.
  func read(from socket: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, Int32(IPPROTO_TCP), option, &value, &length) == 0 else { return nil }
    return value
  }

  /// Sets every option the kernel takes.
  static func apply(to socket: Int32) {
    for tuning in allCases {
      var value = tuning.value
      // An option this kernel lacks is done without.
      setsockopt(
        socket, Int32(IPPROTO_TCP), tuning.option, &value,
        socklen_t(MemoryLayout<Int32>.size))
    }
  }
}
