/* test-ftrace.c - states of threads from traces of the kernel's scheduler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-files.h"
#include "read/ftrace/lsc-ftrace.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define HEAD "# tracer: nop\n#\n"

static LscFtrace *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  LscFtrace *trace = lsc_ftrace_parse (text, strlen (text), NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* "running 10-20, runnable 20-30 by X" of a thread, in µs */
static char *
describe (const LscFtrace *trace, gint64 tid)
{
  static const char *const names[LSC_SCHED_N_STATES] = { "?", "running", "runnable", "sleeping",
                                                         "blocked" };
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < trace->spans.n; i++)
    {
      const LscSchedSpan *span = &trace->spans.items[i];

      if (span->tid != tid)
        continue;
      g_string_append_printf (out, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                              out->len > 0 ? ", " : "", names[span->state], span->begin_ns / 1000,
                              span->end_ns / 1000);
      if (span->by != LSC_STRING_NONE)
        g_string_append_printf (out, " by %s", lsc_intern_text (trace->texts, span->by));
    }
  return g_string_free (out, FALSE);
}

static void
expect (const char *text, gint64 tid, const char *expected)
{
  g_autoptr (LscFtrace) trace = parse (text);
  g_autofree char *found = describe (trace, tid);

  g_assert_cmpstr (found, ==, expected);
}

#define IN(us, tid)                                                                                \
  "  <idle>-0 [002] d..2. 0.0000" us ": sched_switch: prev_comm=swapper/2 prev_pid=0 "             \
  "prev_prio=120 prev_state=R ==> next_comm=python next_pid=" tid " next_prio=120\n"
#define OUT(us, tid, state, name, next)                                                            \
  "  python-" tid " [002] d..2. 0.0000" us ": sched_switch: prev_comm=python prev_pid=" tid        \
  " prev_prio=120 prev_state=" state " ==> next_comm=" name " next_pid=" next " next_prio=120\n"
#define WAKING(us, tid)                                                                            \
  "  <idle>-0 [002] d..2. 0.0000" us ": sched_waking: comm=python pid=" tid                        \
  " prio=120 target_cpu=002\n"

/* Before its first event nothing is known of a thread, and after its last, either. */
static void
test_states (void)
{
  expect (HEAD IN ("10", "7") OUT ("20", "7", "S", "swapper/2", "0"), 7, "running 10-20");
  expect (HEAD IN ("10", "7") OUT ("20", "7", "R", "stress-ng", "9")
              OUT ("30", "9", "R+", "python", "7"),
          7, "running 10-20, runnable 20-30 by stress-ng");
  expect (HEAD OUT ("20", "7", "S", "swapper/2", "0") WAKING ("50", "7") IN ("55", "7"), 7,
          "sleeping 20-50, runnable 50-55");
  expect (HEAD OUT ("20", "7", "D", "swapper/2", "0") IN ("55", "7"), 7, "blocked 20-55");
  expect (HEAD OUT ("20", "7", "X", "swapper/2", "0") IN ("55", "7")
              OUT ("60", "7", "S", "swapper/2", "0"),
          7, "running 55-60");
  /* The idle task takes nothing from anybody. */
  expect (HEAD OUT ("20", "7", "R", "swapper/2", "0") IN ("25", "7"), 7, "runnable 20-25");
  expect (
      HEAD IN (
          "10",
          "7") "  python-7 [002] d..2. 0.000030: sched_process_exit: comm=python pid=7 prio=120\n",
      7, "running 10-30");
}

/* A second word about a wake-up changes nothing, nor does one of who runs. */
static void
test_wakings (void)
{
  expect (HEAD OUT ("20", "7", "S", "swapper/2", "0") WAKING ("50", "7") WAKING ("52", "7")
              IN ("55", "7") WAKING ("56", "7") OUT ("60", "7", "S", "swapper/2", "0"),
          7, "sleeping 20-50, runnable 50-55, running 55-60");
}

/* Names hold anything; trace-cmd prints less; times may be in ns. */
static void
test_forms (void)
{
  expect ("a [1] b: c-7 (  7) [002] d..2. 0.000010: sched_switch: prev_comm=a ==> b prev_pid=7 "
          "prev_prio=120 prev_state=R ==> next_comm=x y:z next_pid=9 next_prio=120\n"
          "x y:z-9 [002] d..2. 0.000020: sched_switch: prev_comm=x y:z prev_pid=9 prev_prio=1 "
          "prev_state=S ==> next_comm=a next_pid=7 next_prio=120\n",
          7, "runnable 10-20 by x y:z");
  expect ("cpus=16\n"
          "  python-7 [002] 0.000010000: sched_switch: python:7 [120] R ==> a:b:9 [120]\n"
          "  a:b-9 [002] 0.000020999: sched_switch: a:b:9 [120] S ==> python:7 [120]\n"
          "  python-7 [002] 0.000030000: sched_switch: python:7 [120] S ==> swapper/2:0 [120]\n"
          "  <idle>-0 [002] 0.000040000: sched_waking: python:7 [120] CPU:002\n"
          "  <idle>-0 [002] 0.000050000: sched_switch: swapper/2:0 [120] R ==> python:7 [120]\n",
          7, "runnable 10-20 by a:b, running 20-30, sleeping 30-40, runnable 40-50");
}

