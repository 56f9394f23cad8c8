// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import MatchClient
import SocketClient
import TerminalUI

/// Waits on an event loop for standard input and the terminal; confined to the loop.
final class LoopInput: TerminalInput {
  private let loop: EventLoop
  private let clock: LocalClock
  private let keyboard: Int32
  private let events: Int32?
  private var take: ((TerminalInputEvent) -> Void)?
  private var watches: [DescriptorWatch] = []
  private var timer: LoopTimer?

  /// An input; `start` begins to read.
  ///
  /// - Parameters:
  ///   - loop: the event loop.
  ///   - clock: the clock of everything shown on the terminal.
  ///   - events: a descriptor that becomes readable on the terminal's events; nil for none.
  ///   - keyboard: the descriptor to read from.
  init(_ loop: EventLoop, clock: LocalClock, events: Int32?, keyboard: Int32 = STDIN_FILENO) {
    self.loop = loop
    self.clock = clock
    self.events = events
    self.keyboard = keyboard
  }

  var now: DisplayTime { clock.now.onDisplay }

  func start(_ take: @escaping (TerminalInputEvent) -> Void) {
    precondition(self.take == nil, "Another screen listens to this input.")
    self.take = take
    watches = [loop.watch(fileDescriptor: keyboard) { [weak self] in self?.read() }]
    if let events {
      watches.append(loop.watch(fileDescriptor: events) { [weak self] in self?.take?(.due) })
    }
  }

  func wake(at time: DisplayTime?) {
    timer?.cancel()
    timer = time.map { time in
      loop.schedule(after: max(time - now, .zero)) { [weak self] in self?.take?(.due) }
    }
  }

  func stop() {
    take = nil
    for watch in watches { watch.cancel() }
    watches = []
    wake(at: nil)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(keyboard, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else {
      // An input at its end stays readable.
      watches.removeFirst().cancel()
      take?(.end)
      return
    }
    take?(.bytes(Array(buffer[..<count])))
  }
}
