/* lsc-text-input.h - the bytes of a plain, gzipped or packed text file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscTextInput:
 *
 * A file of somebody else, read-only: read in blocks when plain; inflated by a thread of its own
 * when it is gzip (whatever its name) or a member of a zip or tar (path of the archive, two
 * slashes, member). Offsets are those of the inflated text, 64 bits. A plain file is not mapped:
 * one that shrinks while it is mapped would end the program.
 */
typedef struct _LscTextInput LscTextInput;

/** A piece of the text, valid until the next call. */
typedef struct
{
  const char *data;
  gsize n;
  gint64 offset;
} LscTextBlock;

/** Bytes in front of and behind the data of a block that the reader may overwrite. */
#define LSC_TEXT_HEAD ((gsize) 16 * 1024)
#define LSC_TEXT_TAIL ((gsize) 64)

LscTextInput *lsc_text_input_open (const char *path, LscJob *job, GError **error);
void lsc_text_input_close (LscTextInput *self);
gboolean lsc_text_input_next (LscTextInput *self, LscTextBlock *block, GError **error);
void lsc_text_input_stop (LscTextInput *self);
gboolean lsc_text_input_is_plain (LscTextInput *self);
gsize lsc_text_input_read_into (LscTextInput *self, gint64 offset, char *buffer, gsize n,
                                GError **error);
char *lsc_text_input_read_at (LscTextInput *self, gint64 offset, gsize most, gsize *n_out,
                              GError **error);
void lsc_text_input_append (LscTextInput *self, LscTextInput *more, gint64 offset);
gint64 lsc_text_input_get_file_size (LscTextInput *self);
gboolean lsc_text_input_check_unchanged (LscTextInput *self, GError **error);
const char *lsc_text_input_get_path (LscTextInput *self);
gsize lsc_text_input_get_memory_bytes (LscTextInput *self);
GStrv lsc_archive_list (const char *path, char **cut, GError **error);
char *lsc_archive_join (const char *path, const char *member);
gboolean lsc_archive_split (const char *joined, char **path, char **member);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTextInput, lsc_text_input_close)

G_END_DECLS
