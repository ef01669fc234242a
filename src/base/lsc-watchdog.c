/* lsc-watchdog.c - how long our callbacks keep the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-watchdog.h"

#include <time.h>

static double longest_ms;
static double longest_cpu_ms; /* of the same callback */
static const char *longest_name = "-";
static double most_cpu_ms; /* of any callback */
static const char *most_cpu_name = "-";

static gboolean
is_enabled (void)
{
  static gsize state = 0;

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, g_strcmp0 (g_getenv ("LANESCOPE_WATCHDOG"), "1") == 0 ? 2 : 1);
  return state == 2;
}

static gint64
get_cpu_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/**
 * lsc_watch_begin:
 * @name: (transfer none): a constant text
 *
 * Thread: main. Use LSC_WATCH.
 *
 * Returns: a running watch
 */
LscWatch
lsc_watch_begin (const char *name)
{
  if (!is_enabled ())
    return (LscWatch){ .name = name };
  return (LscWatch){ name, g_get_monotonic_time (), get_cpu_us () };
}

/**
 * lsc_watch_end:
 *
 * Notes the callback if it is the longest so far.
 */
void
lsc_watch_end (LscWatch *watch)
{
  g_return_if_fail (watch);

  double ms, cpu_ms;

  if (watch->begin_us == 0)
    return;
  ms = (double) (g_get_monotonic_time () - watch->begin_us) / 1000.0;
  cpu_ms = (double) (get_cpu_us () - watch->begin_cpu_us) / 1000.0;
  if (g_strcmp0 (g_getenv ("LANESCOPE_WATCHDOG_TRACE"), "1") == 0)
    g_printerr ("watchdog: %.1f ms (%.1f ms CPU) %s\n", ms, cpu_ms, watch->name);
  if (cpu_ms > most_cpu_ms)
    {
      most_cpu_ms = cpu_ms;
      most_cpu_name = watch->name;
    }
  if (ms <= longest_ms)
    return;
  longest_ms = ms;
  longest_cpu_ms = cpu_ms;
  longest_name = watch->name;
}

/**
 * lsc_watchdog_get_longest_ms:
 * @name_out: (out) (optional) (transfer none): its name
 *
 * Returns: ms of wall time of the longest callback so far, 0 when the watchdog is off
 */
double
lsc_watchdog_get_longest_ms (const char **name_out)
{
  if (name_out)
    *name_out = longest_name;
  return longest_ms;
}

/**
 * lsc_watchdog_get_longest_cpu_ms:
 * @name_out: (out) (optional) (transfer none): its name
 *
 * Unlike wall time this does not grow when other programs use the machine.
 *
 * Returns: ms of CPU time of the callback that used most of it so far
 */
double
lsc_watchdog_get_longest_cpu_ms (const char **name_out)
{
  if (name_out)
    *name_out = most_cpu_name;
  return most_cpu_ms;
}

/**
 * lsc_watchdog_reset:
 *
 * Forgets what was measured.
 */
void
lsc_watchdog_reset (void)
{
  longest_ms = 0.0;
  longest_cpu_ms = 0.0;
  longest_name = "-";
  most_cpu_ms = 0.0;
  most_cpu_name = "-";
}

/**
 * lsc_watchdog_report:
 *
 * Prints the longest callback on standard error, if the watchdog is on.
 */
void
lsc_watchdog_report (void)
{
  if (is_enabled ())
    g_printerr ("watchdog: longest callback %.1f ms %s (%.1f ms CPU)\n", longest_ms, longest_name,
                longest_cpu_ms);
}
