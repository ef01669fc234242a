/* lsc-cli-extract.c - what is kept of a rank, on its way to a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-extract.h"

#include <inttypes.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "session/lsc-session-excerpt.h"

/**
 * lsc_cli_extract_entry:
 * @source: a recording that is no extract
 *
 * Returns: (transfer full) (nullable): what a file says of the rank, but for its host; %NULL where
 *   the recording cannot be read
 */
LscExtractEntry *
lsc_cli_extract_entry (const LscSource *source, GError **error)
{
  g_autoptr (LscExtractEntry) entry = g_new0 (LscExtractEntry, 1);

  g_return_val_if_fail (source, NULL);
  entry->rank = source->rank;
  entry->own_rank = source->own_rank;
  entry->replica = g_strdup (source->replica);
  entry->device = g_strdup (source->device);
  entry->is_guessed = source->is_guessed;
  entry->is_loose = source->is_loose;
  entry->origin = g_canonicalize_filename (source->file, NULL);
  entry->folder = g_canonicalize_filename (source->folder ? source->folder : source->file, NULL);
  entry->format = g_strdup (lsc_format_word (source->format));
  entry->size_bytes = source->size_bytes;
  entry->digest = LSC_DIGEST_VERSION;
  entry->fingerprint = lsc_session_fingerprint (source, error);
  return entry->fingerprint ? g_steal_pointer (&entry) : NULL;
}

/**
 * lsc_cli_extract_pack:
 * @entry: (inout): gets the host
 *
 * Reads the rank in a session of its own, so that all that is noticed is of it.
 *
 * Returns: (transfer full) (nullable): what overview, findings, pipelines and comparisons need of
 * it
 */
LscPack *
lsc_cli_extract_pack (LscSource *source, const LscCliOptions *options, LscCliDetail detail,
                      LscExtractEntry *entry, LscJob *job, GError **error)
{
  LscSessionOptions about = { .n_threads = 1 };
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  g_autoptr (LscSession) session = NULL;
  g_autoptr (LscPack) pack = NULL;

  g_return_val_if_fail (source && options && entry, NULL);
  about.memory_bytes = options->memory_bytes;
  g_ptr_array_add (sources, source);
  session = lsc_session_new (sources, &about);
  if (detail == LSC_CLI_DETAIL_EXCERPT)
    lsc_session_expect_excerpt (session);
  pack = lsc_session_pack_rank (session, source, job, error);
  if (pack)
    entry->host = lsc_session_find_host (session, source);
  return g_steal_pointer (&pack);
}

/** Returns: (transfer full): how the file of a rank is called: one rank is one file */
char *
lsc_cli_extract_name (const LscSource *source)
{
  g_autofree char *label = NULL;
  char *name;

  g_return_val_if_fail (source, NULL);
  label = lsc_source_get_label (source);
  name = source->rank >= 0 && !source->replica
             ? g_strdup_printf ("rank_%05" PRId64 ".lscope", source->rank)
             : g_strconcat (label, ".lscope", NULL);
  return g_strdelimit (name, "/\\ \t\n", '_');
}
