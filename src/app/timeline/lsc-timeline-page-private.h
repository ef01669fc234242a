/* lsc-timeline-page-private.h - what the parts of the timeline page share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "app/timeline/lsc-timeline-chart.h"
#include "app/timeline/lsc-timeline-legend.h"
#include "app/timeline/lsc-timeline-page.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/timeline/lsc-timeline-state.h"
#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

/** A rank of the cluster; its index is that in the layout. */
typedef struct
{
  LscSource *source;
  LscTask *loading;           /* (nullable): reads it */
  gboolean is_waiting;        /* to be read when another one is done */
  gboolean is_wanted;         /* to be shown when it is there */
  gboolean is_read_elsewhere; /* the window reads it */
} LscTimelineRank;

/** A place that another page asked for, until its rank is there. */
typedef struct
{
  LscSource *source; /* (nullable): %NULL = nothing is asked for */
  gint64 start_ns;
  gint64 end_ns;
  char *name;    /* (nullable) */
  guint32 slice; /* id, LSC_SLICE_NONE = not told */
  gboolean with_range;
  gboolean is_claim;
} LscTimelineWanted;

struct _LscTimelinePage
{
  LscAppPage parent_instance;

  GtkStack *stack;
  AdwStatusPage *status;
  GtkPaned *paned;
  LscTimelineChart *chart;
  LscTimelineLegend *legend;
  GtkNotebook *panel;
  GtkDropDown *color_choice;
  GMenu *kinds_menu;
  GMenuModel *lane_menu;   /* of a right click on a slice (drawing.md#keys) */
  GMenuModel *header_menu; /* beside slices, and on the name of a lane */
  GtkSearchEntry *search;
  GtkLabel *match_label;
  GtkWidget *find_tools; /* of no use while nothing is looked for */
  GtkSearchEntry *filter;
  GtkMenuButton *marks_button;
  GtkWidget *align_button;
  GtkListBox *marks_list;
  GtkStack *marks_stack;
  GtkLabel *headline_label; /* above the lanes */
  GtkLabel *words_label;    /* below it */
  GtkLabel *pointer_label;
  GtkLabel *window_label;
  GtkLabel *range_label;
  GtkWidget *lock_image;
  GtkLabel *ranks_label;
  GtkWidget *load_all;
  GtkLabel *hidden_label;
  GtkWidget *show_hidden;

  GSettings *settings;
  GtkEventController *keys; /* of the chart */
  GSimpleActionGroup *kind_actions;
  char *path;       /* of the cluster */
  GPtrArray *ranks; /* LscTimelineRank */
  guint n_loading;
  LscTimelineState *state;
  guint save_id;
  LscTimelineWanted wanted;

  /* the range: told when it rests */
  guint range_id;
  gboolean range_is_locked;

  /* what of the recording all pages show */
  gboolean is_narrowed_to_range;
  gboolean is_narrowed_to_name;
  guint unnarrowed; /* mask of LscNarrowing: to be shown when the rank is there */

  /* details: what was read again of the selected slice */
  LscTimelineSpot detailed;
  GPtrArray *extra; /* (nullable): LscDetail */
  char *extra_error;
  LscTask *detailing;

  GArray *critical_path; /* (nullable): LscTimelinePathRange, of the pipeline shown */

  /* words */
  LscTask *wording;
  const LscTimeline *worded; /* (nullable): what they are of; only to be compared */
  char *sums;                /* (nullable): where its time went */
  char *particulars;         /* behind those */
  gint64 worded_rank;
  LscTask *judging;
  LscFindings *findings; /* (nullable): of all ranks, once they are known */

  GPtrArray *listed_lanes; /* (nullable) (element-type utf8): whose events are to be listed */

  /* alignment */
  LscTimelineSpot base;
  GPtrArray *offsets_before; /* (nullable): what undo leads back to, the last change at the end */

  /* search */
  LscTask *searching;
  gboolean found_is_cut;
  gboolean step_when_found;
  char *searched; /* the text that the hits belong to */

  /* slices of the same name */
  LscTask *aligning;
  LscTask *naming;
  char *names_of; /* name and rank that @names belongs to */
  guint32 names_rank;
  GArray *names; /* LscSpot by time */
};

/* -- lsc-timeline-page.c -- */
void _lsc_timeline_page_tell (LscTimelinePage *self, LscPanelDepends what);
void _lsc_timeline_page_bell (LscTimelinePage *self);
void _lsc_timeline_page_forget_slices (LscTimelinePage *self);
GtkWindow *_lsc_timeline_page_get_window (LscTimelinePage *self);

