/* lsc-module-notices.c - what is said about recordings in which modules cannot be told well
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "analyze/module/lsc-module-private.h"
#include "analyze/extent/lsc-run-extent.h"
#include "model/lsc-lacks.h"

#define OUTSIDE_SHARE 0.01 /* less of the device time is not worth a word */

/* ---- events far from all others ---------------------------------------------------------------
 */

/* What such an event does to the sums depends on what is wrong with it. */
static const char *const meanings[LSC_RUN_N_STRAYS] = {
  [LSC_RUN_STRAY_HOST] = N_ ("Ops are found in modules by time, so that what these events launched "
                             "may be missing in its module; the other sums are unaffected."),
  [LSC_RUN_STRAY_DEVICE] = N_ ("Sums count each event by its own length and are unaffected; gaps "
                               "and launch delays leave these events out."),
  [LSC_RUN_STRAY_LONG] = N_ ("Sums count these events by their whole length, so that they are "
                             "affected: what holds them is far too long."),
};

/* Tells of the events that do not belong to the others, and whether the sums can be trusted. */
static void
note_strays (LscModuleBuild *build)
{
  const LscModuleData *data = build->data;

  for (guint what = 0; data->has_strays && what < LSC_RUN_N_STRAYS; what++)
    {
      LscStrayWords words = { .main = data->main };
      g_autoptr (GPtrArray) notices = NULL;

      lsc_run_list_strays (data->run, what, &words);
      notices = lsc_stray_words_finish (&words, _ (meanings[what]));
      for (guint i = 0; i < notices->len; i++)
        {
          LscNotice *notice = g_ptr_array_index (notices, i);

          lsc_notice_set_place (notice, data->run->rank, data->run->source->file, NULL);
          lsc_notices_add (data->notices, notice);
        }
    }
}

/** Returns: whether the time of an event tells how it lies to the others */
gboolean
_lsc_module_counts (const LscModuleData *data, gint64 start_ns, gint64 end_ns)
{
  return !data->has_strays || (start_ns >= data->main.begin_ns && end_ns <= data->main.end_ns);
}

/**
 * _lsc_module_take_notice:
 * @notice: (transfer full): what is odd
 * @table: (nullable): in which table
 * @count: rows concerned, -1 = not counted
 */
void
_lsc_module_take_notice (LscModuleData *data, LscNotice *notice, const char *table, gint64 count)
{
  lsc_notice_set_place (notice, data->run->rank, data->run->source->file, table);
  notice->count = count;
  lsc_notices_add (data->notices, notice);
}

/** Why something is not there; sentences. */
typedef struct
{
  const char *code;
  const char *table;
  char *what;
  const char *remedy;        /* (nullable) */
  const char *window_remedy; /* (nullable): where @remedy names an option */
} Reason;

/* A failure, in the words that the reference begins with, or with allow_empty a notice. */
static gboolean
fail_or_note (LscModuleBuild *build, const Reason *reason, const char *failure, GError **error)
{
  LscNotice *notice;

  /* The words that begin it are those of the reference tool: scripts look for them. */
  if (!build->options->allow_empty)
    return lsc_fail (error, LSC_ERROR_MISSING, "%s: %s %s %s", build->run->source->file, failure,
                     reason->what, reason->remedy ? reason->remedy : "");
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, reason->code, "%s", reason->what);
  lsc_notice_set_help (notice, NULL, reason->remedy);
  lsc_notice_set_window_remedy (notice, reason->window_remedy);
  _lsc_module_take_notice (build->data, notice, reason->table, -1);
  return TRUE;
}

static gint
compare_domains (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const gsize *counts = user_data;
  guint32 da = *(const guint32 *) a, db = *(const guint32 *) b;

  LSC_RETURN_ORDER (counts[db], counts[da]);
  return LSC_ORDER (da, db);
}

/* The domains that do occur, most frequent first: `default (12), communication (3)`. */
static char *
list_domains (const LscRun *run, gsize *n_ranges)
{
  gsize n_names = lsc_intern_size (run->strings);
  g_autofree gsize *counts = g_new0 (gsize, n_names + 1);
  LscIndexes domains = { 0 };
  GString *text = g_string_new (NULL);

  *n_ranges = 0;
  for (gsize i = 0; i < run->marks.n; i++)
    {
      const LscMark *mark = &run->marks.items[i];

      *n_ranges += mark->event_type == LSC_MSTX_START_END;
      if (mark->domain < n_names && counts[mark->domain]++ == 0)
        lsc_indexes_append (&domains, mark->domain);
    }
  g_qsort_with_data (domains.items, (gint) domains.n, sizeof *domains.items, compare_domains,
                     counts);
  /* a program may have hundreds: the sentence must stay one */
  for (gsize i = 0; i < domains.n && i < 12; i++)
    g_string_append_printf (text, "%s%s (%zu)", i ? ", " : "", lsc_run_text (run, domains.items[i]),
                            counts[domains.items[i]]);
  lsc_indexes_clear (&domains);
  return g_string_free (text, FALSE);
}

