// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#ifndef CEMOJIATLAS_H
#define CEMOJIATLAS_H

// Three QOI images with the pictures of all faces (Tools/bake-emoji.py), each with its size in bytes.
// C carries them because a Swift array of this length takes the compiler minutes, and a file beside
// the program takes Foundation to find.
const unsigned char *_Nonnull cemoji_fine(void);
unsigned long cemoji_fine_size(void);
const unsigned char *_Nonnull cemoji_large(void);
unsigned long cemoji_large_size(void);
const unsigned char *_Nonnull cemoji_small(void);
unsigned long cemoji_small_size(void);

#endif
