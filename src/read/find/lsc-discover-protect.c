/* lsc-discover-protect.c - what is found is never written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include "base/lsc-output.h"
#include "base/lsc-text-input.h"
#include "read/find/lsc-recognise.h"

static void
protect (const char *path)
{
  g_autofree char *archive = NULL;
  g_autofree char *member = NULL;

  if (path)
    lsc_output_protect_file (lsc_archive_split (path, &archive, &member) ? archive : path);
}

/** Keeps all outputs from the files of a source, which may be read much later. */
void
_lsc_discovery_protect_source (const LscSource *source)
{
  protect (source->file);
  protect (source->analysis_db);
  protect (source->info_json);
  protect (source->metadata_json);
  for (guint i = 0; source->parts && source->parts[i]; i++)
    protect (source->parts[i]);
  for (guint i = 0; source->note_files && source->note_files[i]; i++)
    protect (source->note_files[i]);
  for (guint i = 0; source->capture_files && source->capture_files[i]; i++)
    protect (source->capture_files[i]);
}

/**
 * _lsc_discovery_protect_files:
 * @listing: of a folder that is no result but holds files of one
 *
 * Keeps all outputs from what lies beside a source and is read with it. Results of analyses keep
 * their tables when more are added, so they are no input here.
 */
void
_lsc_discovery_protect_files (const char *folder, const LscListing *listing)
{
  for (guint i = 0; i < listing->files->len; i++)
    {
      const char *name = g_ptr_array_index (listing->files, i);
      LscFormat format = lsc_recognise_name (name);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (format != LSC_FORMAT_UNKNOWN && format != LSC_FORMAT_CLUSTER_DB)
        lsc_output_protect_file (path);
    }
}
