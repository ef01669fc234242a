/* lsc-test-traps.h - traces of odd shapes, and plain ones of as many events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A shape on which a careless program spends the square of the time. */
typedef struct
{
  const char *name;
  const char *file;
  void (*add) (GString *text, guint n, guint n_lanes);
} LscTestTrap;

extern const LscTestTrap lsc_test_trap_namesakes;
extern const LscTestTrap lsc_test_trap_threads;
extern const LscTestTrap lsc_test_trap_streams;
extern const LscTestTrap lsc_test_trap_both;
extern const LscTestTrap lsc_test_trap_links;
extern const LscTestTrap lsc_test_trap_staircase;
extern const LscTestTrap lsc_test_trap_nest;

void lsc_test_trap_write (const LscTestTrap *self, const char *folder, guint n, gboolean is_plain);

G_END_DECLS
