// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The minimal computation in plain C, with all parameters known in advance: the baseline for the
// interpolator's samples.

#include "PlainFloor.h"

#include <math.h>

double floor_spring(long count) {
  const double frequency = 12.566370614359172, ratio = 0.7;
  const double rate = ratio * frequency, damped = frequency * sqrt(1 - ratio * ratio);
  double sum = 0;
  for (long i = 0; i < count; ++i) {
    double t = (double)(i & 1023) * 0.001;
    double decay = exp(-rate * t), sine = sin(damped * t), cosine = cos(damped * t);
    double push = decay * sine / damped;
    sum += 1 - decay * cosine - rate * push + frequency * frequency * push;
  }
  return sum;
}

double floor_bezier(long count) {
  const double x1 = 0.42, y1 = 0, x2 = 0.58, y2 = 1;
  const double cx = 3 * x1, bx = 3 * (x2 - 2 * x1), ax = 1 - cx - bx;
  const double cy = 3 * y1, by = 3 * (y2 - 2 * y1), ay = 1 - cy - by;
  double sum = 0;
  for (long i = 0; i < count; ++i) {
    double x = (double)((i & 1023) + 1) * (1.0 / 1025), s = x, step;
    do {
      step = (((ax * s + bx) * s + cx) * s - x) / ((3 * ax * s + 2 * bx) * s + cx);
      s -= step;
    } while (fabs(step) >= 1e-11);
    double slope = ((3 * ay * s + 2 * by) * s + cy) / ((3 * ax * s + 2 * bx) * s + cx);
    sum += ((ay * s + by) * s + cy) * s + slope;
  }
  return sum;
}
