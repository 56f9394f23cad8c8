// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Socket options for low latency of small messages.
enum SocketTuning: CaseIterable {
  /// Sends small messages at once (`TCP_NODELAY`).
  case withoutDelay
  /// Ends the connection after ten seconds without acknowledgement, instead of a quarter of an hour
  /// (`TCP_USER_TIMEOUT`).
  case userTimeout
  /// Limits unsent data in the kernel, so that urgent data is not queued behind it
  /// (`TCP_NOTSENT_LOWAT`).
  case unsentLimit
  /// Retransmits after the round trip and 20 ms instead of 200 (`TCP_RTO_MIN_US`, Linux 6.11);
  /// older kernels refuse it, and only the chaser helps.
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

  /// The value to set.
  var value: Int32 {
    switch self {
    case .withoutDelay: 1
    case .userTimeout: 10_000
    case .unsentLimit: 16 * 1024
    case .retransmission: 20_000
    }
  }

  /// The current value on a socket; nil if the kernel does not support it.
  func read(from socket: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, Int32(IPPROTO_TCP), option, &value, &length) == 0 else { return nil }
    return value
  }

  /// Sets every option the kernel supports.
  static func apply(to socket: Int32) {
    // Unsupported options are skipped.
    for tuning in allCases { tuning.set(tuning.value, on: socket) }
  }

  /// Keeps a connection whose peer acknowledges nothing for this long, as one that stopped reading.
  static func waitForAcknowledgement(_ limit: Duration, on socket: Int32) {
    userTimeout.set(Int32(clamping: Int(limit / .milliseconds(1))), on: socket)
  }

  private func set(_ value: Int32, on socket: Int32) {
    var value = value
    setsockopt(
      socket, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
