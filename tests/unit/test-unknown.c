/* test-unknown.c - reasons of what is not known: codes, remedies, cells
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/lsc-table-unknown.h"
#include "model/lsc-lacks.h"

static void
test_codes (void)
{
  for (guint i = 0; i < LSC_UNKNOWN_N; i++)
    {
      const char *code = lsc_unknown_get_code ((LscUnknown) i);
      const char *reason = lsc_unknown_get_reason ((LscUnknown) i);

      g_assert_nonnull (code);
      g_assert_true (g_regex_match_simple ("^[a-z]+(_[a-z0-9]+)*$", code, 0, 0));
      g_assert_cmpint (lsc_unknown_from_code (code), ==, i);
      g_assert_nonnull (reason);
      g_assert_false (g_str_has_suffix (reason, "."));
    }
  g_assert_cmpint (lsc_unknown_from_code ("no_such_code"), ==, LSC_UNKNOWN_NONE);
}

/* Nobody is advised what his profiler does not have. */
static void
test_remedies (void)
{
  static const char *const of_ascend[] = { "NPU", "mstx", "Level", "aic_metrics", "torch_npu" };
  static const char *const of_gpus[] = { "CUDA", "Nsight", "record_function" };
  static const char *const of_pytorch[] = { "ProfilerActivity", "record_function", "with_stack",
                                            "step() of the profiler" };

  for (guint i = 0; i < LSC_UNKNOWN_N; i++)
    for (guint k = 0; k < LSC_RECORDER_N; k++)
      {
        const char *remedy = lsc_unknown_get_remedy ((LscUnknown) i, (LscRecorder) k);

        g_assert_true (g_str_has_suffix (remedy, "."));
        for (gsize w = 0; k != LSC_RECORDER_ASCEND && w < G_N_ELEMENTS (of_ascend); w++)
          g_assert_null (strstr (remedy, of_ascend[w]));
        for (gsize w = 0;
             k != LSC_RECORDER_GPU && k != LSC_RECORDER_NSIGHT && w < G_N_ELEMENTS (of_gpus); w++)
          g_assert_null (strstr (remedy, of_gpus[w]));
        for (gsize w = 0; k == LSC_RECORDER_NSIGHT && w < G_N_ELEMENTS (of_pytorch); w++)
          g_assert_null (strstr (remedy, of_pytorch[w]));
      }
}

static char *
describe (LscUnknown unknown)
{
  static const char *const names[LSC_RECORDER_N] = { "Ascend", "GPU", "op timelines",
                                                     "Nsight Systems" };
  const char *first = lsc_unknown_get_remedy (unknown, LSC_RECORDER_ASCEND);
  gboolean is_any = TRUE;
  g_autoptr (GString) remedy = g_string_new (NULL);

  for (guint k = 0; k < LSC_RECORDER_N; k++)
    is_any = is_any && lsc_unknown_is_of (unknown, (LscRecorder) k) &&
             g_str_equal (first, lsc_unknown_get_remedy (unknown, (LscRecorder) k));
  for (guint k = 0; k < LSC_RECORDER_N && !is_any; k++)
    if (lsc_unknown_is_of (unknown, (LscRecorder) k))
      g_string_append_printf (remedy, "%s%s: %s", remedy->len > 0 ? " " : "", names[k],
                              lsc_unknown_get_remedy (unknown, (LscRecorder) k));
  return g_strdup_printf ("| `%s` | %s | %s |\n", lsc_unknown_get_code (unknown),
                          lsc_unknown_get_reason (unknown), is_any ? first : remedy->str);
}

/* The page has each reason as the program has it. */
static void
test_page (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "docs",
                                            "definitions", "unknown.md", NULL);
  g_autofree char *page = NULL;

  g_assert_true (g_file_get_contents (path, &page, NULL, NULL));
  for (guint i = 0; i < LSC_UNKNOWN_N; i++)
    {
      g_autofree char *line = describe ((LscUnknown) i);

      if (!strstr (page, line))
        g_test_message ("not in unknown.md: %s", line);
      g_assert_nonnull (strstr (page, line));
    }
}

static void
test_words (void)
{
  g_autofree char *words = lsc_unknown_to_words (LSC_UNKNOWN_NO_STEPS, LSC_RECORDER_GPU);
  g_autofree char *sentence =
      lsc_unknown_to_sentence (LSC_UNKNOWN_LEVEL_0, LSC_RECORDER_ASCEND, "Shapes");

  g_assert_cmpstr (words, ==,
                   "Not known, because steps were not recorded. Call step() of the profiler after "
                   "each training step.");
  g_assert_cmpstr (sentence, ==,
                   "Shapes: not known, because the profiler level was 0. Record with "
                   "profiler_level Level1.");
}

/* ---- cells ---- */

static const LscColumn columns[] = {
  { .name = "rank", .type = LSC_TYPE_INT },
  { .name = "flops", .title = "FLOPs", .type = LSC_TYPE_REAL },
  { .name = "free_host_ns", .title = "Idle", .type = LSC_TYPE_INT },
  { .name = "whatever", .type = LSC_TYPE_INT },
};

