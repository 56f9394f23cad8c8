// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The page for browsers, as a server has it.
package enum PageService: Hashable, Sendable {
  /// The operator turned it off.
  case off
  /// The program was built without it.
  case missing
  /// It is served.
  case on(WebPage)

  /// As the program was built.
  package static let embedded: PageService = WebPage.embedded.map { .on($0) } ?? .missing
}
