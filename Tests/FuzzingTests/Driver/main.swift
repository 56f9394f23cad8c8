// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// facedown-fuzz ENTRY [libFuzzer's flags] [FOLDER|FILE...]
// facedown-fuzz --list | pack FOLDER FILE | unpack FILE FOLDER

Driver.run(CommandLine.arguments)
