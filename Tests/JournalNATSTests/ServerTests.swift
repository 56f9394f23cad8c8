// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

/// What needs real servers, one suite after the other.
@Suite("With real servers", .serialized, .timeLimit(.minutes(15)), .needsNATS)
struct ServerTests {}
