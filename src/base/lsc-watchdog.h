/* lsc-watchdog.h - how long our callbacks keep the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** One callback under watch; see LSC_WATCH. */
typedef struct
{
  const char *name;
  gint64 begin_us; /* wall time; 0 = the watchdog is off */
  gint64 begin_cpu_us;
} LscWatch;

LscWatch lsc_watch_begin (const char *name);
void lsc_watch_end (LscWatch *watch);
double lsc_watchdog_get_longest_ms (const char **name_out);
double lsc_watchdog_get_longest_cpu_ms (const char **name_out);
void lsc_watchdog_reset (void);
void lsc_watchdog_report (void);

/**
 * LSC_WATCH:
 * @name: (type utf8): a constant that names the callback
 *
 * Stands first in a callback of the main loop and times it up to the end of its block. Costs two
 * clock readings when LANESCOPE_WATCHDOG=1 is set, else next to nothing.
 */
#define LSC_WATCH(name)                                                                            \
  __attribute__ ((cleanup (lsc_watch_end))) G_GNUC_UNUSED LscWatch lsc_watch =                     \
      lsc_watch_begin (name)

G_END_DECLS