static void
explain_no_calls (LscModuleBuild *build, Reason *reason)
{
  const LscRun *run = build->run;
  gsize n_ranges;
  g_autofree char *domains = list_domains (run, &n_ranges);
  g_autofree char *raw = NULL;

  if (lsc_notices_have_end_lost (run->notices))
    {
      reason->what = g_strdup (_ ("The recording is truncated or damaged; the part that could be "
                                  "read has no module calls."));
      reason->remedy = _ ("Copy it again, or export it again.");
    }
  else if (lsc_run_get_recorder (run) == LSC_RECORDER_NSIGHT)
    {
      reason->what = g_strdup (_ ("The export has no NVTX ranges of modules."));
      reason->remedy = _ (lsc_unknown_get_remedy (LSC_UNKNOWN_NO_MODULES, LSC_RECORDER_NSIGHT));
    }
  else if (run->is_gpu)
    {
      reason->what =
          g_strdup (_ ("The trace has no nn.Module frames and no ranges of record_function."));
      reason->remedy = _ ("Record with with_stack=True and with_modules=True, or put "
                          "torch.profiler.record_function around module calls.");
    }
  else if (build->options->source == LSC_MODULE_SOURCE_TRACE)
    {
      reason->what = g_strdup (_ ("There are no nn.Module rows in PYTORCH_API."));
      reason->remedy = _ ("Profile with with_modules=True, or use --module-source mstx.");
    }
  else if (!run->has_marks_table || run->marks.n == 0)
    {
      reason->what = g_strdup (_ ("There is no mstx data, as mstx=True (msprof_tx=True) was not "
                                  "set, and there are no nn.Module rows either."));
      reason->remedy = _ ("Record module calls as mstx ranges of the domain Module, or profile "
                          "with with_modules=True.");
    }
  else if (!run->has_mark_domains)
    {
      reason->what =
          g_strdup (_ ("The file predates mstx domains: MSTX_EVENTS has no column domainId."));
      reason->remedy = _ ("Use --module-domain '*' to take every range as a module call.");
      reason->window_remedy = _ ("Set the domain of modules to * in the preferences to take every "
                                 "range as a module call.");
    }
  else if (n_ranges == 0)
    {
      reason->what = g_strdup (_ ("There are marks only: MSTX_EVENTS has no ranges."));
      reason->remedy = _ ("Use range_start and range_end with domain=\"Module\" around module "
                          "calls.");
    }
  else
    {
      /* names of domains are bytes of the user's program */
      raw = g_strdup_printf (_ ("MSTX_EVENTS has no range of the domain Module, only %s."),
                             *domains ? domains : "?");
      reason->what = g_utf8_make_valid (raw, -1);
      reason->remedy = _ ("Name the domain with --module-domain.");
      reason->window_remedy = _ ("Name the domain of modules in the preferences.");
    }
}

/**
 * _lsc_module_no_calls:
 *
 * Says why there are no module calls (formats.md#bad-rows).
 */
gboolean
_lsc_module_no_calls (LscModuleBuild *build, GError **error)
{
  Reason reason = { .code = "no-module-ranges", .table = "MSTX_EVENTS" };
  g_autofree char *what = NULL;
  g_autofree char *failure =
      g_strdup_printf (_ ("Can not export mstx range event from rank %" PRId64 ":"),
                       lsc_rank_to_number (build->run->rank));

  if (build->run->is_of_ops && build->options->allow_empty)
    return TRUE; /* nor has it kernels, which is said */
  explain_no_calls (build, &reason);
  what = reason.what;
  return fail_or_note (build, &reason, failure, error);
}