static LscTable *
make_table (gint64 rank, gint64 free_ns)
{
  LscTable *table = lsc_table_new ("operators", columns, G_N_ELEMENTS (columns));

  lsc_table_add_row (table);
  lsc_table_set_int (table, 0, 0, rank);
  lsc_table_set_int (table, 0, 2, free_ns);
  return table;
}

static LscLacks
lack (LscUnknown a, LscUnknown b)
{
  LscLacks lacks = { 0 };

  lsc_lacks_add (&lacks, a);
  lsc_lacks_add (&lacks, b);
  return lacks;
}

/* An empty cell and a column of zeros have a reason; of several the first; others have none. */
static void
test_cells (void)
{
  LscLacks lacks = lack (LSC_UNKNOWN_NO_LAUNCHES, LSC_UNKNOWN_LEVEL_0);
  g_autoptr (LscTable) table = make_table (0, 0);
  g_autoptr (GPtrArray) none = lsc_table_list_unknown (table);
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *words = NULL;
  const LscUnknownCells *cells;

  g_assert_cmpuint (none->len, ==, 0);
  lsc_table_add_lacks (table, LSC_INT_NULL, &lacks);
  list = lsc_table_list_unknown (table);
  g_assert_cmpuint (list->len, ==, 2);
  cells = list->pdata[0];
  g_assert_cmpint (cells->unknown, ==, LSC_UNKNOWN_LEVEL_0);
  g_assert_cmpstr (cells->columns->pdata[0], ==, "flops");
  words = lsc_unknown_cells_to_words (cells);
  g_assert_cmpstr (words, ==,
                   "FLOPs: not known, because the profiler level was 0. Record with "
                   "profiler_level Level1.");
  cells = list->pdata[1];
  g_assert_cmpint (cells->unknown, ==, LSC_UNKNOWN_NO_LAUNCHES);
  g_assert_cmpuint (cells->columns->len, ==, 1);
  g_assert_cmpstr (cells->columns->pdata[0], ==, "free_host_ns");
}

/* A column with a number that is not 0 is one that is known. */
static void
test_zeros (void)
{
  LscLacks lacks = lack (LSC_UNKNOWN_NO_LAUNCHES, LSC_UNKNOWN_NO_STEPS);
  g_autoptr (LscTable) table = make_table (0, 7);
  g_autoptr (GPtrArray) list = NULL;

  lsc_table_add_lacks (table, LSC_INT_NULL, &lacks);
  list = lsc_table_list_unknown (table);
  g_assert_cmpuint (list->len, ==, 1);
  g_assert_cmpstr (((const LscUnknownCells *) list->pdata[0])->columns->pdata[0], ==, "flops");
}

/* What one rank lacks says nothing of another one; tables that are put together keep it. */
static void
test_ranks (void)
{
  LscLacks lacks = lack (LSC_UNKNOWN_NO_SHAPES, LSC_UNKNOWN_NO_SHAPES);
  g_autoptr (LscTable) table = make_table (0, 7);
  g_autoptr (LscTable) other = make_table (1, 7);

  lsc_table_add_lacks (other, 1, &lacks);
  lsc_table_append_table (table, other);
  g_assert_true (lsc_table_get_lacks (table, 0).bits == 0);
  g_assert_true (lsc_table_get_lacks (table, 1).bits == lacks.bits);
}

/* What one part of a recording lacks another one may have. */
static void
test_found (void)
{
  LscLackNotes found = { 0 };
  LscLacks lacks;

  lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_MODULES, FALSE);
  lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_STEPS, FALSE);
  lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_MODULES, TRUE);
  lacks = lsc_lack_notes_get_lacks (&found);
  g_assert_true (lsc_lacks_has (&lacks, LSC_UNKNOWN_NO_STEPS));
  g_assert_false (lsc_lacks_has (&lacks, LSC_UNKNOWN_NO_MODULES));
}

/* Names in camelCase are those in snake_case. */
static void
test_names (void)
{
  LscLacks lacks = lack (LSC_UNKNOWN_HOST_TIMES, LSC_UNKNOWN_HOST_TIMES);

  g_assert_cmpint (lsc_unknown_find (&lacks, "PpVerdict", "gainNs"), ==, LSC_UNKNOWN_HOST_TIMES);
  g_assert_cmpint (lsc_unknown_find (&lacks, "PpVerdict", "gain_ns"), ==, LSC_UNKNOWN_HOST_TIMES);
  g_assert_cmpint (lsc_unknown_find (&lacks, "operators", "gain_ns"), ==, LSC_UNKNOWN_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unknown/codes", test_codes);
  g_test_add_func ("/unknown/remedies", test_remedies);
  g_test_add_func ("/unknown/page", test_page);
  g_test_add_func ("/unknown/words", test_words);
  g_test_add_func ("/unknown/cells", test_cells);
  g_test_add_func ("/unknown/zeros", test_zeros);
  g_test_add_func ("/unknown/ranks", test_ranks);
  g_test_add_func ("/unknown/found", test_found);
  g_test_add_func ("/unknown/names", test_names);
  return g_test_run ();
}