/* -- lsc-timeline-page-status.c -- */
void _lsc_timeline_page_save (LscTimelinePage *self);
void _lsc_timeline_page_queue_save (LscTimelinePage *self);
void _lsc_timeline_page_update_labels (LscTimelinePage *self);
void _lsc_timeline_page_update_pointer (LscTimelinePage *self);
void _lsc_timeline_page_update_range_label (LscTimelinePage *self);
void _lsc_timeline_page_update_window_label (LscTimelinePage *self);

/* -- lsc-timeline-page-words.c -- */
void _lsc_timeline_page_update_words (LscTimelinePage *self);
void _lsc_timeline_page_forget_words (LscTimelinePage *self);

/* -- lsc-timeline-page-pin.c -- */
gboolean _lsc_timeline_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error);

/* -- lsc-timeline-page-ranks.c -- */
void _lsc_timeline_page_clear_ranks (LscTimelinePage *self);
void _lsc_timeline_page_fill_ranks (LscTimelinePage *self, LscCluster *cluster, LscSource *reading);
void _lsc_timeline_page_load (LscTimelinePage *self, guint32 rank, gboolean show);
void _lsc_timeline_page_put (LscTimelinePage *self, guint32 rank, LscTimeline *timeline);
guint32 _lsc_timeline_page_find_rank (LscTimelinePage *self, gint64 rank);
guint32 _lsc_timeline_page_find_source (LscTimelinePage *self, const LscSource *source);
guint32 _lsc_timeline_page_get_current_rank (LscTimelinePage *self);
void _lsc_timeline_page_set_offset (LscTimelinePage *self, guint32 rank, gint64 offset_ns);
extern const LscAppPageAction _lsc_timeline_page_rank_actions[];
gboolean _lsc_timeline_parse_time (const char *text, gint64 *ns);

/* -- lsc-timeline-page-land.c -- */
void _lsc_timeline_page_try_wanted (LscTimelinePage *self);
void _lsc_timeline_page_clear_wanted (LscTimelinePage *self);
void _lsc_timeline_page_show_jump (LscAppPage *page, const LscJump *jump);

/* -- lsc-timeline-page-narrow.c -- */
guint _lsc_timeline_page_take_selection (LscAppPage *page, LscSelection *selection, guint changed);
extern const LscAppPageAction _lsc_timeline_page_narrow_actions[];

/* -- lsc-timeline-page-lanes.c -- */
GPtrArray *_lsc_timeline_page_list_lanes (LscTimelinePage *self);
extern const LscAppPageAction _lsc_timeline_page_lane_actions[];

/* -- lsc-timeline-page-offsets.c -- */
void _lsc_timeline_page_forget_offsets (LscTimelinePage *self);
void _lsc_timeline_page_note_offsets (LscTimelinePage *self);
void _lsc_timeline_page_offsets_changed (LscTimelinePage *self);
extern const LscAppPageAction _lsc_timeline_page_offset_actions[];

/* -- lsc-timeline-page-align.c -- */
extern const LscAppPageAction _lsc_timeline_page_align_actions[];

/* -- lsc-timeline-page-search.c -- */
void _lsc_timeline_page_search_init (LscTimelinePage *self);
void _lsc_timeline_page_search_stop (LscTimelinePage *self);
void _lsc_timeline_page_search_restart (LscTimelinePage *self);
gboolean _lsc_timeline_page_search_clear (LscTimelinePage *self);
extern const LscAppPageAction _lsc_timeline_page_search_actions[];

/* -- lsc-timeline-page-marks.c -- */
void _lsc_timeline_page_marks_update (LscTimelinePage *self);
extern const LscAppPageAction _lsc_timeline_page_mark_actions[];

/* -- lsc-timeline-page-details.c -- */
GPtrArray *_lsc_timeline_page_get_details (LscAppPage *page);
void _lsc_timeline_page_details_changed (LscTimelinePage *self);
extern const LscAppPageAction _lsc_timeline_page_detail_actions[];

/* -- lsc-timeline-page-settings.c -- */
void _lsc_timeline_page_settings_init (LscTimelinePage *self);
void _lsc_timeline_page_settings_apply (LscTimelinePage *self);

/* -- lsc-timeline-page-export.c -- */
char *_lsc_timeline_page_get_command (LscAppPage *page);
extern const LscAppPageAction _lsc_timeline_page_export_actions[];

/* -- lsc-timeline-page-links.c -- */
extern const LscAppPageAction _lsc_timeline_page_link_actions[];

/* -- lsc-timeline-page-jump.c -- */
void _lsc_timeline_page_jump (LscTimelinePage *self);

G_END_DECLS
