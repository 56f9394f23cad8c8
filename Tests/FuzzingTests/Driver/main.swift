// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// facedown-fuzz ENTRY [libFuzzer's flags] [FOLDER|FILE...]

Driver.run(CommandLine.arguments)
