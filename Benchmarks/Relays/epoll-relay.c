// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A relay written directly on epoll: a lower bound for the cost of any server. What one member of a
// room sends goes to all its members. The frames of one wake-up are sent in one write per
// connection.
//
//   cc -O2 -o epoll-relay epoll-relay.c -lcrypto

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "relay.h"

enum { INPUT = 4096, LONGEST_QUEUE = 1 << 20 };

struct member {
  int descriptor, room, is_dirty;
  size_t input_length, output_length, output_begin, output_capacity;
  uint8_t *output;
  uint8_t input[INPUT];
};

static int poller;
static struct member **dirty;
static size_t dirty_count, dirty_capacity;

static void drop(struct member *member) {
  if (member->room >= 0) remove_member(member->room, member);
  for (size_t index = 0; index < dirty_count; index++)
    if (dirty[index] == member) dirty[index] = NULL;
  close(member->descriptor);
  free(member->output);
  free(member);
}

static void watch(struct member *member, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = member};
  if (epoll_ctl(poller, operation, member->descriptor, &event)) abort();
}

// Queues bytes until the end of the wake-up; drops them if the reader is a megabyte behind.
static void put(struct member *member, const void *bytes, size_t length) {
  if (member->output_length + length > LONGEST_QUEUE) return;
  if (member->output_length + length > member->output_capacity) {
    member->output_capacity = 2 * (member->output_length + length);
    member->output = realloc(member->output, member->output_capacity);
    if (!member->output) abort();
  }
  memcpy(member->output + member->output_length, bytes, length);
  member->output_length += length;
  if (member->is_dirty) return;
  member->is_dirty = 1;
  if (dirty_count == dirty_capacity) {
    dirty_capacity = dirty_capacity ? 2 * dirty_capacity : 64;
    dirty = realloc(dirty, dirty_capacity * sizeof *dirty);
    if (!dirty) abort();
  }
  dirty[dirty_count++] = member;
}

static void flush(struct member *member) {
  member->is_dirty = 0;
  while (member->output_begin < member->output_length) {
    ssize_t sent = send(member->descriptor, member->output + member->output_begin,
                        member->output_length - member->output_begin, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EAGAIN) watch(member, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
      return;
    }
    member->output_begin += (size_t)sent;
  }
  member->output_begin = member->output_length = 0;
}

// Answers the upgrade (RFC 6455, section 4.2.2); 0 if the request is not complete, -1 if it is bad.
static int shake_hands(struct member *member) {
  static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  static const char field[] = "Sec-WebSocket-Key:";
  if (member->input_length == INPUT) return -1;
  member->input[member->input_length] = 0;
  char *text = (char *)member->input;
  char *end = strstr(text, "\r\n\r\n");
  if (!end) return 0;
  char *key = strcasestr(text, field);
  if (strncmp(text, "GET ", 4) || !key || key > end) return -1;
  key += strlen(field);
  key += strspn(key, " ");
  size_t length = strcspn(key, " \r");
  if (length > 64 || (member->room = room_of_path(text + 4)) < 0) return -1;
  char joined[128];
  unsigned char digest[SHA_DIGEST_LENGTH], accept[64];
  int joined_length = snprintf(joined, sizeof joined, "%.*s%s", (int)length, key, guid);
  SHA1((unsigned char *)joined, (size_t)joined_length, digest);
  EVP_EncodeBlock(accept, digest, sizeof digest);
  char answer[256];
  int count = snprintf(answer, sizeof answer,
                       "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                       "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                       accept);
  put(member, answer, (size_t)count);
  add_member(member->room, member);
  member->input_length = 0;
  return 1;
}

// Relays the complete frames of the input; -1 if the connection must be closed.
static int relay(struct member *member) {
  uint8_t frame[LONGEST_ENTRY + 4];
  size_t begin = 0;
  while (member->input_length - begin >= 6) {
    uint8_t *bytes = member->input + begin;
    size_t length = bytes[1] & 0x7f, header = 6;
    if (!(bytes[1] & 0x80) || length == 127 || (bytes[0] & 0xf) == 8) return -1;
    if (length == 126) {
      header = 8;
      length = (size_t)bytes[2] << 8 | bytes[3];
    }
    if (length > LONGEST_INTENT) return -1;
    if (member->input_length - begin < header + length) break;
    uint8_t *mask = bytes + header - 4, *payload = bytes + header;
    for (size_t index = 0; index < length; index++) payload[index] ^= mask[index & 3];
    if ((bytes[0] & 0xf) <= 2) {
      size_t count = make_entry(frame, payload, length);
      struct room *room = &rooms[member->room];
      for (size_t index = 0; index < room->count; index++) put(room->members[index], frame, count);
    }
    begin += header + length;
  }
  member->input_length -= begin;
  memmove(member->input, member->input + begin, member->input_length);
  return 0;
}

// Reads once; -1 if the connection is closed or must be closed.
static int read_input(struct member *member) {
  ssize_t got = recv(member->descriptor, member->input + member->input_length,
                     INPUT - member->input_length, 0);
  if (got <= 0) return got < 0 && errno == EAGAIN ? 0 : -1;
  member->input_length += (size_t)got;
  return member->room < 0 ? (shake_hands(member) < 0 ? -1 : 0) : relay(member);
}

static void accept_all(int listener) {
  int descriptor, one = 1;
  while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct member *member = calloc(1, sizeof *member);
    if (!member) abort();
    member->descriptor = descriptor;
    member->room = -1;
    watch(member, EPOLL_CTL_ADD, EPOLLIN);
  }
}

int main(int count, char **arguments) {
  read_entry_length(count, arguments);
  raise_descriptor_limit();
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  poller = epoll_create1(0);
  if (listener < 0 || poller < 0 || bind(listener, (struct sockaddr *)&address, length) ||
      listen(listener, 4096) || getsockname(listener, (struct sockaddr *)&address, &length)) {
    perror("epoll-relay");
    return 1;
  }
  struct epoll_event event = {.events = EPOLLIN}, events[256];
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  announce(ntohs(address.sin_port));
  for (;;) {
    int ready = epoll_wait(poller, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      struct member *member = events[index].data.ptr;
      if (!member) {
        accept_all(listener);
        continue;
      }
      if (events[index].events & EPOLLOUT) {
        watch(member, EPOLL_CTL_MOD, EPOLLIN);
        flush(member);
      }
      if (events[index].events & ~(uint32_t)EPOLLOUT && read_input(member) < 0) drop(member);
    }
    for (size_t index = 0; index < dirty_count; index++)
      if (dirty[index]) flush(dirty[index]);
    dirty_count = 0;
  }
}