static void
explain_no_links (const LscModuleBuild *build, Reason *reason)
{
  const LscRun *run = build->run;
  gsize n_kernels = _lsc_module_n_joined (run);

  if (run->is_of_ops)
    {
      reason->what = g_strdup (_ ("This recording has ops of pipelines, no kernels."));
      return;
    }
  /* From the input on: each reason holds only where those before it do not. */
  if (n_kernels == 0 && lsc_notices_have_end_lost (run->notices))
    {
      reason->what = g_strdup (
          _ ("The recording is truncated or damaged; the part that could be read has no kernels."));
      reason->remedy = _ ("Copy it again, or export it again.");
    }
  else if (run->is_gpu && n_kernels == 0)
    {
      reason->what = g_strdup (_ ("The trace has no kernels."));
      reason->remedy = _ ("Record with ProfilerActivity.CUDA.");
    }
  else if (run->is_gpu)
    {
      reason->what = g_strdup (
          _ ("No kernel of the trace has a call of the CUDA runtime with the same correlation."));
      reason->remedy = _ ("Record with ProfilerActivity.CPU and ProfilerActivity.CUDA in one run.");
    }
  else if (run->ops.n == 0)
    {
      reason->what = g_strdup (_ ("There is no framework data: PYTORCH_API has no linked rows, as "
                                  "CPU activity was not collected."));
      reason->remedy = _ ("Add ProfilerActivity.CPU.");
    }
  else if (build->n_links == 0)
    {
      reason->what = g_strdup (_ ("There are no launch links in the file."));
      reason->remedy = _ ("If CONNECTION_IDS is missing, export the profile again with a newer "
                          "torch_npu; if it is empty, collect with CPU and NPU activity in one "
                          "run.");
    }
  else if (n_kernels == 0)
    {
      reason->what = g_strdup (_ ("There are no kernels in the file."));
      reason->remedy = _ ("Collect with ProfilerActivity.NPU.");
    }
  else if (build->options->has_step)
    {
      reason->what = g_strdup (_ ("No op with kernels starts in the chosen step."));
      reason->remedy = _ ("Choose another step.");
    }
  else
    {
      /* xgettext:no-c-format */
      reason->what = g_strdup (_ ("0 % of the kernels have a link to an op. In graph mode the "
                                  "capture happened before profiling started."));
      reason->remedy = _ ("Capture while profiling, or profile without graphs.");
    }
}

/**
 * _lsc_module_no_links:
 *
 * Says why no kernel has an op (formats.md#bad-rows).
 */
gboolean
_lsc_module_no_links (LscModuleBuild *build, GError **error)
{
  Reason reason = { .code = "no-launch-links", .table = "CONNECTION_IDS" };
  g_autofree char *what = NULL;
  g_autofree char *failure =
      g_strdup_printf (_ ("Can not export framework op to kernel mapper from rank %" PRId64 ":"),
                       lsc_rank_to_number (build->run->rank));

  explain_no_links (build, &reason);
  what = reason.what;
  return fail_or_note (build, &reason, failure, error);
}

/**
 * _lsc_module_no_rows:
 *
 * Says that no op with kernels lies inside a module call.
 */
gboolean
_lsc_module_no_rows (LscModuleBuild *build, GError **error)
{
  g_autofree char *what = g_strdup_printf (
      _ ("None of the %zu ops with kernels is inside one of the %zu module ranges."),
      build->data->ops.n, build->data->calls.n);
  g_autofree char *failure =
      g_strdup_printf (_ ("Failed to extract event tree data for rank %" PRId64 ":"),
                       lsc_rank_to_number (build->run->rank));
  Reason reason = {
    .code = "no-op-in-module",
    .table = "MSTX_EVENTS",
    .what = what,
    .remedy = _ ("Check that the ranges enclose the calls (--slack allows for clock skew)."),
    .window_remedy = _ ("Check that the ranges enclose the calls; the tolerance in the preferences "
                        "allows for clock skew."),
  };

  return fail_or_note (build, &reason, failure, error);
}

/**
 * _lsc_module_note_threads:
 *
 * Says that thread ids of ranges and ops cannot be compared (modules.md#threads).
 */
void
_lsc_module_note_threads (LscModuleBuild *build)
{
  gboolean from_queue = FALSE;
  LscNotice *notice;

  for (gsize i = 0; i < build->run->threads.n; i++)
    from_queue =
        from_queue || (build->thread_flags[i] & (LSC_THREAD_HAS_CALLS | LSC_THREAD_HAS_DEQUEUE)) ==
                          (LSC_THREAD_HAS_CALLS | LSC_THREAD_HAS_DEQUEUE);
  if (from_queue)
    {
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "ranges-on-queue-thread",
                               _ ("Ranges come from the task queue thread."));
      lsc_notice_set_help (notice,
                           _ ("Their times lag behind the ops, so ops may miss their module."),
                           _ ("Call range_start without stream."));
    }
  else
    {
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "threads-disjoint",
                               _ ("No thread id of a module range occurs among those of the ops."));
      lsc_notice_set_help (notice,
                           _ ("Threads are ignored: ops are found in ranges by time alone."), NULL);
    }
  _lsc_module_take_notice (build->data, notice, "MSTX_EVENTS", -1);
}

