/* lsc-output-private.h - what the files of the output share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-output.h"

G_BEGIN_DECLS

/**
 * LscLeftover:
 *
 * A temporary file or folder that is removed should a signal end the process.
 */
typedef struct _LscLeftover LscLeftover;

LscLeftover *_lsc_leftover_new (const char *path, gboolean is_folder);
void _lsc_leftover_free (LscLeftover *self);
void _lsc_leftover_remove (LscLeftover *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscLeftover, _lsc_leftover_free)

/**
 * LscOutputMaker:
 *
 * Who made a database, by its mark.
 */
typedef enum
{
  LSC_OUTPUT_MAKER_NONE, /* no database, or an empty file */
  LSC_OUTPUT_MAKER_CONVERT,
  LSC_OUTPUT_MAKER_TABLES,
  LSC_OUTPUT_MAKER_EXTRACT,
  LSC_OUTPUT_MAKER_OTHERS,
} LscOutputMaker;

char *_lsc_output_resolve (const char *path);
LscOutputMaker _lsc_output_get_maker (const char *path);
gboolean _lsc_output_is_recording (const char *path);
gboolean _lsc_output_find_target (const char *path, LscOutputFlags flags, char **target,
                                  GError **error);
gboolean _lsc_output_fail (const char *path, int code, GError **error);

G_END_DECLS
