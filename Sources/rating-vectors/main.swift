// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import RatingVectors

RatingVectorsCommand.main()
