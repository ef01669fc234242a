/* lsc-cli-dispatch.c - lists of what the host calls on its way to the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-dispatch.h"

#include "cli/lsc-cli-unknown.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "export/lsc-export-deliverable.h"

#define SHOWN_ROWS 20

static const char *const op_columns[] = {
  "rank",          "operator",  "dispatches",     "end_to_end_ns", "share",   "framework_ns",
  "task_queue_ns", "launch_ns", "stream_wait_ns", "on_device_ns",  "mean_ns", NULL,
};
static const char *const call_columns[] = {
  "rank",    "level",     "name",   "count",  "time_ns", "self_ns", "share",
  "mean_ns", "median_ns", "p95_ns", "max_ns", "gap_ns",  NULL,
};
static const char *const copy_columns[] = {
  "rank", "direction", "count", "size_bytes", "time_ns", "bandwidth", "mean_ns", "max_ns", NULL,
};
static const char *const group_columns[] = {
  "rank", "call", "operator", "count", "time_ns", "mean_ns", "max_ns", "free_ns", "gap_ns", NULL,
};

/** @sorted_by: column whose largest values people see first */
typedef struct
{
  LscTable *(*get) (const LscTimeline *timeline, const LscDispatch *dispatch);
  const char *const *columns;
  const char *sorted_by;
  const char *nothing;
} About;

static const About about_lists[LSC_CLI_DISPATCH_N_LISTS] = {
  [LSC_CLI_DISPATCH_OPS] = { NULL, op_columns, "end_to_end_ns",
                             N_ ("No launch of an operator is known.") },
  [LSC_CLI_DISPATCH_CALLS] = { lsc_dispatch_get_host_calls, call_columns, "time_ns",
                               N_ ("No calls of CANN or of a GPU's runtime were recorded. Record "
                                   "with CPU activities.") },
  [LSC_CLI_DISPATCH_COPIES] = { lsc_dispatch_get_copies, copy_columns, "time_ns",
                                N_ ("No copy of memory was recorded.") },
  [LSC_CLI_DISPATCH_COMPILE] = { lsc_dispatch_get_compile_calls, group_columns, "time_ns",
                                 N_ ("No recorded call compiles operators.") },
  [LSC_CLI_DISPATCH_SYNC] = { lsc_dispatch_get_sync_calls, group_columns, "time_ns",
                              N_ ("No recorded call waits for the device.") },
};

static LscTable *
get_table (LscCliRun *run, LscCliDispatchList list, const LscTimeline *timeline, GError **error)
{
  const LscDispatch *dispatch = lsc_timeline_get_analysis (timeline)->dispatch;

  return list == LSC_CLI_DISPATCH_OPS
             ? lsc_dispatch_get_ops (timeline, dispatch, run->project.job, error)
             : about_lists[list].get (timeline, dispatch);
}

/* (transfer full): the rows of all ranks */
static LscTable *
collect (LscCliRun *run, LscCliDispatchList list, GError **error)
{
  g_autoptr (LscTable) all = NULL;

  for (guint i = 0; i < run->timelines->len; i++)
    {
      g_autoptr (LscTable) table = get_table (run, list, run->timelines->pdata[i], error);

      if (!table)
        return NULL;
      if (all)
        lsc_table_append_table (all, table);
      else
        all = g_steal_pointer (&table);
    }
  return g_steal_pointer (&all);
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Sum over all rows; what is not known in one of them is not known. */
static gint64
sum_of (const LscTable *table, const char *name)
{
  gint64 sum = 0;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get_named (table, row, name);

      sum = lsc_int_add (sum, value.is_null ? LSC_INT_NULL : value.integer);
    }
  return sum;
}

