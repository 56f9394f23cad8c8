// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#ifndef CWEBPAGE_H
#define CWEBPAGE_H

/// One of the page's files, in the forms that scripts/build-web has made; a form without bytes is
/// missing.
typedef struct {
  /// Its path on the server.
  const char *_Nonnull path;
  /// Its content type.
  const char *_Nonnull type;
  const unsigned char *_Nullable brotli;
  unsigned long brotli_size;
  const unsigned char *_Nullable gzip;
  unsigned long gzip_size;
  const unsigned char *_Nullable plain;
  unsigned long plain_size;
} cwebpage_file;

/// The page itself, and then all that it refers to; null if this was built without.
const cwebpage_file *_Nullable cwebpage_files(void);
unsigned long cwebpage_file_count(void);
/// The hash in the files' paths; empty without the page.
const char *_Nonnull cwebpage_hash(void);
/// The hash of the page's style as a content security policy names it; empty without the page.
const char *_Nonnull cwebpage_style_hash(void);

#endif