/* Where events were lost, states of that processor are not known until the next switch. */
static void
test_lost (void)
{
  g_autoptr (LscFtrace) trace = NULL;

  expect (HEAD IN ("10", "7") "CPU:2 [LOST 812 EVENTS]\n" OUT ("40", "7", "S", "swapper/2", "0")
              IN ("50", "7"),
          7, "sleeping 40-50");
  expect (HEAD IN ("10", "7") "CPU:3 [LOST 812 EVENTS]\n" OUT ("40", "7", "S", "swapper/2", "0"), 7,
          "running 10-40");
  trace = parse ("CPU:3 [LOST 812 EVENTS]\nnonsense\n"
                 "  a-1 [000] d..1. 1.000000: irq_handler_entry: irq=88 name=nvidia\n");
  g_assert_cmpint (trace->n_lost, ==, 812);
  g_assert_cmpint (trace->n_bad, ==, 1);
  g_assert_cmpint (trace->n_other, ==, 1);
  g_assert_cmpint (trace->n_events, ==, 0);
}

static void
test_clock (void)
{
  g_autoptr (LscFtrace) with = parse (
      "  a-1 [003] ..... 5.000001: tracing_mark_write: trace_event_clock_sync: parent_ts=5.0\n"
      "  a-1 [003] ..... 5.000002: tracing_mark_write: trace_event_clock_sync: "
      "realtime_ts=1768398912379\n");
  g_autoptr (LscFtrace) without = parse (
      "  a-1 [003] ..... 5.000002: tracing_mark_write: trace_event_clock_sync: realtime_ts=\n"
      "  a-1 [003] ..... 5.000002: tracing_mark_write: trace_event_clock_sync: "
      "realtime_ts=99999999999999999999\n");

  g_assert_true (with->has_offset);
  g_assert_cmpint (with->offset_ns, ==,
                   G_GINT64_CONSTANT (1768398912379000000) - G_GINT64_CONSTANT (5000002000));
  g_assert_false (without->has_offset);
}

/* Any text, and any end of one. */
static void
test_damage (void)
{
  static const char text[] = HEAD IN ("10", "7") OUT ("20", "7", "R", "stress-ng", "9")
      WAKING ("50", "7") "CPU:2 [LOST 812 EVENTS]\n"
                         "  python-7 [002] 0.000010000: sched_switch: python:7 [120] R ==> "
                         "a:b:9 [120]\n";

  for (gsize n = 0; n < strlen (text); n++)
    for (guint k = 0; k < 3; k++)
      {
        g_autofree char *copy = g_memdup2 (text, n + 1);
        g_autoptr (LscFtrace) trace = NULL;

        if (n > 0 && k > 0)
          copy[(n * 7 + k) % n] = k == 1 ? '\xff' : '[';
        trace = lsc_ftrace_parse (copy, n, NULL, NULL, NULL);
        g_assert_nonnull (trace);
        for (gsize i = 0; i < trace->spans.n; i++)
          g_assert_cmpint (trace->spans.items[i].begin_ns, <, trace->spans.items[i].end_ns);
        lsc_ftrace_recognise (copy, n);
      }
}

static void
test_recognise (void)
{
  static const char *const others[] = { "", "\n\n", "some words: [1] 2.5: sched_switch\n",
                                        "{\"traceEvents\": []}", HEAD };
  static const char own[] = HEAD IN ("10", "7") IN ("20", "7");

  g_assert_true (lsc_ftrace_recognise (own, strlen (own)));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (lsc_ftrace_recognise (others[i], strlen (others[i])));
}

/* ---- beside a recording ---- */

static LscTimeline *
load (const char *folder)
{
  g_autoptr (GError) error = NULL;
  LscProject *project = lsc_discover (folder, NULL, &error);
  LscTimeline *timeline;

  g_assert_no_error (error);
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  timeline = lsc_timeline_load (
      ((const LscCluster *) project->clusters->pdata[0])->sources->pdata[0], 1, NULL, &error);
  g_assert_no_error (error);
  lsc_project_unref (project);
  return timeline;
}

