/* lsc-timeline-keys.h - the one table of the timeline's keys
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Which heading of the key list an action stands under. */
typedef enum
{
  LSC_KEYS_VIEW,
  LSC_KEYS_SELECT,
  LSC_KEYS_LANES,
  LSC_KEYS_MARKS,
  LSC_KEYS_SEARCH,
  LSC_KEYS_N_SECTIONS,
} LscKeySection;

/**
 * LscTimelineKey: an action of the timeline page
 * @verb: the action is "timeline.VERB"
 * @keys: keys of a fresh installation, as gtk_accelerator_parse() reads them, parted by blanks;
 *   empty = none
 * @title: what it does, untranslated
 */
typedef struct
{
  const char *verb;
  const char *keys;
  LscKeySection section;
  const char *title;
} LscTimelineKey;

#define LSC_TIMELINE_KEYS_SETTING "timeline-keys"

const LscTimelineKey *lsc_timeline_keys_list (gsize *n);
const LscTimelineKey *lsc_timeline_keys_find (const char *verb);
const char *lsc_timeline_keys_section_title (LscKeySection section);
char *lsc_timeline_keys_get (GSettings *settings, const char *verb);
gboolean lsc_timeline_keys_set (GSettings *settings, const char *verb, const char *keys);
char *lsc_timeline_keys_get_label (GSettings *settings, const char *verb);
const char *lsc_timeline_keys_find_owner (GSettings *settings, const char *accelerator);
GtkEventController *lsc_timeline_keys_controller_new (GSettings *settings);

GtkWidget *lsc_timeline_keys_window_new (GtkWindow *parent, GSettings *settings);

G_END_DECLS
