/* lsc-cmd-compare-files.c - what changed between two recordings, as tables and pictures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cmd-compare.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "export/lsc-export-comparison.h"
#include "export/lsc-export-twins.h"
#include "session/lsc-session-lacks.h"

#define PICTURE_WIDTH 1280.0
#define PICTURE_HEIGHT 600.0
#define PICTURE_TEXT_PX 18.0

/** Returns: whether --out draws the recordings themselves */
gboolean
lsc_cmd_compare_is_twin (const LscCompareOptions *options)
{
  return options->out && (options->parts == LSC_COMPARE_PARTS_TIMELINES ||
                          options->parts == LSC_COMPARE_PARTS_PIPELINES);
}

/* Names of folders tell recordings apart; where they lie is nobody's business. */
static gboolean
write_compat (LscCliRun *run, const LscCompare *compare, const char *path, GError **error)
{
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
  g_autofree char *before = g_path_get_basename (options->baseline);
  g_autofree char *after = g_path_get_basename (options->comparison);
  LscSession *session = lsc_session_pair_get_session (options->pair, LSC_BEFORE);
  LscComparisonBook book = { compare,
                             options->rows,
                             { before, after },
                             session ? lsc_session_get_lacks (session).recorder
                                     : LSC_RECORDER_ASCEND };

  return lsc_export_comparison_workbook (&book, path, run->project.job, error);
}

/**
 * lsc_cmd_compare_write_tables:
 * @path: a workbook or database of all tables, or a text of the first
 *
 * Returns: %FALSE when it could not be written
 */
gboolean
lsc_cmd_compare_write_tables (LscCliRun *run, const LscCompare *compare, const char *path,
                              GError **error)
{
  g_autoptr (LscTable) verdict = lsc_compare_get_verdict_table (compare);
  g_autoptr (LscTable) ranks = lsc_compare_get_rank_table (compare);
  g_autoptr (LscTable) categories =
      lsc_compare_get_table (compare, compare->total, LSC_COMPARE_CATEGORIES);
  g_autoptr (LscTable) modules =
      lsc_compare_get_table (compare, compare->total, LSC_COMPARE_MODULES);
  g_autoptr (LscTable) ops = lsc_compare_get_table (compare, compare->total, LSC_COMPARE_OPS);
  g_autoptr (LscTable) transitions = lsc_compare_get_transition_table (compare);
  g_autoptr (LscTable) comms = lsc_compare_get_comm_table (compare);
  g_autoptr (LscTable) memory = lsc_compare_get_memory_table (compare);
  g_autoptr (LscTable) steps = lsc_compare_get_steps_table (compare);
  g_autoptr (LscTable) runs = lsc_compare_get_runs_table (compare);
  g_autoptr (LscTable) unmatched = lsc_compare_get_unmatched_table (compare);
  const GArray *changes = ((const LscCompareOptions *) run->options)->changes;
  g_autoptr (LscTable) findings = changes ? lsc_findings_changes_get_table (changes) : NULL;
  const LscOpChanges *changed = ((const LscCompareOptions *) run->options)->operators;
  g_autoptr (LscTable) operators = changed ? lsc_op_changes_get_table (changed) : NULL;
  const LscChips *chips = ((const LscCompareOptions *) run->options)->chips;
  g_autoptr (LscTable) chip_sides = chips ? lsc_chips_get_sides_table (chips) : NULL;
  g_autoptr (LscTable) chip_kinds =
      chips ? lsc_chips_get_table (chips, LSC_COMPARE_CATEGORIES) : NULL;
  g_autoptr (LscTable) chip_modules =
      chips ? lsc_chips_get_table (chips, LSC_COMPARE_MODULES) : NULL;
  g_autoptr (LscTable) chip_ops = chips ? lsc_chips_get_table (chips, LSC_COMPARE_OPS) : NULL;
  LscTable *all[] = { verdict,  ranks,      categories, modules,      ops,       transitions,
                      comms,    memory,     steps,      runs,         unmatched, operators,
                      findings, chip_sides, chip_kinds, chip_modules, chip_ops };
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (((const LscCompareOptions *) run->options)->is_compat)
    return write_compat (run, compare, path, error);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i])
      g_ptr_array_add (list, all[i]);
  return lsc_cli_write_tables ((LscTable **) list->pdata, list->len,
                               operators ? operators : categories,
                               &(LscCliFile){ path, 0, run->project.job }, error);
}

/**
 * lsc_cmd_compare_write_folder:
 *
 * Writes the workbook where those who come from the reference tool look for it, under the name that
 * their scripts search for.
 *
 * Returns: %FALSE when it could not be written
 */
