// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// The responses under way: those that their sockets did not take at once.
///
/// Meanwhile libwebsockets leaves the socket alone: it would be woken by what follows the request,
/// which it does not read, again and again.
final class OutgoingResponses {
  private struct Delivery {
    let response: OutgoingResponse
    /// How long the socket may take nothing.
    let patience: Duration
    let onEnd: (ResponseEnd) -> Void
    /// Hangs up when the whole response takes too long.
    let deadline: LoopTimer
    /// Hangs up unless the socket takes more.
    var stall: LoopTimer
    /// Sends more when the socket has room.
    let output: DescriptorWatch
    /// Reads what follows the request.
    let input: DescriptorWatch
    /// How many bytes of that were thrown away.
    var inputCount = 0
  }

  /// The most that a client may send after its request: it has no reason to send anything.
  private static let mostInput = 65_536

  private var deliveries: [OpaquePointer: Delivery] = [:]

  /// How many there are.
  var count: Int { deliveries.count }

  /// Begins the response of a connection; `onEnd` is called once, when it is over.
  ///
  /// - Returns: what the callback of lws is to return: anything but 0 disconnects.
  func begin(
    _ response: OutgoingResponse, over socket: OpaquePointer, _ options: ListenOptions,
    _ core: LoopCore, onEnd: @escaping (ResponseEnd) -> Void
  ) -> Int32 {
    precondition(deliveries[socket] == nil, "A connection has one response.")
    let progress = response.write(to: socket)
    guard case .underWay = progress else {
      onEnd(ResponseEnd(response, progress))
      return -1
    }
    lws_set_timeout(socket, NO_PENDING_TIMEOUT, 0)
    lws_rx_flow_control(socket, 0)
    let descriptor = lws_get_socket_fd(socket)
    SocketTuning.waitForAcknowledgement(options.responseStall, on: descriptor)
    deliveries[socket] = Delivery(
      response: response, patience: options.responseStall, onEnd: onEnd,
      deadline: LoopTimer(core: core, after: options.responseTimeout) { clws_kill_soon(socket) },
      stall: LoopTimer(core: core, after: options.responseStall) { clws_kill_soon(socket) },
      output: DescriptorWatch(core: core, descriptor: descriptor, forOutput: true) {
        [unowned self, unowned core] in go(on: socket, core)
      },
      input: DescriptorWatch(core: core, descriptor: descriptor) { [unowned self] in
        discard(from: descriptor, of: socket)
      })
    return 0
  }

  /// The socket has room for more.
  private func go(on socket: OpaquePointer, _ core: LoopCore) {
    guard let delivery = deliveries[socket] else { return }
    let progress = delivery.response.write(to: socket)
    guard case .underWay = progress else {
      end(socket, progress)
      clws_finish(socket)
      clws_kill_soon(socket)
      return
    }
    delivery.stall.cancel()
    deliveries[socket]?.stall = LoopTimer(core: core, after: delivery.patience) {
      clws_kill_soon(socket)
    }
  }

  /// The socket is gone.
  func drop(_ socket: OpaquePointer) { end(socket, .broken) }

  /// Throws away what a client sends after its request, and hangs up on one that sends too much.
  private func discard(from descriptor: Int32, of socket: OpaquePointer) {
    let count = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { bytes in
      recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
    }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    // It sends nothing more, but may still read; if it is gone, the next write says so.
    guard count != 0 else {
      deliveries[socket]?.input.cancel()
      return
    }
    deliveries[socket]?.inputCount += max(count, 0)
    guard count < 0 || deliveries[socket].map({ $0.inputCount > Self.mostInput }) == true else {
      return
    }
    end(socket, .broken)
    clws_kill_soon(socket)
  }

  private func end(_ socket: OpaquePointer, _ progress: OutgoingResponse.Progress) {
    guard let delivery = deliveries.removeValue(forKey: socket) else { return }
    delivery.output.cancel()
    delivery.input.cancel()
    delivery.deadline.cancel()
    delivery.stall.cancel()
    delivery.onEnd(ResponseEnd(delivery.response, progress))
  }
}

extension ResponseEnd {
  fileprivate init(_ response: OutgoingResponse, _ progress: OutgoingResponse.Progress) {
    let isComplete = if case .complete = progress { true } else { false }
    self.init(byteCount: response.sentCount, isComplete: isComplete)
  }
}