static void
note_calls (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  LscNotice *notice;

  if (build->n_bad_calls > 0)
    _lsc_module_take_notice (
        data,
        lsc_notice_new (LSC_SEVERITY_WARNING, "range-ends-before-start",
                        _ ("%zu ranges end before they start and were skipped."),
                        build->n_bad_calls),
        "MSTX_EVENTS", (gint64) build->n_bad_calls);
  if (build->n_open_calls > 0)
    {
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "range-without-end",
                               _ ("%zu module ranges were never closed."), build->n_open_calls);
      lsc_notice_set_help (notice,
                           _ ("They are taken to end with the range around them, or with the last "
                              "op of their thread."),
                           _ ("Call range_end for every range_start, also when the call raises."));
      _lsc_module_take_notice (data, notice, "MSTX_EVENTS", (gint64) build->n_open_calls);
    }
  if (build->n_crossings > 0)
    {
      g_autofree char *pair =
          g_strdup_printf ("%s, %s", lsc_module_data_text (data, build->crossing[0]),
                           lsc_module_data_text (data, build->crossing[1]));
      g_autofree char *valid = g_utf8_make_valid (pair, -1);

      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "ranges-cross",
                               _ ("%zu module ranges of one thread cross, first %s."),
                               build->n_crossings, valid);
      lsc_notice_set_help (notice, _ ("From the start of the later one everything belongs to it."),
                           NULL);
      _lsc_module_take_notice (data, notice, "MSTX_EVENTS", (gint64) build->n_crossings);
    }
}

static void
note_overhang (LscModuleBuild *build)
{
  const LscOverhang *overhang = &build->overhang;
  const char *remedy = NULL, *window_remedy = NULL;
  LscNotice *notice;

  if (overhang->n_stick_out == 0)
    return;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "ops-stick-out",
                           _ ("%zu ops overlap a module range without being inside it; the "
                              "largest overhang is %" PRId64 " ns."),
                           overhang->n_stick_out, overhang->max_overhang_ns);
  /* Where most stick out by little it is the clocks, where many are lost the ranges are late. */
  if (overhang->n_small * 2 > overhang->n_stick_out)
    {
      remedy = _ ("The clocks of ranges and ops may differ a little: try --slack 2000.");
      window_remedy = _ ("The clocks of ranges and ops may differ a little: try a tolerance of "
                         "2 µs in the preferences.");
    }
  else if (overhang->n_lost * 5 > overhang->n_overlapping)
    remedy = _ ("More than a fifth of the ops are not inside the range they overlap: were "
                "the ranges recorded with a stream argument?");
  lsc_notice_set_help (notice, _ ("They count for the next range around them, or for none."),
                       remedy);
  lsc_notice_set_window_remedy (notice, window_remedy);
  _lsc_module_take_notice (build->data, notice, "MSTX_EVENTS", (gint64) overhang->n_stick_out);
}

static guint32
task_type_of (const LscRun *run, const LscKernel *kernel)
{
  if (kernel->kernel_class != LSC_KERNEL_COMPUTE || kernel->detail >= run->kernel_details.n)
    return LSC_STRING_NONE;
  return run->kernel_details.items[kernel->detail].task_type;
}

/* `AI_CORE 40 of 100 linked, communication 0 of 4 linked` */
static char *
list_linked (LscModuleBuild *build)
{
  const LscRun *run = build->run;
  static const char *const classes[] = { "compute", "communication", "schedule", "copy" };
  gsize n_names = lsc_intern_size (run->strings), n_keys = n_names + 4;
  g_autofree gsize *totals = g_new0 (gsize, n_keys);
  g_autofree gsize *missing = g_new0 (gsize, n_keys);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < _lsc_module_n_joined (run); i++)
    {
      guint32 type = task_type_of (run, &run->kernels.items[i]);

      totals[type < n_names ? type : n_names + run->kernels.items[i].kernel_class]++;
    }
  for (gsize i = 0; i < build->data->unlinked.n; i++)
    {
      const LscKernel *kernel = &run->kernels.items[build->data->unlinked.items[i]];
      guint32 type = task_type_of (run, kernel);

      missing[type < n_names ? type : n_names + kernel->kernel_class]++;
    }
  for (gsize i = 0; i < n_keys; i++)
    if (totals[i] > 0)
      g_string_append_printf (text, "%s%s %.0f %%", text->len ? ", " : "",
                              i < n_names ? lsc_run_text (run, (guint32) i) : classes[i - n_names],
                              100.0 * (double) (totals[i] - MIN (missing[i], totals[i])) /
                                  (double) totals[i]);
  return g_string_free (text, FALSE);
}

