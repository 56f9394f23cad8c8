// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import MatchClient
package import Wire

extension WireEncoding {
  /// The client's input for a message that was received over a connection.
  package func clientInput(_ bytes: [UInt8], over number: ConnectionNumber) -> ClientInput {
    do throws(WireError) {
      return .received(number, try decodeServerMessage(bytes))
    } catch {
      return .garbled(number, error.description)
    }
  }
}
