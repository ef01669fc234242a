/* lsc-timeline-page-words.c - the lines above the lanes: what the device spent its time on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-longest.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "app/findings/lsc-finding-row.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-loader.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"
#include "judge/operators/lsc-operators.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-kernel-name.h"
#include "model/lsc-excerpt.h"

#define NAME_CHARS 48
#define MOST_UNNAMED 0.125      /* of the idle time */
#define LEAST_REST 0.0005       /* of it: less is shown as 0.0 % */
#define LEAST_COMMUNICATION 0.1 /* of the time: less is not what a rank is about */

/* Index of LscDispatchSummary.gap_ns. */
#define CAUSE(kind) ((kind) - (LSC_SLICE_GAP_HOST_SYNC))

/* ---- the words ---- */

static char *
share_of (gint64 part_ns, gint64 all_ns)
{
  return g_strdup_printf ("%.1f %%", all_ns > 0 ? 100 * (double) part_ns / (double) all_ns : 0.0);
}

/* Between sentences; Chinese has no blank there. */
static void
append_gap (GString *text)
{
  if (text->len > 0 && !g_str_has_suffix (text->str, "。"))
    g_string_append_c (text, ' ');
}

/* The time that is split into shares, and the steps that other pages speak of. */
static char *
say_window (gint64 all_ns, const LscSteps *steps)
{
  g_autofree char *length = lsc_format_duration (all_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *sum = lsc_format_duration (lsc_steps_sum_ns (steps), LSC_TIME_UNIT_AUTO);

  if (steps->n == 0)
    /* Translators: a duration; stands after "100 % =" */
    return g_strdup_printf (_ ("%s from first to last task"), length);
  /* Translators: a duration, number of steps, a duration; stands after "100 % =" */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s from first to last task (%u step takes %s)",
                                       "%s from first to last task (%u steps take %s)", steps->n),
                          length, (guint) steps->n, sum);
}

/* A cause and its part of the idle time. (transfer full) */
static char *
say_cause (guint cause, gint64 part_ns, gint64 all_ns)
{
  static const char *const causes[] = {
    /* Translators: each stands after "Idle time:" and has a share of that */
    [CAUSE (LSC_SLICE_GAP_HOST_SYNC)] = N_ ("%s while the host waited for the device"),
    [CAUSE (LSC_SLICE_GAP_HOST)] = N_ ("%s because the host was late with the launch"),
    [CAUSE (LSC_SLICE_GAP_QUEUED_TASK)] = N_ ("%s after the launch, behind another task"),
    [CAUSE (LSC_SLICE_GAP_QUEUED_IDLE)] = N_ ("%s after the launch, with nothing running"),
    [CAUSE (LSC_SLICE_GAP_UNKNOWN)] = N_ ("%s of unknown cause (launches not recorded)"),
  };
  g_autofree char *share = share_of (part_ns, all_ns);

  return g_strdup_printf (_ (causes[cause]), share);
}

/* "Idle time: 75 % because the host was late with the launch.": the largest first, until little is
 * left, so that the shares add up (dispatch.md#gaps). */
static char *
say_causes (const LscDispatch *dispatch)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  gint64 part_ns[G_N_ELEMENTS (dispatch->all.gap_ns)], all_ns = 0, left_ns;

  for (guint i = 0; i < G_N_ELEMENTS (part_ns); i++)
    all_ns += part_ns[i] = dispatch->all.gap_ns[i];
  for (left_ns = all_ns; (double) left_ns > MOST_UNNAMED * (double) all_ns;)
    {
      guint most = 0;

      for (guint i = 1; i < G_N_ELEMENTS (part_ns); i++)
        most = part_ns[i] > part_ns[most] ? i : most;
      g_ptr_array_add (words, say_cause (most, part_ns[most], all_ns));
      left_ns -= part_ns[most];
      part_ns[most] = 0;
    }
  if (words->len == 0)
    return g_strdup ("");
  if ((double) left_ns >= LEAST_REST * (double) all_ns)
    {
      g_autofree char *share = share_of (left_ns, all_ns);

      /* Translators: stands last after "Idle time:" and has a share of that */
      g_ptr_array_add (words, g_strdup_printf (_ ("%s otherwise"), share));
    }
  g_ptr_array_add (words, NULL);
  /* Translators: between causes of idle time */
  list = g_strjoinv (C_ ("causes of idle time", ", "), (char **) words->pdata);
  /* Translators: causes, each with its share of the idle time */
  return g_strdup_printf (_ ("Idle time: %s."), list);
}