static void
note_links (LscModuleBuild *build)
{
  gsize n_kernels = _lsc_module_n_joined (build->run);
  LscModuleData *data = build->data;
  LscNotice *notice;

  if (n_kernels > 0 && build->n_linked_kernels * 2 < n_kernels)
    {
      g_autofree char *types = list_linked (build);

      notice =
          lsc_notice_new (LSC_SEVERITY_WARNING, "few-kernels-linked",
                          _ ("Only %.0f %% of the kernels have a link to an op: %s"),
                          100.0 * (double) build->n_linked_kernels / (double) n_kernels, types);
      lsc_notice_set_help (notice, _ ("The time of the others belongs to no module."),
                           _ ("Graph replay and launches before the recording have no link."));
      _lsc_module_take_notice (data, notice, "CONNECTION_IDS",
                               (gint64) (n_kernels - build->n_linked_kernels));
    }
  if (build->n_shared_ids > 0)
    {
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "kernel-of-several-ops",
                               _ ("%zu kernels have a connection id that several ops own."),
                               build->n_shared_ids);
      lsc_notice_set_help (notice, _ ("They are counted for each of these ops."), NULL);
      _lsc_module_take_notice (data, notice, "CONNECTION_IDS", (gint64) build->n_shared_ids);
    }
  if (build->n_half_pairs > 0)
    _lsc_module_take_notice (data,
                             lsc_notice_new (LSC_SEVERITY_NOTE, "backward-op-missing",
                                             _ ("%zu forward ops are linked to a backward op that "
                                                "is not in the file; these links were skipped."),
                                             build->n_half_pairs),
                             "CONNECTION_IDS", (gint64) build->n_half_pairs);
}

/* A module wrapped twice: every one of its calls has a call of the same name and times around or
 * inside it (exports.md#q11). */
static void
note_double_wraps (LscModuleBuild *build)
{
  const LscModuleData *data = build->data;
  const LscCall *calls = data->calls.items;
  g_autoptr (GHashTable) twins = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) totals = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer name, n;

  for (gsize i = 0; i < data->calls.n; i++)
    {
      const LscCall *call = &calls[i], *parent;
      gpointer key = GUINT_TO_POINTER (call->name);

      if (call->kind != LSC_CALL_FORWARD || (call->flags & LSC_CALL_REPLAY))
        continue;
      g_hash_table_insert (
          totals, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (totals, key)) + 1));
      if (call->parent == LSC_INDEX_NONE)
        continue;
      parent = &calls[call->parent];
      if (parent->name == call->name && parent->start_ns == call->start_ns &&
          parent->end_ns == call->end_ns)
        g_hash_table_insert (
            twins, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (twins, key)) + 1));
    }
  g_hash_table_iter_init (&iter, twins);
  while (g_hash_table_iter_next (&iter, &name, &n))
    if (GPOINTER_TO_UINT (n) * 2 >= GPOINTER_TO_UINT (g_hash_table_lookup (totals, name)))
      {
        g_autofree char *valid =
            g_utf8_make_valid (lsc_module_data_text (data, GPOINTER_TO_UINT (name)), -1);

        _lsc_module_take_notice (
            build->data,
            lsc_notice_new (LSC_SEVERITY_NOTE, "module-wrapped-twice",
                            _ ("Every call of %s is inside a call of the same name and times: is "
                               "the module wrapped twice?"),
                            valid),
            "MSTX_EVENTS", GPOINTER_TO_UINT (n));
      }
}

static void
note_backward (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  LscNotice *notice;

  if (build->options->without_backward || data->calls.n == 0)
    return;
  if (data->n_pairs == 0)
    notice = lsc_notice_new (LSC_SEVERITY_NOTE, "no-backward-links",
                             _ ("No fwd-bwd connections. Skip backward module creation."));
  else
    notice = lsc_notice_new (LSC_SEVERITY_NOTE, "backward-modules",
                             _ ("Created %zu backward module events."), data->n_backward_calls);
  _lsc_module_take_notice (data, notice, "CONNECTION_IDS", (gint64) data->n_backward_calls);
}

