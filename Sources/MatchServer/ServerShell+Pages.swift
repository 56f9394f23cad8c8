// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

extension ServerShell {
  func respond(to request: HTTPRequest) -> HTTPResponse {
    switch request.path {
    case "/": HTTPResponse(status: 200, text: "Facedown \(version): a match server for Memory.\n")
    case ServerOptions.path: .upgradeRequired
    default: readiness.page(at: request.path) ?? .notFound
    }
  }
}