/* (transfer full): where the time went, in few words */
static char *
say_sums (const LscTimelineAnalysis *analysis)
{
  const LscOverlapSums *sums = &analysis->overlap->all;
  gint64 all_ns = sums->end_ns - sums->begin_ns;
  g_autofree char *computing = share_of (sums->computing_ns, all_ns);
  g_autofree char *communication = share_of (sums->not_overlapped_ns, all_ns);
  g_autofree char *idle = share_of (sums->free_ns, all_ns);

  if (sums->communication_ns > 0)
    /* Translators: shares of the time of the device */
    return g_strdup_printf (_ ("%s computing, %s exposed communication, %s idle"), computing,
                            communication, idle);
  /* Translators: shares of the time of the device */
  return g_strdup_printf (_ ("%s computing, %s idle"), computing, idle);
}

/* What the shares are of. */
static void
append_window (GString *text, const LscTimelineAnalysis *analysis, const LscSteps *steps)
{
  const LscOverlapSums *sums = &analysis->overlap->all;
  g_autofree char *window = say_window (sums->end_ns - sums->begin_ns, steps);

  append_gap (text);
  /* Translators: a duration, and of what */
  g_string_append_printf (text, _ ("100 %% = %s."), window);
}

static void
append_causes (GString *text, const LscDispatch *dispatch)
{
  g_autofree char *causes = say_causes (dispatch);

  if (*causes == '\0')
    return;
  append_gap (text);
  g_string_append (text, causes);
}

/* A name as lanes show it, no longer than a line has room for. */
static char *
shorten_name (const char *full, gboolean is_kind)
{
  g_autofree char *kind = is_kind ? lsc_kernel_name_shorten (full) : NULL;
  g_autofree char *brief = lsc_kernel_label (kind ? kind : full);

  return lsc_visible_name (brief != NULL ? brief : full, NAME_CHARS);
}

/* The name of a kernel, of a GPU with what it computes; what several names have in common. */
static char *
name_kernel (const LscTimeline *timeline, const LscLongest *longest)
{
  const char *full = lsc_timeline_text (timeline, longest->kernel);
  g_autofree char *name = shorten_name (full, longest->n_kernel_names > 1);

  if (!timeline->is_gpu || lsc_kernel_name_family (full) == LSC_FAMILY_OTHER)
    return g_steal_pointer (&name);
  /* Translators: name of a kernel, what it computes */
  return g_strdup_printf (_ ("%s (%s)"), name,
                          lsc_kernel_family_title (lsc_kernel_name_family (full)));
}

static void
append_kernel (GString *text, const LscTimeline *timeline, const LscLongest *longest,
               gint64 computing_ns)
{
  g_autofree char *share = share_of (longest->kernel_ns, computing_ns);
  g_autofree char *length = lsc_format_duration (longest->kernel_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *name = NULL;

  if (longest->kernel == LSC_STRING_NONE)
    return;
  name = name_kernel (timeline, longest);
  append_gap (text);
  /* Translators: name of a kernel or op, share, duration, number of calls */
  g_string_append_printf (
      text,
      lsc_timeline_is_of_ops (timeline)
          ? g_dngettext (GETTEXT_PACKAGE, "Largest op: %s, %s of computing, %s in %u call.",
                         "Largest op: %s, %s of computing, %s in %u calls.", longest->n_kernels)
          : g_dngettext (GETTEXT_PACKAGE, "Largest kernel: %s, %s of computing, %s in %u call.",
                         "Largest kernel: %s, %s of computing, %s in %u calls.",
                         longest->n_kernels),
      name, share, length, (guint) longest->n_kernels);
}

static void
append_collective (GString *text, const LscTimeline *timeline, const LscLongest *longest,
                   const LscOverlapSums *sums)
{
  LscSpot spot = longest->collective;
  const LscLane *lane;
  g_autofree char *length = NULL, *name = NULL;

  if (spot.node == LSC_SLICE_NONE ||
      (double) sums->not_overlapped_ns <
          LEAST_COMMUNICATION * (double) (sums->end_ns - sums->begin_ns))
    return;
  lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  length = lsc_format_duration (lsc_lane_get_duration_ns (lane, spot.slice), LSC_TIME_UNIT_AUTO);
  name = shorten_name (lsc_timeline_text (timeline, lane->name[spot.slice]), FALSE);
  append_gap (text);
  if (longest->collective_wait_ns < 0)
    /* Translators: name of a communication operator, duration */
    g_string_append_printf (text, _ ("Longest communication: %s, %s."), name, length);
  else
    {
      g_autofree char *wait = lsc_format_duration (longest->collective_wait_ns, LSC_TIME_UNIT_AUTO);

      /* Translators: name of a communication operator, duration, part of that */
      g_string_append_printf (text,
                              _ ("Longest communication: %s, %s, of which %s is notify wait."),
                              name, length, wait);
    }
}

/* ---- which rank they are of ---- */

/* The one that keys and selection are in; where it is not read, the first that is. */
static LscTimeline *
find_timeline (LscTimelinePage *self)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (self->chart);
  guint32 n = lsc_timeline_layout_get_n_ranks (layout);
  guint32 current = _lsc_timeline_page_get_current_rank (self);
  LscTimeline *timeline = current < n ? lsc_timeline_layout_get_timeline (layout, current) : NULL;

  for (guint32 i = 0; i < n && timeline == NULL; i++)
    timeline = lsc_timeline_layout_get_timeline (layout, i);
  return timeline;
}

