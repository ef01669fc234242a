/* lsc-notice.h - what was missing or odd in the input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_SEVERITY_NOTE,
  LSC_SEVERITY_WARNING,
  LSC_SEVERITY_ERROR,
} LscSeverity;

/** The rank of a notice that is about no single rank. */
#define LSC_RANK_NONE G_MININT64
/** The rank of a recording that does not know its rank (formats.md#rank). */
#define LSC_RANK_UNKNOWN ((gint64) -1)

/**
 * LscNotice:
 * @code: a stable, untranslated name such as "missing-table"
 * @rank: the rank, or %LSC_RANK_NONE
 * @file: (nullable): path
 * @table: (nullable): table or key inside the file
 * @count: rows or items concerned, -1 = not counted
 * @what: translated sentence: what is wrong
 * @why: (nullable): translated sentence: why it matters
 * @remedy: (nullable): translated sentence: what the user can do
 * @window_remedy: (nullable): the same in the window, where @remedy names an option of the command
 *   line
 * @is_loss: what the input holds was read in part only, see lsc_notice_mark_loss()
 */
typedef struct
{
  LscSeverity severity;
  const char *code;
  gint64 rank;
  char *file;
  char *table;
  gint64 count;
  char *what;
  char *why;
  char *remedy;
  char *window_remedy;
  gboolean is_loss;
} LscNotice;

/** A list of notices that several threads may add to. */
typedef struct _LscNotices LscNotices;

LscNotices *lsc_notices_new (void);
LscNotices *lsc_notices_ref (LscNotices *self);
void lsc_notices_unref (LscNotices *self);

LscNotice *lsc_notice_new (LscSeverity severity, const char *code, const char *what, ...)
    G_GNUC_PRINTF (3, 4);
LscNotice *lsc_notice_mark_loss (LscNotice *self);
LscNotice *lsc_notice_copy (const LscNotice *self);
void lsc_notice_free (LscNotice *self);
void lsc_notice_set_place (LscNotice *self, gint64 rank, const char *file, const char *table);
void lsc_notice_set_help (LscNotice *self, const char *why, const char *remedy);
void lsc_notice_set_window_remedy (LscNotice *self, const char *remedy);
void lsc_notice_advise_chip (LscNotice *self);
const char *lsc_notice_get_window_remedy (const LscNotice *self);

void lsc_notices_add (LscNotices *self, LscNotice *notice);
void lsc_notices_add_all (LscNotices *self, LscNotices *other);
gsize lsc_notices_get_count (LscNotices *self);
gboolean lsc_notices_have_loss (LscNotices *self);
gboolean lsc_notices_have_end_lost (LscNotices *self);
LscNotice *lsc_notices_copy_nth (LscNotices *self, gsize index);
GPtrArray *lsc_notices_copy_list (LscNotices *self);
const char *lsc_severity_name (LscSeverity severity);
char *lsc_notice_to_text (const LscNotice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNotice, lsc_notice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNotices, lsc_notices_unref)

G_END_DECLS