/* Sums by name, ns. */
static gint64
sum (const LscTimeline *timeline, const LscLane *lane, const char *prefix)
{
  gint64 ns = 0;

  for (guint32 i = 0; i < lane->n; i++)
    if (g_str_has_prefix (lsc_intern_text (timeline->strings, lane->name[i]), prefix))
      ns += lsc_lane_get_duration_ns (lane, i);
  return ns;
}

static const LscLane *
find_lane (LscTimeline *timeline)
{
  guint32 node = lsc_timeline_find_path (timeline, "Python/Thread 4711 (main)/Scheduler");

  return node == LSC_SLICE_NONE ? NULL : lsc_timeline_get_node (timeline, node)->lane;
}

/* Who was taken off its processor is runnable, where others say that it sleeps. */
static void
test_sample (void)
{
  g_autofree char *samples = lsc_test_samples_dir ();
  g_autofree char *folder = samples ? g_build_filename (samples, "graphs", "ftrace", NULL) : NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  const LscLane *lane;

  if (!folder)
    {
      g_test_skip ("no samples");
      return;
    }
  timeline = load (folder);
  lane = find_lane (timeline);
  g_assert_nonnull (lane);
  g_assert_cmpint (sum (timeline, lane, "Pre-empted by stress-ng-cpu"), ==, 3200000);
  g_assert_cmpint (sum (timeline, lane, "Pre-empted by ksoftirqd/12"), ==, 60000);
  g_assert_cmpint (sum (timeline, lane, "Pre-empted") + sum (timeline, lane, "Runnable"), ==,
                   3309000); /* 8 us more before the recording begins */
  g_assert_cmpint (sum (timeline, lane, "Sleeping"), ==, 1274000);
}

static char *
write_pair (const char *folder, const char *text)
{
  g_autofree char *trace = g_build_filename (folder, "rank0.json", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.txt", NULL);

  g_assert_true (g_file_set_contents (
      trace,
      "{\"schemaVersion\": 1, \"baseTimeNanoseconds\": 0, \"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 4711, \"tid\": 4711, "
      "\"ts\": 1768398912379015, \"dur\": 20, \"args\": {}},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 1768398912379020, \"dur\": 10, \"args\": {\"stream\": 7, \"device\": 0}}]}",
      -1, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_steal_pointer (&path);
}

/* (transfer full) (nullable) */
static char *
find_notice (const LscTimeline *timeline)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = list->pdata[i];

      if (g_str_equal (notice->code, "scheduler"))
        return g_strdup (notice->what);
    }
  return NULL;
}

/* Without a mark of the time of day, or without threads of the recording, there is no lane, and it
 * is said why. */
static void
test_unusable (void)
{
#define MARK                                                                                       \
  "  a-1 [003] ..... 0.000000: tracing_mark_write: trace_event_clock_sync: "                       \
  "realtime_ts=1768398912379\n"
  static const struct
  {
    const char *text;
    const char *notice;
    gboolean has_lane;
  } cases[] = {
    { MARK IN ("10", "4711") OUT ("90", "4711", "S", "swapper/2", "0"), "States of 1 host", TRUE },
    { IN ("10", "4711") OUT ("90", "4711", "S", "swapper/2", "0"), "trace_event_clock_sync",
      FALSE },
    { MARK IN ("10", "12") OUT ("90", "12", "S", "swapper/2", "0"), "no thread of this", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
      g_autofree char *path = write_pair (folder, cases[i].text);
      g_autoptr (LscTimeline) timeline = load (folder);
      g_autofree char *notice = find_notice (timeline);
      const LscLane *lane;
      guint32 node = lsc_timeline_find_path (timeline, "Python/Thread 4711/Scheduler");

      g_assert_nonnull (path);
      g_assert_nonnull (notice);
      g_assert_nonnull (strstr (notice, cases[i].notice));
      g_assert_cmpint (node != LSC_SLICE_NONE, ==, cases[i].has_lane);
      if (!cases[i].has_lane)
        continue;
      /* 10 to 90 us, of which the recording has 15 to 35 */
      lane = lsc_timeline_get_node (timeline, node)->lane;
      g_assert_cmpuint (lane->n, ==, 1);
      g_assert_cmpint (lsc_lane_get_duration_ns (lane, 0), ==, 20000);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace/states", test_states);
  g_test_add_func ("/ftrace/wakings", test_wakings);
  g_test_add_func ("/ftrace/forms", test_forms);
  g_test_add_func ("/ftrace/lost", test_lost);
  g_test_add_func ("/ftrace/clock", test_clock);
  g_test_add_func ("/ftrace/damage", test_damage);
  g_test_add_func ("/ftrace/recognise", test_recognise);
  g_test_add_func ("/ftrace/sample", test_sample);
  g_test_add_func ("/ftrace/unusable", test_unusable);
  return g_test_run ();
}