static void
release_timeline (gpointer timeline)
{
  lsc_release_in_thread (timeline, (GDestroyNotify) lsc_timeline_unref);
}

/* What the figures are, and the name in full. */
static void
explain (LscTimelinePage *self, const LscTimeline *timeline, const LscLongest *longest)
{
  const char *about = _ ("From the first to the last event of the device. Kernels of the same name "
                         "count together, moments of several of them once. The panel (Q) has all "
                         "names, in the range that is marked.");
  g_autofree char *name = longest->kernel != LSC_STRING_NONE
                              ? lsc_visible_line (lsc_timeline_text (timeline, longest->kernel))
                              : NULL;
  g_autofree char *text = name != NULL ? g_strdup_printf ("%s\n\n%s", about, name) : NULL;

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->words_label), text != NULL ? text : about);
}

static gpointer
find_longest (gpointer data, LscJob *job, GError **error)
{
  return lsc_longest_new (data, job, error);
}

/* Of which rank, where there are several. (transfer full) */
static char *
say_sums_of (LscTimelinePage *self, LscTimeline *timeline, const LscTimelineAnalysis *analysis)
{
  g_autofree char *sums = say_sums (analysis), *label = NULL;

  if (self->ranks->len <= 1)
    return g_steal_pointer (&sums);
  label = lsc_timeline_get_label (timeline);
  /* Translators: name of a rank, where its time went */
  return g_strdup_printf (_ ("%s: %s"), label, sums);
}

static void
append_phrase (GString *text, const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  if (words == NULL)
    return;
  append_gap (text);
  g_string_append (text, words);
}

/* What costs the rank most and what to do, as other pages say it, before where its time went; that
 * alone where nothing stands out or the ranks are not judged yet. */
static void
show_words (LscTimelinePage *self)
{
  const LscFinding *finding =
      self->findings ? lsc_findings_get_told_of (self->findings, self->worded_rank) : NULL;
  g_autoptr (GString) bold = g_string_new (NULL), rest = g_string_new (NULL);

  if (self->sums == NULL)
    return;
  if (finding)
    {
      g_autoptr (LscPhrase) deed = finding->line ? NULL : lsc_finding_say_deed (finding);

      append_phrase (bold, finding->line ? finding->line : deed ? deed : finding->text);
      append_phrase (rest, finding->remedy);
      append_gap (rest);
      /* Translators: where the time of a rank went, as a sentence */
      g_string_append_printf (rest, _ ("%s."), self->sums);
      append_gap (rest);
    }
  else
    g_string_append (bold, self->sums);
  g_string_append (rest, self->particulars);
  gtk_label_set_label (self->headline_label, bold->str);
  lsc_finding_show_certainty (lsc_page_words_of (self->headline_label), finding);
  gtk_label_set_label (self->words_label, rest->str);
  gtk_widget_set_visible (GTK_WIDGET (self->headline_label), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->words_label), TRUE);
}

