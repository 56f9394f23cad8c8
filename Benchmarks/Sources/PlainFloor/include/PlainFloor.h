// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#pragma once

/// Samples an under-damped spring, value and velocity, at `count` times; returns their sum.
double floor_spring(long count);

/// Samples the cubic curve of easeInOut, value and slope, at `count` times; returns their sum.
double floor_bezier(long count);
