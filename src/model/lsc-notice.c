/* lsc-notice.c - what was missing or odd in the input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "model/lsc-notice.h"

struct _LscNotices
{
  gatomicrefcount refs;
  GMutex lock;
  GPtrArray *list;
};

/**
 * lsc_notice_new:
 * @code: a string literal
 * @what: translated format of the sentence that says what is wrong
 *
 * Returns: (transfer full): a notice about no place yet, see lsc_notice_set_place()
 */
LscNotice *
lsc_notice_new (LscSeverity severity, const char *code, const char *what, ...)
{
  g_return_val_if_fail (code && what, NULL);

  LscNotice *self = g_new0 (LscNotice, 1);
  va_list args;

  self->severity = severity;
  self->code = code;
  self->rank = LSC_RANK_NONE;
  self->count = -1;
  va_start (args, what);
  self->what = g_strdup_vprintf (what, args);
  va_end (args);
  return self;
}

/**
 * lsc_notice_mark_loss:
 * @self: (transfer full): a notice
 *
 * Says that the input holds or held more than was read: it was cut off, it changed meanwhile, a
 * part cannot be read, rows or events make no sense and were left out, or a limit of ours was
 * reached. What is made of it is delivered in part.
 *
 * Returns: (transfer full): @self
 */
LscNotice *
lsc_notice_mark_loss (LscNotice *self)
{
  g_return_val_if_fail (self, NULL);
  self->is_loss = TRUE;
  return self;
}

/**
 * lsc_notice_copy:
 *
 * Returns: (transfer full): a copy
 */
LscNotice *
lsc_notice_copy (const LscNotice *self)
{
  LscNotice *copy;

  g_return_val_if_fail (self, NULL);
  copy = g_new (LscNotice, 1);
  *copy = *self;
  copy->file = g_strdup (self->file);
  copy->table = g_strdup (self->table);
  copy->what = g_strdup (self->what);
  copy->why = g_strdup (self->why);
  copy->remedy = g_strdup (self->remedy);
  copy->window_remedy = g_strdup (self->window_remedy);
  return copy;
}

void
lsc_notice_free (LscNotice *self)
{
  if (!self)
    return;
  g_free (self->file);
  g_free (self->table);
  g_free (self->what);
  g_free (self->why);
  g_free (self->remedy);
  g_free (self->window_remedy);
  g_free (self);
}

/**
 * lsc_notice_set_place:
 * @rank: rank or %LSC_RANK_NONE
 * @file: (nullable): path
 * @table: (nullable): table or key in it
 */
void
lsc_notice_set_place (LscNotice *self, gint64 rank, const char *file, const char *table)
{
  g_return_if_fail (self);
  self->rank = rank;
  g_free (self->file);
  self->file = g_strdup (file);
  g_free (self->table);
  self->table = g_strdup (table);
}

/**
 * lsc_notice_set_help:
 * @why: (nullable): why it matters
 * @remedy: (nullable): what the user can do
 */
void
lsc_notice_set_help (LscNotice *self, const char *why, const char *remedy)
{
  g_return_if_fail (self);
  g_free (self->why);
  self->why = g_strdup (why);
  g_free (self->remedy);
  self->remedy = g_strdup (remedy);
}

/**
 * lsc_notice_set_window_remedy:
 * @remedy: what the user can do in the window, where the remedy of lsc_notice_set_help() names an
 *   option of the command line
 */
void
lsc_notice_set_window_remedy (LscNotice *self, const char *remedy)
{
  g_return_if_fail (self);
  g_free (self->window_remedy);
  self->window_remedy = g_strdup (remedy);
}

/** lsc_notice_advise_chip: the remedy wherever the chip's peak is not known or doubtful */
void
lsc_notice_advise_chip (LscNotice *self)
{
  g_return_if_fail (self);
  g_free (self->remedy);
  self->remedy = g_strdup (_ ("Name the chip with --chip, or its peak with --peak-tflops."));
  lsc_notice_set_window_remedy (self, _ ("Name the chip or its peak in the preferences."));
}

/** lsc_notice_get_window_remedy: Returns: (transfer none) (nullable): what to do, for the window */
const char *
lsc_notice_get_window_remedy (const LscNotice *self)
{
  g_return_val_if_fail (self, NULL);
  return self->window_remedy ? self->window_remedy : self->remedy;
}