static gint64
kernel_time (const LscModuleData *data, const guint32 *kernels, gsize n)
{
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      const LscKernel *kernel = &data->run->kernels.items[kernels[i]];

      sum += (guint64) (kernel->end_ns - kernel->start_ns);
    }
  return (gint64) MIN (sum, (guint64) G_MAXINT64);
}

/* exports.md#q15: work that no row shows is at least summed. */
static void
note_outside (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  g_autofree char *outside_text = NULL, *unlinked_text = NULL;
  gint64 outside_ns = 0, unlinked_ns;
  gint64 n = 0;

  for (gsize i = 0; i < data->ops.n; i++)
    if (data->ops.items[i].call == LSC_INDEX_NONE)
      {
        const LscOpCall *op = &data->ops.items[i];

        outside_ns += kernel_time (data, data->kernels.items + op->first_kernel, op->n_kernels);
        n++;
      }
  unlinked_ns = kernel_time (data, data->unlinked.items, data->unlinked.n);
  if (outside_ns == 0 && unlinked_ns == 0)
    return;
  outside_text = lsc_format_duration (outside_ns, LSC_TIME_UNIT_AUTO);
  unlinked_text = lsc_format_duration (unlinked_ns, LSC_TIME_UNIT_AUTO);
  _lsc_module_take_notice (data,
                           lsc_notice_new (LSC_SEVERITY_NOTE, "outside-modules",
                                           _ ("Outside modules: %s of device time of %" PRId64
                                              " ops, and %s of device events without an op."),
                                           outside_text, n, unlinked_text),
                           NULL, n);
}

static gboolean
is_in_a_step (const LscSteps *steps, gint64 time_ns)
{
  gsize next = LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns);

  return next > 0 && time_ns < steps->items[next - 1].end_ns;
}

/* A chosen step leaves out the others as well: then this is no news. */
static void
note_outside_steps (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  const LscSteps *steps = &build->run->steps;
  gint64 all_ns = 0, outside_ns = 0;
  g_autofree char *outside = NULL, *all = NULL;

  if (steps->n == 0 || build->options->has_step)
    return;
  for (gsize i = 0; i < data->ops.n; i++)
    {
      const LscOpCall *op = &data->ops.items[i];
      gint64 ns = kernel_time (data, data->kernels.items + op->first_kernel, op->n_kernels);

      all_ns += ns;
      outside_ns += is_in_a_step (steps, build->run->ops.items[op->op].start_ns) ? 0 : ns;
    }
  for (gsize i = 0; i < data->unlinked.n; i++)
    {
      gint64 ns = kernel_time (data, &data->unlinked.items[i], 1);
      gint64 start_ns = build->run->kernels.items[data->unlinked.items[i]].start_ns;

      all_ns += ns;
      outside_ns += is_in_a_step (steps, start_ns) ? 0 : ns;
    }
  if (outside_ns == 0 || (double) outside_ns < OUTSIDE_SHARE * (double) all_ns)
    return;
  outside = lsc_format_duration (outside_ns, LSC_TIME_UNIT_AUTO);
  all = lsc_format_duration (all_ns, LSC_TIME_UNIT_AUTO);
  _lsc_module_take_notice (
      data,
      lsc_notice_new (LSC_SEVERITY_NOTE, "device-time-outside-steps",
                      _ ("%s of %s of device time was launched outside the steps. The tree counts "
                         "it, the tree of a step does not."),
                      outside, all),
      NULL, -1);
}

/**
 * _lsc_module_add_notices:
 *
 * Says what was odd (formats.md#bad-rows), once the data is complete.
 */
void
_lsc_module_add_notices (LscModuleBuild *build)
{
  LscModuleData *data = build->data;

  if (data->source == LSC_MODULE_SOURCE_TRACE && data->n_forward_calls > build->n_graph_calls)
    _lsc_module_take_notice (
        data,
        lsc_notice_new (LSC_SEVERITY_NOTE, "modules-from-trace",
                        _ ("Modules are taken from the nn.Module rows of the trace: %zu calls."),
                        data->n_forward_calls - build->n_graph_calls),
        "PYTORCH_API", (gint64) (data->n_forward_calls - build->n_graph_calls));
  note_strays (build);
  note_calls (build);
  note_overhang (build);
  note_links (build);
  note_double_wraps (build);
  note_backward (build);
  note_outside (build);
  note_outside_steps (build);
}