static void
on_judged (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  g_autoptr (LscRankSummary) summary = result;

  g_clear_pointer (&self->findings, lsc_findings_unref);
  if (summary)
    {
      self->findings = lsc_findings_ref (summary->findings);
      lsc_app_page_found (owner, summary->notices);
    }
  else if (error)
    lsc_app_page_say (owner, error->message);
  show_words (self);
}

/* What costs most is known of all ranks together; the lanes do not wait for it. */
static void
judge (LscTimelinePage *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  LscTaskWish wish = { .owner = self, .slot = &self->judging, .done = on_judged };

  if (source->cluster && !self->findings && !self->judging)
    lsc_loader_load_summary (source->loader, source->cluster, &wish);
}

/** Forgets what was concluded of the ranks that were shown. */
void
_lsc_timeline_page_forget_words (LscTimelinePage *self)
{
  lsc_task_stop (&self->wording);
  lsc_task_stop (&self->judging);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_pointer (&self->sums, g_free);
  g_clear_pointer (&self->particulars, g_free);
  self->worded = NULL;
}

static void
on_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  LscTimeline *timeline = data;
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  g_autofree LscLongest *longest = result;
  g_autoptr (GString) text = g_string_new (NULL);
  LSC_WATCH ("timeline: words");

  if (longest == NULL || analysis == NULL || !analysis->overlap->all.has_device)
    return;
  append_kernel (text, timeline, longest, analysis->overlap->all.computing_ns);
  append_collective (text, timeline, longest, &analysis->overlap->all);
  append_causes (text, analysis->dispatch);
  append_window (text, analysis, lsc_timeline_get_steps (timeline));
  self->sums = say_sums_of (self, timeline, analysis);
  self->particulars = g_strdup (text->str);
  self->worded_rank = timeline->source->rank;
  explain (self, timeline, longest);
  show_words (self);
  judge (self);
}

/* Shares over what is there alone would be wrong: where the rest is, is said in their place. */
static void
say_excerpt (LscTimelinePage *self, LscTimeline *timeline)
{
  const LscSource *source = timeline->source;
  gint64 held_ns = lsc_intervals_length (&lsc_excerpt_get (timeline)->times);
  g_autofree char *held = lsc_format_duration (held_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *all =
      lsc_format_duration (timeline->main_end_ns - timeline->main_begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *label = lsc_timeline_get_label (timeline);
  g_autofree char *place = g_filename_display_name (source->origin ? source->origin : "");
  /* Translators: name of a rank, two durations */
  g_autofree char *headline =
      g_strdup_printf (_ ("%s: excerpt, %s of %s, around the largest instances"), label, held, all);
  g_autofree char *words =
      source->origin_host
          ? g_strdup_printf (_ ("The whole recording is %s on host %s. The panel sums up a range "
                                "inside of an excerpt alone."),
                             place, source->origin_host)
          : g_strdup_printf (
                _ ("The whole recording is %s. The panel sums up a range inside of an excerpt "
                   "alone."),
                place);

  gtk_label_set_label (self->headline_label, headline);
  lsc_finding_show_certainty (lsc_page_words_of (self->headline_label), NULL);
  gtk_label_set_label (self->words_label, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->words_label), words);
  gtk_widget_set_visible (GTK_WIDGET (self->headline_label), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->words_label), TRUE);
}

/** Puts into words what the rank at hand spent its time on, once it is known which that is. */
void
_lsc_timeline_page_update_words (LscTimelinePage *self)
{
  LscTimeline *timeline = find_timeline (self);

  if (timeline != NULL && timeline == self->worded)
    return;
  lsc_task_stop (&self->wording);
  g_clear_pointer (&self->sums, g_free);
  g_clear_pointer (&self->particulars, g_free);
  self->worded = timeline;
  gtk_widget_set_visible (GTK_WIDGET (self->headline_label), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->words_label), FALSE);
  if (timeline != NULL && lsc_excerpt_is (timeline))
    say_excerpt (self, timeline);
  else if (timeline != NULL)
    lsc_task_start (self, &self->wording,
                    &(LscTaskWork){ .name = "timeline: words",
                                    .run = find_longest,
                                    .data = lsc_timeline_ref (timeline),
                                    .free_data = release_timeline,
                                    .free_result = g_free,
                                    .done = on_found,
                                    .priority = G_PRIORITY_LOW });
}
