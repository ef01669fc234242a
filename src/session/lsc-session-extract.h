/* lsc-session-extract.h - what is kept of a rank, to and from a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-pack.h"
#include "model/lsc-extract-entry.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

LscPack *lsc_session_pack_rank (LscSession *self, LscSource *source, LscJob *job, GError **error);
GPtrArray *lsc_session_list_extracts (const char *path, LscJob *job, GError **error);
LscPack *lsc_session_read_pack (const char *path, gint64 id, LscJob *job, GError **error);
gboolean lsc_session_has_excerpt (const char *path, gint64 id);
char *lsc_session_fingerprint (const LscSource *source, GError **error);
char *lsc_session_find_host (LscSession *self, LscSource *source);

G_END_DECLS