/* Ends the sentence before the next one, unless its own mark does. */
static void
append_sentence (GString *text, const char *sentence)
{
  const char *end = g_utf8_find_prev_char (text->str, text->str + text->len);
  gunichar last = end ? g_utf8_get_char_validated (end, -1) : '.';

  if (!sentence || !*sentence)
    return;
  /* Sentences of SQLite and of the system come without a full stop. */
  if (g_unichar_isalnum (last) || last == ')' || last == 0xff09)
    /* Translators: between two sentences; the first had no mark at its end */
    g_string_append (text, _ (". "));
  else if (!g_unichar_iswide (last)) /* Chinese marks bring their own space */
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
}

/**
 * lsc_notice_to_text:
 *
 * Returns: (transfer full): the notice in one line, without its severity
 */
char *
lsc_notice_to_text (const LscNotice *self)
{
  g_return_val_if_fail (self, NULL);

  GString *text = g_string_new (self->what);

  append_sentence (text, self->why);
  append_sentence (text, self->remedy);
  return g_string_free (text, FALSE);
}

const char *
lsc_severity_name (LscSeverity severity)
{
  static const char *const names[] = { "note", "warning", "error" };

  g_return_val_if_fail (severity < G_N_ELEMENTS (names), "error");
  return names[severity];
}

/**
 * lsc_notices_new:
 *
 * Returns: (transfer full): an empty list
 */
LscNotices *
lsc_notices_new (void)
{
  LscNotices *self = g_new0 (LscNotices, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_notice_free);
  return self;
}

LscNotices *
lsc_notices_ref (LscNotices *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_notices_unref (LscNotices *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->list);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * lsc_notices_add:
 * @notice: (transfer full): a notice
 */
void
lsc_notices_add (LscNotices *self, LscNotice *notice)
{
  g_return_if_fail (self && notice);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->list, notice);
  g_mutex_unlock (&self->lock);
}

/**
 * lsc_notices_add_all:
 * @other: notices to copy
 */
void
lsc_notices_add_all (LscNotices *self, LscNotices *other)
{
  g_return_if_fail (self);

  g_autoptr (GPtrArray) copies = NULL;

  if (!other || other == self)
    return;
  /* Copied under the lock of the other list alone: two lists that add each other would wait for
     ever with both held. */
  copies = lsc_notices_copy_list (other);
  g_mutex_lock (&self->lock);
  g_ptr_array_extend (self->list, copies, (GCopyFunc) (void (*) (void)) lsc_notice_copy, NULL);
  g_mutex_unlock (&self->lock);
}

gsize
lsc_notices_get_count (LscNotices *self)
{
  gsize count;

  g_return_val_if_fail (self, 0);
  g_mutex_lock (&self->lock);
  count = self->list->len;
  g_mutex_unlock (&self->lock);
  return count;
}

/**
 * lsc_notices_have_loss:
 *
 * Returns: whether one of the notices is a loss
 */
gboolean
lsc_notices_have_loss (LscNotices *self)
{
  gboolean has_loss = FALSE;

  g_return_val_if_fail (self, FALSE);
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->list->len && !has_loss; i++)
    has_loss = ((const LscNotice *) g_ptr_array_index (self->list, i))->is_loss;
  g_mutex_unlock (&self->lock);
  return has_loss;
}

/**
 * lsc_notices_have_end_lost:
 *
 * Returns: whether one of the notices says that a file was read up to some place only: it is cut or
 *   damaged, so that what was not found may have been recorded
 */
gboolean
lsc_notices_have_end_lost (LscNotices *self)
{
  static const char *const codes[] = { "truncated-file", "endless-event", "damaged-file", NULL };
  gboolean is_lost = FALSE;

  g_return_val_if_fail (self, FALSE);
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->list->len && !is_lost; i++)
    is_lost =
        g_strv_contains (codes, ((const LscNotice *) g_ptr_array_index (self->list, i))->code);
  g_mutex_unlock (&self->lock);
  return is_lost;
}

/**
 * lsc_notices_copy_nth:
 *
 * Returns: (transfer full) (nullable): a copy of a notice, %NULL behind the end
 */
LscNotice *
lsc_notices_copy_nth (LscNotices *self, gsize index)
{
  LscNotice *copy = NULL;

  g_return_val_if_fail (self, NULL);
  g_mutex_lock (&self->lock);
  if (index < self->list->len)
    copy = lsc_notice_copy (g_ptr_array_index (self->list, index));
  g_mutex_unlock (&self->lock);
  return copy;
}

/**
 * lsc_notices_copy_list:
 *
 * Returns: (transfer container) (element-type LscNotice): copies of all
 */
GPtrArray *
lsc_notices_copy_list (LscNotices *self)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_notice_free);

  g_return_val_if_fail (self, NULL);
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->list->len; i++)
    g_ptr_array_add (copies, lsc_notice_copy (g_ptr_array_index (self->list, i)));
  g_mutex_unlock (&self->lock);
  return copies;
}
