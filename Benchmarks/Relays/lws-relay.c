// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A relay in C on libwebsockets and libev, the libraries that facedown-server uses: what one member
// of a room sends goes to all its members. The frames of one wake-up are sent in one write per
// connection.
//
//   cc -O2 -o lws-relay lws-relay.c -lwebsockets -lev

#include <libwebsockets.h>

#include "relay.h"

enum { LONGEST_QUEUE = 1 << 20 };

struct member {
  struct lws *connection;
  int room;
  size_t length, capacity;
  uint8_t *output;
};

// Queues a frame until the connection is writable; drops it if the reader is a megabyte behind.
static void put(struct member *member, const uint8_t *bytes, size_t length) {
  if (member->length + length > LONGEST_QUEUE) return;
  if (member->length + length > member->capacity) {
    member->capacity = 2 * (member->length + length);
    member->output = realloc(member->output, member->capacity);
    if (!member->output) abort();
  }
  memcpy(member->output + member->length, bytes, length);
  if (!member->length) lws_callback_on_writable(member->connection);
  member->length += length;
}

static int handle(struct lws *connection, enum lws_callback_reasons reason, void *user, void *bytes,
                  size_t length) {
  struct member *member = user;
  char path[16];
  uint8_t frame[LONGEST_ENTRY + 4];
  switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
      memset(member, 0, sizeof *member);
      member->connection = connection;
      member->room = -1;
      if (lws_hdr_copy(connection, path, sizeof path, WSI_TOKEN_GET_URI) <= 0) return -1;
      if ((member->room = room_of_path(path)) < 0) return -1;
      add_member(member->room, member);
      return 0;
    case LWS_CALLBACK_RECEIVE: {
      if (length > LONGEST_INTENT) return -1;
      size_t count = make_entry(frame, bytes, length);
      struct room *room = &rooms[member->room];
      for (size_t index = 0; index < room->count; index++) put(room->members[index], frame, count);
      return 0;
    }
    case LWS_CALLBACK_SERVER_WRITEABLE: {
      size_t count = member->length;
      member->length = 0;
      // libwebsockets keeps what the kernel does not accept now.
      return count && lws_write(connection, member->output, count, LWS_WRITE_RAW) < 0 ? -1 : 0;
    }
    case LWS_CALLBACK_CLOSED:
      if (member->room >= 0) remove_member(member->room, member);
      free(member->output);
      return 0;
    default:
      return lws_callback_http_dummy(connection, reason, user, bytes, length);
  }
}

int main(int count, char **arguments) {
  read_entry_length(count, arguments);
  raise_descriptor_limit();
  lws_set_log_level(LLL_ERR, NULL);
  static const struct lws_protocols protocols[] = {
      {.name = "relay", .callback = handle, .per_session_data_size = sizeof(struct member),
       .rx_buffer_size = LONGEST_INTENT},
      {.name = NULL}};
  struct lws_context_creation_info info = {
      .port = 0, .iface = "127.0.0.1", .protocols = protocols,
      .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS};
  struct lws_context *context = lws_create_context(&info);
  struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
  if (!host) {
    fprintf(stderr, "lws-relay: cannot listen.\n");
    return 1;
  }
  announce(lws_get_vhost_listen_port(host));
  while (lws_service(context, 0) >= 0) {
  }
  return 1;
}
