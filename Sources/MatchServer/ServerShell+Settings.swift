// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Wire

// What the operator sets and asks.

extension ServerShell {
  /// Applies new limits.
  func configure(_ limits: ServerLimits) {
    self.limits = limits
    addresses = ClientAddress(limits)
    feed(.configure(limits))
  }

  /// Sets the names that key proofs and browsers' `Host` headers may use; call before any other
  /// input.
  func answer(to names: [ServerName], asHosts hosts: HostNames) {
    core.names = names
    hostNames = hosts
  }

  /// Feeds an admin request to the core; `answerAdmin` gets the answer.
  func ask(_ request: AdminRequest, _ id: AdminRequestID) { feed(.admin(request, id)) }
}
