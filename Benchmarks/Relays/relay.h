// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Shared by both relays: rooms as lists of members, and the entry made from an intent.

#ifndef RELAY_H
#define RELAY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ROOMS = 65536, LONGEST_ENTRY = 4096, LONGEST_INTENT = 1024 };

struct member;

struct room {
  struct member **members;
  size_t count, capacity;
};

static struct room rooms[ROOMS];
static size_t entry_length;

// The length of an entry, from the command line; the bounds are those of facedown-lab load relay.
static void read_entry_length(int count, char **arguments) {
  char *end = NULL;
  long length = count == 2 ? strtol(arguments[1], &end, 10) : 0;
  if (count != 2 || end == arguments[1] || *end || length < 8 || length > LONGEST_ENTRY) {
    fprintf(stderr, "usage: %s BYTES, the length of an entry from 8 to %d\n", arguments[0],
            LONGEST_ENTRY);
    exit(2);
  }
  entry_length = (size_t)length;
}

// Raises the limit of open files to the system's maximum, at most 65,536.
static void raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// The room of a path like /17; -1 for any other.
static int room_of_path(const char *path) {
  char *end;
  if (path[0] != '/' || path[1] < '0' || path[1] > '9') return -1;
  long number = strtol(path + 1, &end, 10);
  return (*end == 0 || *end == ' ') && number < ROOMS ? (int)number : -1;
}

static void add_member(int number, struct member *member) {
  struct room *room = &rooms[number];
  if (room->count == room->capacity) {
    room->capacity = room->capacity ? 2 * room->capacity : 8;
    room->members = realloc(room->members, room->capacity * sizeof *room->members);
    if (!room->members) abort();
  }
  room->members[room->count++] = member;
}

static void remove_member(int number, struct member *member) {
  struct room *room = &rooms[number];
  for (size_t index = 0; index < room->count; index++) {
    if (room->members[index] != member) continue;
    room->members[index] = room->members[--room->count];
    return;
  }
}

// Writes the frame of the entry that answers an intent (RFC 6455, section 5.2): as many of its
// bytes as fit, then zeroes. Returns the frame's length.
static size_t make_entry(uint8_t *frame, const uint8_t *intent, size_t length) {
  size_t header = entry_length < 126 ? 2 : 4;
  size_t copied = length < entry_length ? length : entry_length;
  frame[0] = 0x82;
  if (header == 2) {
    frame[1] = (uint8_t)entry_length;
  } else {
    frame[1] = 126;
    frame[2] = (uint8_t)(entry_length >> 8);
    frame[3] = (uint8_t)entry_length;
  }
  memcpy(frame + header, intent, copied);
  memset(frame + header + copied, 0, entry_length - copied);
  return header + entry_length;
}

// Announces the port in the same way as facedown-server.
static void announce(int port) {
  printf("{\"event\":\"listening\",\"url\":\"ws://127.0.0.1:%d\"}\n", port);
  fflush(stdout);
}

#endif
