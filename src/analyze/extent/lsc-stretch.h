/* lsc-stretch.h - which events of a recording belong together in time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"

G_BEGIN_DECLS

/** Events, or the begin and the end of one event, that lie no further apart than this are one
 * stretch in any case: 1 h. */
#define LSC_STRETCH_REACH_NS (G_GINT64_CONSTANT (3600) * 1000000000)

/**
 * LscStretch: events of one list that follow each other closely
 * @begin_ns, @end_ns: of their begins and ends; at most %LSC_STRETCH_REACH_NS apart
 * @n: how many, at least 1
 * @list: the caller's number of the list
 * @first: index of the first event in its list
 * @is_unset: all begin at exactly 0
 * @is_end: the end of an event that is longer than the reach; its begin is a stretch before
 * @is_device: of the device; not set by lsc_stretches_add_event()
 * @is_stray: set by lsc_stretches_find_main()
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gsize n;
  guint32 list;
  guint32 first;
  gboolean is_unset;
  gboolean is_end;
  gboolean is_device;
  gboolean is_stray;
} LscStretch;

LSC_DEFINE_ARRAY (LscStretches, lsc_stretches, LscStretch)

guint64 lsc_time_distance (gint64 from_ns, gint64 to_ns);
gboolean lsc_time_is_near (const LscInterval *when, const LscInterval *others);
gboolean lsc_time_is_absurd (const LscInterval *when, const LscInterval *others);
void lsc_stretches_add_event (LscStretches *self, guint32 list, guint32 index, gint64 begin_ns,
                              gint64 end_ns);
gboolean lsc_stretches_find_main (LscStretches *self, LscInterval *main_out);

G_END_DECLS
