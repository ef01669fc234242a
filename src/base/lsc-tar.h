/* lsc-tar.h - files on their way into a stream, as a tar archive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LscTar:
 *
 * An archive that is being written; for one thread at a time.
 */
typedef struct _LscTar LscTar;

LscTar *lsc_tar_new (GOutputStream *stream, GError **error);
gboolean lsc_tar_add (LscTar *self, const char *name, GBytes *content, GError **error);
gboolean lsc_tar_finish (LscTar *self, GError **error);
void lsc_tar_free (LscTar *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTar, lsc_tar_free)

G_END_DECLS
