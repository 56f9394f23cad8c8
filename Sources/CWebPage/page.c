// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// scripts/build-web writes the table and what it embeds. Without it everything still builds, and the
// server says that it has no page.

#include "CWebPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_include("../../.build/web/page.inc")
#include "../../.build/web/page.inc"
#else
const cwebpage_file *cwebpage_files(void) { return 0; }
unsigned long cwebpage_file_count(void) { return 0; }
const char *cwebpage_hash(void) { return ""; }
const char *cwebpage_style_hash(void) { return ""; }
#endif