static void
append_ops (GString *out, const LscTable *table)
{
  static const struct
  {
    const char *column;
    const char *title;
  } parts[] = {
    { "framework_ns", N_ ("framework") }, { "task_queue_ns", N_ ("task queue") },
    { "launch_ns", N_ ("launch") },       { "stream_wait_ns", N_ ("wait on the stream") },
    { "on_device_ns", N_ ("device") },
  };
  gint64 n_calls = sum_of (table, "dispatches"), all_ns = sum_of (table, "end_to_end_ns");
  g_autofree char *mean =
      lsc_format_duration (lsc_int_divide (all_ns, n_calls), LSC_TIME_UNIT_AUTO);

  lsc_cli_append (out,
                  g_dngettext (GETTEXT_PACKAGE,
                               "An operator takes %s from its call to the end of its work "
                               "(mean of %" PRId64 " call)",
                               "An operator takes %s from its call to the end of its work "
                               "(mean of %" PRId64 " calls)",
                               (gulong) n_calls),
                  mean, n_calls);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gint64 part_ns = sum_of (table, parts[i].column);
      g_autofree char *share = part_ns == LSC_INT_NULL || all_ns <= 0
                                   ? NULL
                                   : lsc_format_share ((double) part_ns / (double) all_ns);

      if (share)
        lsc_cli_append (out, "%s%s %s", i == 0 ? ": " : ", ", _ (parts[i].title), share);
    }
  g_string_append (out, ".\n");
}

static void
append_calls (GString *out, const LscTable *table)
{
  g_autofree char *sum = lsc_format_duration (sum_of (table, "self_ns"), LSC_TIME_UNIT_AUTO);
  gint64 n_calls = sum_of (table, "count");

  lsc_cli_append (out,
                  g_dngettext (GETTEXT_PACKAGE, "The host spends %s in %" PRId64 " call.\n",
                               "The host spends %s in %" PRId64 " calls.\n", (gulong) n_calls),
                  sum, n_calls);
}

static void
append_groups (GString *out, LscCliDispatchList list, const LscTable *table)
{
  gint64 n_calls = sum_of (table, "count"), gap_ns = sum_of (table, "gap_ns");
  g_autofree char *sum = lsc_format_duration (sum_of (table, "time_ns"), LSC_TIME_UNIT_AUTO);
  g_autofree char *gaps = lsc_format_duration (lsc_int_or_zero (gap_ns), LSC_TIME_UNIT_AUTO);

  if (list == LSC_CLI_DISPATCH_SYNC)
    lsc_cli_append (out,
                    g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " call waits for the device, %s.",
                                 "%" PRId64 " calls wait for the device, %s in all.",
                                 (gulong) n_calls),
                    n_calls, sum);
  else
    lsc_cli_append (out,
                    g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " call compiles operators, %s.",
                                 "%" PRId64 " calls compile operators, %s in all.",
                                 (gulong) n_calls),
                    n_calls, sum);
  if (gap_ns != LSC_INT_NULL)
    lsc_cli_append (out, _ (" The device is idle for %s because of them."), gaps);
  g_string_append_c (out, '\n');
}

/* Copies whose size is not recorded are said, as the sum lacks them. */
static void
append_copies (GString *out, const LscTable *table)
{
  gint64 n_copies = sum_of (table, "count"), n_unsized = sum_of (table, "unsized");
  g_autofree char *sum = lsc_format_duration (sum_of (table, "time_ns"), LSC_TIME_UNIT_AUTO);

  lsc_cli_append (out,
                  g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " copy of memory takes %s.\n",
                               "%" PRId64 " copies of memory take %s.\n", (gulong) n_copies),
                  n_copies, sum);
  if (n_unsized > 0)
    lsc_cli_append (out,
                    g_dngettext (GETTEXT_PACKAGE,
                                 "? The size of %" PRId64
                                 " copy was not recorded, so its bandwidth "
                                 "is not known. Profiler level 2 records it.\n",
                                 "? The size of %" PRId64 " copies was not recorded, so their "
                                 "bandwidth is not known. Profiler level 2 records it.\n",
                                 (gulong) n_unsized),
                    n_unsized);
}

