// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Lab

@main
enum FacedownLab {
  static func main() { LabCommand.start() }
}
