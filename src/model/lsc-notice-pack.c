/* lsc-notice-pack.c - notices as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-notice-pack.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/** Texts of a notice, in this order. */
enum
{
  TEXT_CODE,
  TEXT_FILE,
  TEXT_TABLE,
  TEXT_WHAT,
  TEXT_WHY,
  TEXT_REMEDY,
  TEXT_WINDOW_REMEDY,
  N_TEXTS,
};

static const LscPackField fields[] = {
  LSC_PACK (LscNotice, severity),
  LSC_PACK (LscNotice, rank),
  LSC_PACK (LscNotice, count),
  LSC_PACK (LscNotice, is_loss),
};
static const LscPackType type = LSC_PACK_TYPE (LscNotice, fields);

/**
 * lsc_notices_pack:
 * @name: of the list in @pack
 */
void
lsc_notices_pack (LscNotices *self, LscPack *pack, const char *name)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GArray) plain = g_array_new (FALSE, TRUE, sizeof (LscNotice));
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autofree char *texts_name = NULL;

  g_return_if_fail (self && pack && name);
  list = lsc_notices_copy_list (self);
  texts_name = g_strconcat (name, ".texts", NULL);
  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      g_array_append_vals (plain, notice, 1);
      g_ptr_array_add (texts, (gpointer) notice->code);
      g_ptr_array_add (texts, notice->file);
      g_ptr_array_add (texts, notice->table);
      g_ptr_array_add (texts, notice->what);
      g_ptr_array_add (texts, notice->why);
      g_ptr_array_add (texts, notice->remedy);
      g_ptr_array_add (texts, notice->window_remedy);
    }
  lsc_pack_add (pack, name, &type, plain->data, plain->len);
  lsc_pack_add_texts (pack, texts_name, (const char *const *) texts->pdata, texts->len);
}

static LscNotice *
make_notice (const LscNotice *plain, gpointer *texts)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_NOTE, g_intern_string (texts[TEXT_CODE]), "%s",
                                      (const char *) texts[TEXT_WHAT]);

  notice->severity = plain->severity;
  notice->count = plain->count;
  notice->is_loss = plain->is_loss;
  lsc_notice_set_place (notice, plain->rank, texts[TEXT_FILE], texts[TEXT_TABLE]);
  lsc_notice_set_help (notice, texts[TEXT_WHY], texts[TEXT_REMEDY]);
  if (texts[TEXT_WINDOW_REMEDY])
    lsc_notice_set_window_remedy (notice, texts[TEXT_WINDOW_REMEDY]);
  return notice;
}

/**
 * lsc_notices_unpack:
 *
 * Errors: %LSC_ERROR_CORRUPT, which names the part.
 *
 * Returns: (transfer full) (nullable): the notices that were packed, in the language of then
 */
LscNotices *
lsc_notices_unpack (const LscPack *pack, const char *name, GError **error)
{
  g_autofree LscNotice *plain = NULL;
  g_autofree char *texts_name = NULL;
  g_autoptr (GPtrArray) texts = NULL;
  g_autoptr (LscNotices) self = NULL;
  g_autoptr (GError) local = NULL;
  gsize n = 0;

  g_return_val_if_fail (pack && name, NULL);
  texts_name = g_strconcat (name, ".texts", NULL);
  plain = lsc_pack_get (pack, name, &type, &n, &local);
  texts = local ? NULL : lsc_pack_get_texts (pack, texts_name, &local);
  self = lsc_notices_new ();
  for (gsize i = 0; !local && i < n; i++)
    {
      gpointer *of_it = texts->pdata + i * N_TEXTS;

      if ((i + 1) * N_TEXTS > texts->len || !of_it[TEXT_CODE] || !of_it[TEXT_WHAT] ||
          plain[i].severity > LSC_SEVERITY_ERROR)
        lsc_fail (&local, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), name);
      else
        lsc_notices_add (self, make_notice (&plain[i], of_it));
    }
  if (!local)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}
