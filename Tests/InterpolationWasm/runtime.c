// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The parts of a C library that Embedded Swift needs and bare wasm32 lacks: memory allocation, a
// seed for hashes, and arithmetic that processors leave to compilers. Freed blocks are kept by size,
// in powers of two, and reused.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

enum { smallest = 5, largest = 30, page = 65536, header = 16 };

static void *freed[largest + 1];
static uintptr_t top;

static int class_of(size_t size) {
  int class = smallest;
  while (class < largest && ((size_t)1 << class) < size) ++class;
  return class;
}

// A block begins with its size class, 16 bytes before the address returned.
static void *take(size_t size) {
  if (size > ((size_t)1 << largest) - header) return NULL;
  int class = class_of(size + header);
  unsigned char *block = freed[class];
  if (block != NULL) {
    freed[class] = *(void **)(block + header);
    return block + header;
  }
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + ((uintptr_t)1 << class);
  uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * page;
  if (end > limit) {
    size_t pages = (end - limit + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  block = (unsigned char *)top;
  top = end;
  *(int *)block = class;
  return block + header;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > header) return 22;
  *result = take(size);
  return *result == NULL ? 12 : 0;
}

void free(void *pointer) {
  if (pointer == NULL) return;
  int class = *(int *)((unsigned char *)pointer - header);
  *(void **)pointer = freed[class];
  freed[class] = (unsigned char *)pointer - header;
}

// Hashes need no secret seed here: no outsider chooses what is hashed.
void arc4random_buf(void *buffer, size_t count) {
  for (unsigned char *byte = buffer; count > 0; --count) *byte++ = 42;
}

void *memset(void *to, int value, size_t count) {
  for (unsigned char *byte = to; count > 0; --count) *byte++ = (unsigned char)value;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) {
    while (count-- > 0) *target++ = *source++;
  } else {
    while (count-- > 0) target[count] = source[count];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *left = one, *right = other;
  for (; count > 0; --count, ++left, ++right) {
    if (*left != *right) return *left < *right ? -1 : 1;
  }
  return 0;
}

// To the nearest whole number, halves away from zero, unlike wasm's own instruction.
double round(double value) {
  double whole = __builtin_trunc(value);
  if (__builtin_fabs(value - whole) < 0.5) return whole;
  return whole + __builtin_copysign(1, value);
}

float roundf(float value) { return (float)round(value); }

// A product of 128 bits, of which durations are made. By halves of 32 bits, for nothing wider is at
// hand here that would not end in this function again.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
  uint64_t first = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
  uint64_t second = (a & UINT32_MAX) * (b >> 32) + (first & UINT32_MAX);
  uint64_t high = (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32);
  high += a * (uint64_t)((unsigned __int128)right >> 64);
  high += b * (uint64_t)((unsigned __int128)left >> 64);
  low = (low & UINT32_MAX) | (second << 32);
  return (__int128)(((unsigned __int128)high << 64) | low);
}

// What the standard library asks to compare strings: every scalar is as it should be, so strings that
// are only canonically equivalent differ. The tables would be a twentieth of the page's module.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
  (void)scalar;
  return 0;
}

uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
  (void)scalar;
  return 0;
}

uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
  (void)first;
  (void)second;
  return UINT32_MAX;
}

const uint8_t *_swift_stdlib_nfd_decompositions = NULL;
