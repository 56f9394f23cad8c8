// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#ifndef CNATS_SHIM_H
#define CNATS_SHIM_H

#include <nats/nats.h>

#if NATS_VERSION_MAJOR != 3 || NATS_VERSION_MINOR < 4
#error "Made for libnats 3.4: read docs/decisions/26 before using another."
#endif

#endif
