// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#pragma once

#include <stdint.h>

/// Number of allocations since the process began, on any thread.
uint64_t allocation_count(void);
