/* lsc-cli-chips.c - two chips beside each other, as text and as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-chips.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-json.h"
#include "draw/compare/lsc-chip-plot.h"
#include "cli/lsc-cli-command.h"

#define MOST_SHOWN 10 /* rows of a list that people are shown */

/* ---- options ---- */

/* A number above 0; an empty one says nothing. */
static gboolean
parse_peak (const char *text, double *tflops)
{
  char *end;

  *tflops = 0;
  if (*text == '\0')
    return TRUE;
  *tflops = g_ascii_strtod (text, &end);
  return *end == '\0' && *tflops > 0 && *tflops < 1e9;
}

/**
 * lsc_cli_chips_parse_peaks:
 * @text: (nullable): "989,1307.4": before and after; either may be empty
 * @tflops: (out): 0 = as recorded
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_chips_parse_peaks (const char *text, double tflops[LSC_N_SIDES], GError **error)
{
  g_auto (GStrv) parts = NULL;

  tflops[LSC_BEFORE] = tflops[LSC_AFTER] = 0;
  if (!text)
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  if (g_strv_length (parts) == LSC_N_SIDES && parse_peak (parts[LSC_BEFORE], &tflops[LSC_BEFORE]) &&
      parse_peak (parts[LSC_AFTER], &tflops[LSC_AFTER]))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--peaks takes the FP16 peaks of both chips in TFLOP/s, such as 989,353.9; "
                      "either may be empty"));
}

/* ---- text ---- */

static const char *const shown[] = {
  "name",       "before_ns", "after_ns", "change", "before_peak_share", "after_peak_share",
  "peak_ratio", "match",     NULL
};
static const char *const shown_kinds[] = {
  "name",       "before_ns", "after_ns", "change", "before_peak_share", "after_peak_share",
  "peak_ratio", NULL
};

static void
append_phrase (GString *out, const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;
  g_autofree char *visible = words ? lsc_visible_line (words) : NULL;

  if (visible)
    g_string_append_printf (out, "%s\n", visible);
}

static void
append_list (GString *out, const LscChips *chips, LscCompareList list, const char *title)
{
  g_autoptr (LscTable) table = lsc_chips_get_table (chips, list);
  g_autoptr (LscTable) rows = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  gsize n = lsc_table_get_n_rows (table);

  for (guint32 i = 0; i < MIN (n, MOST_SHOWN); i++)
    lsc_table_append_rows (rows, table, &i, 1);
  picked = lsc_cli_pick_columns (rows, list == LSC_COMPARE_CATEGORIES ? shown_kinds : shown, NULL);
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s\n%s", title, text);
  if (n > MOST_SHOWN)
    lsc_cli_append (out, _ ("… and %u more: --json or --table has them all.\n"),
                    (guint) (n - MOST_SHOWN));
}

/** lsc_cli_chips_append: what each chip reaches of its peak, by kind of work, module and op */
void
lsc_cli_chips_append (GString *out, const LscChips *chips)
{
  g_return_if_fail (out && chips);
  g_string_append_printf (out, "\n%s\n", _ ("Both chips, each against its own peak:"));
  append_phrase (out, chips->head);
  append_phrase (out, chips->detail);
  append_list (out, chips, LSC_COMPARE_CATEGORIES, _ ("By kind of work, device time per step:"));
  append_list (out, chips, LSC_COMPARE_MODULES, _ ("By module, device time per step:"));
  append_list (out, chips, LSC_COMPARE_OPS, _ ("By op, device time per step:"));
}

/* ---- picture ---- */

#define PICTURE_WIDTH 1280.0
#define PICTURE_TEXT_PX 14.0

/**
 * lsc_cli_chips_draw:
 * @chips: (nullable): %NULL = the chips do not differ
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where no share of a peak is known, and as
 *   lsc_export_bars()
 */
gboolean
lsc_cli_chips_draw (const LscChips *chips, gboolean is_dark, const LscPictureOptions *options,
                    GError **error)
{
  const char *names[LSC_N_SIDES];
  g_autoptr (LscTable) table = chips ? lsc_chips_get_table (chips, LSC_COMPARE_MODULES) : NULL;
  g_autoptr (LscBarPlot) plot = NULL;
  g_autofree char *head = NULL;
  LscBarView view = { .width = PICTURE_WIDTH,
                      .text_px = PICTURE_TEXT_PX,
                      .theme = is_dark ? lsc_theme_dark () : lsc_theme_light () };
  LscPictureOptions picture = *options;

  if (!chips)
    return lsc_fail (
        error, LSC_ERROR_NOTHING, "%s",
        _ ("The recordings do not name different chips; --across-chips yes compares them "
           "all the same."));
  head = lsc_phrase_to_words (chips->head);
  lsc_chips_get_names (chips, names);
  plot = lsc_chip_plot_new (table, names, head);
  if (!plot)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", head);
  view.plot = plot;
  picture.page.title = _ ("Both Chips");
  return lsc_export_bars (&view, &picture, error);
}

/* ---- JSON ---- */

static void
add_cells (JsonBuilder *out, const LscTable *table, gsize row)
{
  for (guint column = 0; column < lsc_table_get_n_columns (table); column++)
    {
      const char *key = lsc_table_get_column (table, column)->name;
      LscValue value = lsc_table_get (table, row, column);

      if (value.type == LSC_TYPE_TEXT || value.is_null)
        lsc_cli_json_add_text (out, key, value.is_null ? NULL : value.text);
      else if (value.type == LSC_TYPE_INT)
        lsc_cli_json_add_int (out, key, value.integer);
      else
        lsc_cli_json_add_real (out, key, value.real);
    }
}

static void
add_table (JsonBuilder *out, const char *name, LscTable *table)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_array (out);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      json_builder_begin_object (out);
      add_cells (out, table, row);
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
  lsc_table_unref (table);
}

/** lsc_cli_chips_add_json: adds the member "chips" */
void
lsc_cli_chips_add_json (JsonBuilder *out, const LscChips *chips)
{
  g_autofree char *head = NULL, *detail = NULL;

  g_return_if_fail (out && chips);
  head = lsc_phrase_to_words (chips->head);
  detail = chips->detail ? lsc_phrase_to_words (chips->detail) : NULL;
  json_builder_set_member_name (out, "chips");
  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "text", head);
  lsc_cli_json_add_text (out, "detail", detail);
  add_table (out, "sides", lsc_chips_get_sides_table (chips));
  add_table (out, "kinds", lsc_chips_get_table (chips, LSC_COMPARE_CATEGORIES));
  add_table (out, "modules", lsc_chips_get_table (chips, LSC_COMPARE_MODULES));
  add_table (out, "ops", lsc_chips_get_table (chips, LSC_COMPARE_OPS));
  json_builder_end_object (out);
}
