/* lsc-cli-timeline.h - what the commands about time share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-timeline-complete.h"
#include "cli/lsc-cli.h"

G_BEGIN_DECLS

/** `--range A:B`, still to be placed: relative bounds count from the project's first event. */
typedef struct
{
  gboolean is_set;
  gboolean has_begin, has_end;
  gboolean is_begin_absolute, is_end_absolute;
  gint64 begin_ns, end_ns;
} LscCliRange;

gboolean lsc_cli_range_parse (const char *text, gpointer field, GError **error);
gboolean lsc_cli_durations_parse (const char *text, gpointer field, GError **error);
gboolean lsc_cli_range_place_within (const LscCliRange *range, gint64 *begin_ns, gint64 *end_ns,
                                     GError **error);
gboolean lsc_cli_range_place (const LscCliRange *range, GPtrArray *timelines, gint64 *begin_ns,
                              gint64 *end_ns, GError **error);

GStrv lsc_cli_lanes_parse (const char *text);
gboolean lsc_cli_lanes_check (const GStrv patterns, const GPtrArray *timelines, const char *text,
                              GError **error);
gboolean lsc_cli_lanes_match (const GStrv patterns, const LscTimeline *timeline, guint32 node);

G_END_DECLS
