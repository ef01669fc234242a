/* lsc-explain.c - why something on a page is not known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-explain.h"

#include "analyze/lsc-table-unknown.h"

/* Parts of a page ask for it without knowing the page: it is found upwards from them. */
#define KEY "lsc-explain"

/** A pointer to a function is no pointer to data. */
typedef struct
{
  LscExplainFunc get;
} Getter;

/** Says where the recordings of a page are asked for. */
void
lsc_explain_set_getter (GtkWidget *page, LscExplainFunc get)
{
  Getter *getter;

  g_return_if_fail (GTK_IS_WIDGET (page) && get);
  getter = g_new0 (Getter, 1);
  getter->get = get;
  g_object_set_data_full (G_OBJECT (page), KEY, getter, g_free);
}

static LscSession *
find_session (GtkWidget *inside)
{
  for (GtkWidget *at = inside; at; at = gtk_widget_get_parent (at))
    {
      const Getter *getter = g_object_get_data (G_OBJECT (at), KEY);

      if (getter)
        return getter->get (at);
    }
  return NULL;
}

/**
 * lsc_explain_table:
 * @inside: a part of a page
 * @table: shown there; gets what the recordings lack, so that its empty cells can say why
 */
void
lsc_explain_table (GtkWidget *inside, LscTable *table)
{
  LscSession *session;

  g_return_if_fail (GTK_IS_WIDGET (inside) && table);
  session = find_session (inside);
  if (session)
    lsc_session_explain (session, table);
}

/**
 * lsc_explain_words:
 * @inside: a part of a page
 *
 * Returns: (transfer full): translated: "Not known, because …", with what can be done in the window
 *   and with what recorded
 */
char *
lsc_explain_words (GtkWidget *inside, LscUnknown unknown)
{
  LscSession *session;
  LscRecorder recorder = LSC_RECORDER_ASCEND;

  g_return_val_if_fail (GTK_IS_WIDGET (inside), NULL);
  session = find_session (inside);
  if (session)
    recorder = lsc_session_get_lacks (session).recorder;
  return lsc_unknown_to_window_words (unknown, recorder);
}

/**
 * lsc_explain_words_of:
 * @table, @column: what is not known
 * @usual: the reason where the recordings lack nothing that it needs
 *
 * Returns: (transfer full): as lsc_explain_words(), by what the recordings lack
 */
char *
lsc_explain_words_of (GtkWidget *inside, const char *table, const char *column, LscUnknown usual)
{
  LscSession *session;
  LscLacks lacks = { 0 };
  LscUnknown unknown;

  g_return_val_if_fail (GTK_IS_WIDGET (inside) && column, NULL);
  session = find_session (inside);
  if (session)
    lacks = lsc_session_get_lacks (session);
  unknown = lsc_unknown_find (&lacks, table, column);
  return lsc_unknown_to_window_words (unknown == LSC_UNKNOWN_NONE ? usual : unknown,
                                      lacks.recorder);
}
