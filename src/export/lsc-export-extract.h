/* lsc-export-extract.h - writes what was kept of ranks into a file (.lscope)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "base/lsc-pack.h"
#include "model/lsc-extract-entry.h"

G_BEGIN_DECLS

/**
 * LscExtractWriter:
 *
 * A file of ranks on its way. Who writes the same ranks in the same order writes the same bytes.
 */
typedef struct _LscExtractWriter LscExtractWriter;

LscExtractWriter *lsc_extract_writer_new (const char *path, LscJob *job, GError **error);
LscExtractWriter *lsc_extract_writer_new_in_memory (LscJob *job, GError **error);
gboolean lsc_extract_writer_add (LscExtractWriter *self, const LscExtractEntry *entry,
                                 const LscPack *pack, GError **error);
gboolean lsc_extract_writer_finish (LscExtractWriter *self, GError **error);
GBytes *lsc_extract_writer_finish_bytes (LscExtractWriter *self, GError **error);
void lsc_extract_writer_free (LscExtractWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscExtractWriter, lsc_extract_writer_free)

G_END_DECLS
