/* lsc-notice-item.c - a problem as a list shows it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-notice-item.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "model/lsc-rank-name.h"

struct _LscNoticeItem
{
  GObject parent_instance;

  LscNotice *notice;
};

G_DEFINE_FINAL_TYPE (LscNoticeItem, lsc_notice_item, G_TYPE_OBJECT)

static void
lsc_notice_item_finalize (GObject *object)
{
  g_clear_pointer (&LSC_NOTICE_ITEM (object)->notice, lsc_notice_free);
  G_OBJECT_CLASS (lsc_notice_item_parent_class)->finalize (object);
}

static void
lsc_notice_item_class_init (LscNoticeItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_notice_item_finalize;
}

static void
lsc_notice_item_init (LscNoticeItem *self)
{
}

/**
 * lsc_notice_item_new:
 * @notice: copied
 */
LscNoticeItem *
lsc_notice_item_new (const LscNotice *notice)
{
  LscNoticeItem *self;

  g_return_val_if_fail (notice, NULL);
  self = g_object_new (LSC_TYPE_NOTICE_ITEM, NULL);
  self->notice = lsc_notice_copy (notice);
  return self;
}

const LscNotice *
lsc_notice_item_get_notice (LscNoticeItem *self)
{
  return self->notice;
}

/**
 * lsc_notice_item_get_place:
 *
 * Returns: (transfer full): rank, file and table, as far as known
 */
char *
lsc_notice_item_get_place (LscNoticeItem *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (self->notice->rank == LSC_RANK_UNKNOWN)
    g_ptr_array_add (parts, g_strdup (_ ("Unknown rank")));
  else if (self->notice->rank != LSC_RANK_NONE)
    g_ptr_array_add (parts, lsc_rank_name_get_title (self->notice->rank, NULL));
  if (self->notice->file)
    g_ptr_array_add (parts, g_filename_display_name (self->notice->file));
  if (self->notice->table)
    g_ptr_array_add (parts, g_strdup (self->notice->table));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv ("  ·  ", (char **) parts->pdata);
}

/* @what without the folder of the file it is about. */
static char *
redact (const LscNotice *notice)
{
  GString *text = g_string_new (notice->what);
  g_autofree char *folder = notice->file ? g_path_get_dirname (notice->file) : NULL;
  g_autofree char *prefix = folder ? g_strconcat (folder, G_DIR_SEPARATOR_S, NULL) : NULL;

  if (prefix && g_path_is_absolute (prefix))
    g_string_replace (text, prefix, "", 0);
  return g_string_free (text, FALSE);
}

/**
 * lsc_notice_item_append_text:
 *
 * Appends what a bug report needs. Of the file only its name is told.
 */
void
lsc_notice_item_append_text (LscNoticeItem *self, GString *text)
{
  g_autofree char *what = NULL;
  g_autofree char *base = NULL;

  g_return_if_fail (LSC_IS_NOTICE_ITEM (self) && text);
  what = redact (self->notice);
  base = self->notice->file ? g_filename_display_basename (self->notice->file) : NULL;
  g_string_append_printf (text, "%s [%s]", lsc_severity_name (self->notice->severity),
                          self->notice->code);
  if (self->notice->rank != LSC_RANK_NONE)
    {
      g_autofree char *rank = lsc_rank_to_text (self->notice->rank);

      g_string_append_printf (text, " rank %s", rank);
    }
  if (base)
    g_string_append_printf (text, " %s", base);
  if (self->notice->table)
    g_string_append_printf (text, " %s", self->notice->table);
  if (self->notice->count >= 0)
    g_string_append_printf (text, " (%" G_GINT64_FORMAT ")", self->notice->count);
  g_string_append_printf (text, "\n  %s\n", what);
}
