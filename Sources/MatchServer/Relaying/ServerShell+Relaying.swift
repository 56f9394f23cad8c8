// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient

extension ServerShell {
  /// Makes the server a relay, and dials the owner of its matches; call before any other input.
  ///
  /// - Parameter address: where the owner is.
  /// - Returns: the connections to it, whose state tells when it has been reached.
  func relay(_ address: OwnerAddress) -> OwnerConnections {
    let name = core.relay(of: address.url.description)
    let owner = OwnerConnections(
      to: address, as: name, loop: loop, logger: logger,
      serverTime: { [unowned self] in clock.now }
    ) { [weak self] input in self?.feed(.owner(input)) }
    self.owner = owner
    owner.start()
    return owner
  }
}
