// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.
//
// libwebsockets and the libev loop it runs on, with what Swift cannot see of them: macros and
// unions, each as one `clws_` function.

#ifndef CLIBWEBSOCKETS_SHIM_H
#define CLIBWEBSOCKETS_SHIM_H

#include <errno.h>
#include <ev.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

#if LWS_LIBRARY_VERSION_MAJOR != 4 || LWS_LIBRARY_VERSION_MINOR != 1
#error "Made for libwebsockets 4.1: read docs/decisions/01 before using another."
#endif

/// How many writable bytes `lws_write` needs before a payload it frames itself.
enum { clws_headroom = LWS_PRE };

/// Hands bytes that already are whole WebSocket frames (or HTTP) to the socket, unframed.
static inline int clws_write_raw(struct lws *connection, const uint8_t *bytes, size_t count) {
  // Nothing is written into the bytes: a server's raw write neither frames nor masks.
  return lws_write(connection, (unsigned char *)bytes, count, LWS_WRITE_RAW);
}

/// Sends a ping or pong without content (RFC 6455, section 5.5) from a client; a server's are
/// written raw.
static inline int clws_write_empty(struct lws *connection, enum lws_write_protocol kind) {
  unsigned char bytes[LWS_PRE + 1];
  return lws_write(connection, bytes + LWS_PRE, 0, kind);
}

/// Hands bytes to a connection's socket, through its TLS if it has any, past libwebsockets, which
/// would copy what the kernel does not take: how many it took, or -1 if the connection is broken.
///
/// After a write that took nothing the next one begins with the same bytes.
static inline int clws_send(struct lws *connection, const uint8_t *bytes, int count) {
  SSL *tls = lws_get_ssl(connection);
  if (!tls) {
    ssize_t sent =
        send(lws_get_socket_fd(connection), bytes, (size_t)count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0) return (int)sent;
    return errno == EAGAIN || errno == EINTR ? 0 : -1;
  }
  SSL_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  ERR_clear_error();
  int sent = SSL_write(tls, bytes, count);
  if (sent > 0) return sent;
  int problem = SSL_get_error(tls, sent);
  return problem == SSL_ERROR_WANT_WRITE || problem == SSL_ERROR_WANT_READ ? 0 : -1;
}

/// Tells a TLS peer that nothing follows.
static inline void clws_finish(struct lws *connection) {
  SSL *tls = lws_get_ssl(connection);
  if (tls) SSL_shutdown(tls);
}

/// Adopts a connected, non-blocking TCP socket into `vhost`; closes it when that fails.
static inline struct lws *clws_adopt(
    struct lws_vhost *vhost, int socket, int uses_tls, void *mark) {
  lws_adopt_desc_t description;
  memset(&description, 0, sizeof(description));
  description.vh = vhost;
  description.type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | (uses_tls ? LWS_ADOPT_ALLOW_SSL : 0);
  description.fd.sockfd = socket;
  description.opaque = mark;
  return lws_adopt_descriptor_vhost_via_info(&description);
}

/// Ends a connection from outside its own callbacks, soon and without ceremony.
static inline void clws_kill_soon(struct lws *connection) {
  lws_set_timeout(connection, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
  // lws arms its libev timer late when another one is running; waking it makes it look at once.
  lws_cancel_service(lws_get_context(connection));
}

/// The number of bytes the kernel has received on a TCP connection, and the connection's state; 0
/// if unknown.
static inline uint64_t clws_bytes_received_in(int socket, int *state) {
  // glibc's struct tcp_info ends before the field; in the kernel's it is the 17th 64-bit word.
  uint64_t words[17];
  socklen_t length = sizeof(words);
  *state = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, words, &length)) return 0;
  if (length != sizeof(words)) return 0;
  *state = ((const struct tcp_info *)words)->tcpi_state;
  return words[16];
}

/// The number of bytes the kernel has received on a TCP connection; 0 if unknown.
static inline uint64_t clws_bytes_received(int socket) {
  int state;
  return clws_bytes_received_in(socket, &state);
}

/// `FIONREAD`, without the header that would bring the terminal's types into this module as well.
enum { clws_fionread = 0x541b };
int ioctl(int, unsigned long, ...);