static void
append_sentence (GString *out, LscCliDispatchList list, const LscTable *table)
{
  if (lsc_table_get_n_rows (table) == 0)
    lsc_cli_append (out, "%s\n", _ (about_lists[list].nothing));
  else if (list == LSC_CLI_DISPATCH_OPS)
    append_ops (out, table);
  else if (list == LSC_CLI_DISPATCH_CALLS)
    append_calls (out, table);
  else if (list == LSC_CLI_DISPATCH_COPIES)
    append_copies (out, table);
  else
    append_groups (out, list, table);
}

/* Why figures are missing, a line a rank. */
static void
append_reasons (GString *out, LscCliRun *run)
{
  for (guint i = 0; i < run->timelines->len; i++)
    {
      const LscTimeline *timeline = run->timelines->pdata[i];
      const LscDispatch *dispatch = lsc_timeline_get_analysis (timeline)->dispatch;
      g_autofree char *reason = lsc_phrase_to_words (dispatch->reason);
      g_autofree char *label = lsc_timeline_get_label (timeline);

      if (reason)
        lsc_cli_append (out, _ ("? %s: %s\n"), label, reason);
    }
}

static gint64
get_weight (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null ? G_MININT64 : value.integer;
}

typedef struct
{
  const LscTable *table;
  const char *column;
} Order;

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Order *order = user_data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (get_weight (order->table, y, order->column),
                    get_weight (order->table, x, order->column));
  return LSC_ORDER (x, y);
}

/* The largest rows of all ranks. */
static void
append_rows (GString *out, LscCliRun *run, const About *about, const LscTable *table)
{
  gsize n = lsc_table_get_n_rows (table), n_shown = MIN (n, SHOWN_ROWS);
  g_autofree guint32 *rows = g_new (guint32, n + 1);
  g_autoptr (LscTable) largest = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  Order order = { table, about->sorted_by };

  if (n == 0)
    return;
  for (guint32 i = 0; i < n; i++)
    rows[i] = i;
  g_qsort_with_data (rows, (int) n, sizeof *rows, compare_rows, &order);
  lsc_table_append_rows (largest, table, rows, n_shown);
  picked = lsc_cli_pick_known (largest, about->columns + (run->timelines->len == 1));
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s", text);
  if (n > n_shown)
    lsc_cli_append (out, _ ("\n%zu of %zu rows; --json, --csv and --xlsx write all of them\n"),
                    n_shown, n);
}

/**
 * lsc_cli_dispatch_deliver:
 * @list: what is asked for instead of gaps
 * @is_compat: calls have the columns of the exporter's file
 *
 * Delivers the list of all ranks. @run lacks something where a list of what every recording has is
 * empty.
 *
 * Returns: %FALSE with @error
 */
gboolean
lsc_cli_dispatch_deliver (LscCliRun *run, LscCliDispatchList list, gboolean is_compat,
                          GError **error)
{
  g_autoptr (LscTable) table = collect (run, list, error);
  g_autoptr (GString) out = NULL;

  if (!table)
    return FALSE;
  lsc_cli_end_progress ();
  lsc_cli_note_unknown (run, table);
  out = g_string_new (NULL);
  append_sentence (out, list, table);
  append_reasons (out, run);
  run->is_part =
      run->is_part || ((list == LSC_CLI_DISPATCH_OPS || list == LSC_CLI_DISPATCH_CALLS) &&
                       lsc_table_get_n_rows (table) == 0);
  if (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT)
    {
      /* Where programs read rows, an empty table does not say why. */
      if (lsc_table_get_n_rows (table) == 0)
        g_printerr ("lanescope-cli: %s", out->str);
      if (is_compat)
        {
          g_autoptr (LscTable) own = g_steal_pointer (&table);

          table = lsc_export_to_api_statistic (own);
        }
      return lsc_cli_deliver_table (run, table, 0, error);
    }
  append_rows (out, run, &about_lists[list], table);
  return lsc_cli_print_text (out->str);
}
