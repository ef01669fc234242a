/* lsc-extract-entry.h - a rank in a file of extracts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Of the tables; with that of the digests it says whether a file is understood. */
#define LSC_EXTRACT_VERSION 2

/**
 * LscExtractEntry: a rank in a file
 * @id: its number in the file
 * @rank, @own_rank, @replica, @device, @is_guessed: as of its source
 * @host: (nullable): where it was recorded
 * @origin: the file that it was made of, as it was called there
 * @folder: the result folder there
 * @format: (nullable): of that
 * @fingerprint: of that file's content
 * @digest: version of the digest
 */
typedef struct
{
  gint64 id;
  gint64 rank;
  gint64 own_rank;
  char *replica;
  char *device;
  gboolean is_guessed;
  gboolean is_loose;
  char *host;
  char *origin;
  char *folder;
  char *format;
  char *fingerprint;
  gint64 size_bytes;
  gint64 digest;
} LscExtractEntry;

void lsc_extract_entry_free (LscExtractEntry *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscExtractEntry, lsc_extract_entry_free)

G_END_DECLS
