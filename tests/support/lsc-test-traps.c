/* lsc-test-traps.c - traces of odd shapes, and plain ones of as many events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-traps.h"

/* Lanes of a plain trace. */
#define FEW 8

static void add_event (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_event (GString *text, const char *format, ...)
{
  va_list args;

  g_string_append (text, text->str[text->len - 1] == '[' ? "\n{" : ",\n{");
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
  g_string_append_c (text, '}');
}

/* Threads of one name. */
static void
add_namesakes (GString *text, guint n, guint n_lanes)
{
  add_event (text, "\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,"
                   "\"args\":{\"name\":\"Ascend Hardware\"}");
  for (guint i = 0; i < n; i++)
    {
      add_event (text,
                 "\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%u,"
                 "\"args\":{\"name\":\"Stream X\"}",
                 i % n_lanes);
      add_event (text, "\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":%u,\"ts\":\"%u\",\"dur\":1",
                 i % n_lanes, i);
    }
}

static void
add_op (GString *text, guint thread, guint us, guint length_us)
{
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":9,\"tid\":%u,"
             "\"ts\":%u,\"dur\":%u",
             thread, us, length_us);
}

/* A call that launches a kernel, and the kernel behind it after the gap of a microsecond. @key: of
 * the number that both have. */
static void
add_pair (GString *text, guint i, guint thread, guint stream, const char *key)
{
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,"
             "\"tid\":%u,\"ts\":%u,\"dur\":1,\"args\":{\"%s\":%u}",
             thread, 2 * i, key, i + 1);
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":%u,"
             "\"ts\":%u,\"dur\":1,"
             "\"args\":{\"device\":0,\"stream\":%u,\"%s\":%u}",
             stream, 2 * i + 3, stream, key, i + 1);
}

static void
add_launch (GString *text, guint i, guint thread, guint stream)
{
  add_pair (text, i, thread, stream, "correlation");
}

static void
add_threads (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    add_op (text, i % n_lanes, i, 1);
}

static void
add_streams (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    add_launch (text, i, 7, i % n_lanes);
}

static void
add_threads_and_streams (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    {
      add_op (text, i % n_lanes, 2 * i, 2);
      add_launch (text, i, i % n_lanes, i % n_lanes);
    }
}

/* Calls and kernels on few lanes; the numbers of the plain ones link nothing. */
static void
add_links (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    add_pair (text, i, 7, i % FEW, n_lanes == n ? "correlation" : "External id");
}

/* Slices of one thread, each of which reaches beyond those that start before it; the plain ones
 * come one after the other. */
static void
add_staircase (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    add_op (text, 7, n_lanes == n ? i : 2 * i, n_lanes == n ? 1000000 : 1);
}

static void
add_module (GString *text, guint i, double us, guint length_us)
{
  char ts[G_ASCII_DTOSTR_BUF_SIZE];

  add_event (text,
             "\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"nn.Module: M%ux\",\"pid\":9,"
             "\"tid\":7,\"ts\":%s,\"dur\":%u,"
             "\"args\":{\"Python id\":%u,\"Python parent id\":%u,\"Python module id\":0}",
             i, g_ascii_formatd (ts, sizeof ts, "%.6f", us), length_us, i + 1, i);
}

/* Modules nested one in the other, the innermost of which launches a kernel for each four of them;
 * of the plain ones, side by side, each fourth launches its own. */
static void
add_nest (GString *text, guint n, guint n_lanes)
{
  for (guint i = 0; i < n; i++)
    add_module (text, i, n_lanes == n ? 1e-6 * i : 8.0 * i, n_lanes == n ? 4 * n - i : 8);
  for (guint i = 0; i < n / 4; i++)
    {
      guint at = n_lanes == n ? i + 1 : 16 * i;

      add_op (text, 7, 2 * at, 2);
      add_launch (text, at, 7, 7);
    }
}

const LscTestTrap lsc_test_trap_namesakes = { "threads of one name", "trace_view.json",
                                              add_namesakes };
const LscTestTrap lsc_test_trap_threads = { "threads", "trace.json", add_threads };
const LscTestTrap lsc_test_trap_streams = { "streams", "trace.json", add_streams };
const LscTestTrap lsc_test_trap_both = { "threads and streams", "trace.json",
                                         add_threads_and_streams };
const LscTestTrap lsc_test_trap_links = { "linked launches", "trace.json", add_links };
const LscTestTrap lsc_test_trap_staircase = { "overlapping slices", "trace.json", add_staircase };
const LscTestTrap lsc_test_trap_nest = { "nested modules", "trace.json", add_nest };

/**
 * lsc_test_trap_write:
 * @folder: where to
 * @n: how many threads, streams, launches, slices or modules
 * @is_plain: as many ordinary events of the same kinds instead, in few lanes
 */
void
lsc_test_trap_write (const LscTestTrap *self, const char *folder, guint n, gboolean is_plain)
{
  gboolean is_kineto = g_str_equal (self->file, "trace.json");
  g_autoptr (GString) text = g_string_new (is_kineto ? "{\"traceEvents\":[" : "[");
  g_autofree char *path = g_build_filename (folder, self->file, NULL);

  self->add (text, n, is_plain ? FEW : n);
  g_string_append (text, is_kineto ? "]}" : "]");
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}
