// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchServer

@main
enum FacedownServer {
  static func main() async { await FacedownServerCommand.main() }
}
