// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import AnimationVectors
internal import Glibc

exit(VectorsCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))
