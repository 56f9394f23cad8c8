// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#include "CEmojiAtlas.h"

#ifndef __has_embed
#error "This compiler cannot embed files: build with Swift 6.3 or newer."
#endif

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char fine[] = {
#embed "emoji-72x64.qoi"
};

static const unsigned char large[] = {
#embed "emoji-36x32.qoi"
};

static const unsigned char small[] = {
#embed "emoji-18x16.qoi"
};

const unsigned char *cemoji_fine(void) { return fine; }
unsigned long cemoji_fine_size(void) { return sizeof fine; }
const unsigned char *cemoji_large(void) { return large; }
unsigned long cemoji_large_size(void) { return sizeof large; }
const unsigned char *cemoji_small(void) { return small; }
unsigned long cemoji_small_size(void) { return sizeof small; }