/// The number of bytes of a TCP connection that were read from the kernel: those received less
/// those unread; -1 if unknown.
static inline int64_t clws_bytes_consumed(int socket) {
  // More may arrive between the two queries; then both are repeated.
  for (int attempt = 0; attempt < 8; attempt++) {
    int waiting = 0;
    int state;
    uint64_t received = clws_bytes_received_in(socket, &state);
    // The peer's last word is counted as a byte, and in one of the two numbers only.
    if (state != TCP_ESTABLISHED) return -1;
    if (ioctl(socket, clws_fionread, &waiting)) return -1;
    if (clws_bytes_received(socket) == received) return (int64_t)(received - (uint64_t)waiting);
  }
  return -1;
}

/// The kernel's round trips of a TCP connection in microseconds: the least of some minutes, and the
/// smoothed one; and how many segments it has sent again. 0 if it knows them, -1 otherwise.
static inline int clws_round_trip(
    int socket, uint32_t *minimum, uint32_t *smoothed, uint32_t *retransmissions) {
  // Words of 32 bits of the kernel's struct tcp_info; glibc's ends before the first.
  enum { minimum_at = 37, smoothed_at = 17, retransmissions_at = 25 };
  uint32_t words[minimum_at + 1];
  socklen_t length = sizeof(words);
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, words, &length)) return -1;
  if (length != sizeof(words) || words[minimum_at] == ~0u) return -1;
  *minimum = words[minimum_at];
  *smoothed = words[smoothed_at];
  *retransmissions = words[retransmissions_at];
  return 0;
}

/// Socket options of Linux that older headers do not name.
enum { clws_user_timeout = 18, clws_notsent_lowat = 25, clws_rto_min_us = 45 };

int accept4(int, struct sockaddr *, socklen_t *, int);

/// `accept4`, which glibc declares for GNU sources only, for a socket that does not block.
static inline int clws_accept(int listening, struct sockaddr_storage *peer) {
  socklen_t length = sizeof(*peer);
  return accept4(listening, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// `socket`, for one that does not block.
static inline int clws_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

/// Names the calling thread; Linux keeps 15 bytes.
static inline void clws_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/// Seconds of processor time that the calling thread has taken.
static inline double clws_processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef void (*clws_check_body)(struct ev_loop *, ev_check *, int);
typedef void (*clws_async_body)(struct ev_loop *, ev_async *, int);
typedef void (*clws_prepare_body)(struct ev_loop *, ev_prepare *, int);
typedef void (*clws_timer_body)(struct ev_loop *, ev_timer *, int);
typedef void (*clws_io_body)(struct ev_loop *, ev_io *, int);

static inline void clws_async_start(
    struct ev_loop *loop, ev_async *watcher, clws_async_body body, void *owner) {
  ev_async_init(watcher, body);
  watcher->data = owner;
  ev_async_start(loop, watcher);
}

static inline void clws_prepare_start(
    struct ev_loop *loop, ev_prepare *watcher, clws_prepare_body body, void *owner) {
  ev_prepare_init(watcher, body);
  watcher->data = owner;
  ev_prepare_start(loop, watcher);
}

static inline void clws_check_start(
    struct ev_loop *loop, ev_check *watcher, clws_check_body body, void *owner) {
  ev_check_init(watcher, body);
  // Before anything else that the wait has brought.
  ev_set_priority(watcher, EV_MAXPRI);
  watcher->data = owner;
  ev_check_start(loop, watcher);
}

static inline void clws_timer_start(struct ev_loop *loop, ev_timer *watcher, clws_timer_body body,
                                    void *owner, double after, double repeat) {
  ev_timer_init(watcher, body, after, repeat);
  watcher->data = owner;
  ev_timer_start(loop, watcher);
}

static inline void clws_readable_start(
    struct ev_loop *loop, ev_io *watcher, clws_io_body body, void *owner, int descriptor) {
  ev_io_init(watcher, body, descriptor, EV_READ);
  watcher->data = owner;
  ev_io_start(loop, watcher);
}

static inline void clws_writable_start(
    struct ev_loop *loop, ev_io *watcher, clws_io_body body, void *owner, int descriptor) {
  ev_io_init(watcher, body, descriptor, EV_WRITE);
  watcher->data = owner;
  ev_io_start(loop, watcher);
}

/// Watches like `clws_readable_start`, called before any other watcher of the same descriptor.
static inline void clws_readable_first_start(
    struct ev_loop *loop, ev_io *watcher, clws_io_body body, void *owner, int descriptor) {
  ev_io_init(watcher, body, descriptor, EV_READ);
  ev_set_priority(watcher, EV_MAXPRI);
  watcher->data = owner;
  ev_io_start(loop, watcher);
}

#endif
