// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import TermClient

@main
enum Facedown {
  static func main() { MainThread.run { await FacedownCommand.main() } }
}