gboolean
lsc_cmd_compare_write_folder (LscCliRun *run, const LscCompare *compare, const char *folder,
                              GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *name =
      g_date_time_format (now, "performance_comparison_result_%Y%m%d%H%M%S.xlsx");
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *line = lsc_visible_line (path);

  if (!lsc_output_make_folder (folder, 0, error) ||
      !lsc_cmd_compare_write_tables (run, compare, path, error))
    return FALSE;
  if (!run->options->quiet)
    g_printerr (_ ("Results are in %s\n"), line);
  return TRUE;
}

/* Of a page of 16:9. */
static gboolean
write_bars (const LscCompareOptions *options, const LscCompare *compare,
            const LscPictureOptions *picture, GError **error)
{
  g_autoptr (LscWaterfall) waterfall =
      lsc_waterfall_new (compare, compare->total, (LscCompareList) options->parts);
  LscWaterfallView view = { .waterfall = waterfall,
                            .width = PICTURE_WIDTH,
                            .height = PICTURE_HEIGHT,
                            .text_px = PICTURE_TEXT_PX,
                            .theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light () };

  return lsc_export_waterfall (compare, &view, picture, error);
}

/* Likewise, of groups of kernels. */
static gboolean
write_op_bars (const LscCompareOptions *options, const LscCompare *compare,
               const LscPictureOptions *picture, GError **error)
{
  g_autoptr (LscWaterfall) waterfall =
      lsc_waterfall_new_operators (options->operators, (const char *const *) compare->names);
  LscWaterfallView view = { .waterfall = waterfall,
                            .width = PICTURE_WIDTH,
                            .height = PICTURE_HEIGHT,
                            .text_px = PICTURE_TEXT_PX,
                            .theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light () };

  return lsc_export_op_changes (options->operators, &view, picture, error);
}

/* As they were named, else as their folders are called. */
static char *
make_name (const LscCompareOptions *options, const LscCompare *compare, LscSide side)
{
  g_autofree char *before = g_path_get_basename (options->baseline);
  g_autofree char *after = g_path_get_basename (options->comparison);

  if (compare->names[side])
    return g_strdup (compare->names[side]);
  if (!g_str_equal (before, after))
    return g_strdup (side == LSC_BEFORE ? before : after);
  return g_strdup (side == LSC_BEFORE ? _ ("Before") : _ ("After"));
}

/* What is not there is %NULL: the picture says so. */
static gboolean
write_twin (LscCliRun *run, const LscCompare *compare, const LscPictureOptions *picture,
            GError **error)
{
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
  LscExportTwin sides[LSC_N_SIDES] = { { 0 } };
  char *names[LSC_N_SIDES];
  gboolean is_written;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscSession *session = lsc_session_pair_get_session (options->pair, side);

      sides[side].name = names[side] = make_name (options, compare, side);
      if (options->parts == LSC_COMPARE_PARTS_PIPELINES)
        sides[side].pipeline = lsc_session_get_pipelines (session, run->project.job, NULL);
      else
        sides[side].timeline =
            lsc_session_pair_get_picture (options->pair, side, run->project.job, NULL);
    }
  is_written = options->parts == LSC_COMPARE_PARTS_TIMELINES
                   ? lsc_export_twin_timelines (sides, picture, error)
                   : lsc_export_twin_pipelines (sides, picture, error);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (names[side]);
      g_clear_pointer (&sides[side].pipeline, lsc_pipeline_unref);
      g_clear_pointer (&sides[side].timeline, lsc_timeline_unref);
    }
  return is_written;
}

/**
 * lsc_cmd_compare_write_picture:
 *
 * Writes what --parts asks for into the file of --out.
 *
 * Returns: %FALSE when it could not be written
 */
gboolean
lsc_cmd_compare_write_picture (LscCliRun *run, const LscCompare *compare, GError **error)
{
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
  LscPictureOptions picture = { .path = options->out,
                                .scale = 2,
                                .is_outlined = run->options->picture.is_outlined,
                                .page.is_whole = TRUE,
                                .page.keep_theme = options->is_dark,
                                .page.footer = "Lanescope " LSC_VERSION };

  if (options->parts == LSC_COMPARE_PARTS_CHIPS)
    return lsc_cli_chips_draw (options->chips, options->is_dark, &picture, error);
  if (options->operators)
    return write_op_bars (options, compare, &picture, error);
  return lsc_cmd_compare_is_twin (options) ? write_twin (run, compare, &picture, error)
                                           : write_bars (options, compare, &picture, error);
}
