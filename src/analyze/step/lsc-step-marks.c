/* lsc-step-marks.c - the iterations that a program marks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-step-marks.h"

#include "analyze/step/lsc-step-private.h"

/* steps.md#marks. A server records no ProfilerStep, but marks each pass of the model; other
 * programs repeat a range of one name for whatever they do again and again. Where the recording has
 * no steps, those are its steps; where it has, the marks of a server tell what each step does. */

/* Fewer of one name are no iterations. */
#define LEAST_REPEATED 3
/* Of all launches; a range that holds fewer is part of an iteration, or beside it. */
#define LEAST_WORD_SHARE 0.5
#define LEAST_REPEATED_SHARE 0.8
/* Of the time from the first to the last. */
#define LEAST_COVERED 0.5
/* That a sentence names. */
#define MOST_NAMES 3
/* Of the number of a step. */
#define MOST_DIGITS 15

/* What is known of a name: its role + 1, 0 = not looked at. */
typedef struct
{
  const LscTimeline *timeline;
  guint8 *roles;
  gsize n;
  LscMarkRole role; /* that is looked for */
  guint32 lane;     /* node with most of it */
  gsize n_most;
} Search;

static LscMarkRole
get_role (Search *self, const LscLane *lane, guint32 slice)
{
  gboolean is_mark = lane->kind[slice] == LSC_SLICE_MARK;
  guint32 name = lane->name[slice];

  if (!is_mark && lane->kind[slice] != LSC_SLICE_OP)
    return LSC_MARK_NO_ITERATION;
  if (name >= self->n)
    return LSC_MARK_NO_ITERATION;
  if (self->roles[name] == 0)
    self->roles[name] =
        (guint8) (lsc_iteration_name_parse (lsc_timeline_text (self->timeline, name), TRUE).role +
                  1);
  return !is_mark && self->roles[name] == LSC_MARK_WORD + 1 ? LSC_MARK_NO_ITERATION
                                                            : (LscMarkRole) (self->roles[name] - 1);
}

/* Of ranges inside each other the outermost is the iteration. */
static gboolean
is_outermost (Search *self, const LscLane *lane, guint32 slice)
{
  for (guint32 at = lsc_lane_get_parent (lane, slice); at != LSC_SLICE_NONE;
       at = lsc_lane_get_parent (lane, at))
    if (get_role (self, lane, at) == self->role)
      return FALSE;
  return TRUE;
}

static void
count_marks (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Search *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  gsize n = 0;

  for (guint32 i = 0; i < lane->n; i++)
    n += get_role (self, lane, i) == self->role &&
         lsc_timeline_counts (timeline, lane->start_ns[i], lsc_lane_get_end_ns (lane, i));
  if (n > self->n_most)
    {
      self->n_most = n;
      self->lane = node;
    }
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const LscIterationMark *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (y->end_ns, x->end_ns);
}

static void
list_marks (Search *self, LscIterationMarks *marks)
{
  const LscLane *lane = lsc_timeline_get_node (self->timeline, self->lane)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      LscIterationMark mark = { lane->start_ns[i], lsc_lane_get_end_ns (lane, i), lane->name[i] };

      if (get_role (self, lane, i) != self->role || mark.end_ns <= mark.start_ns ||
          !lsc_timeline_counts (self->timeline, mark.start_ns, mark.end_ns) ||
          !is_outermost (self, lane, i))
        continue;
      mark.about = lsc_iteration_name_parse (lsc_timeline_text (self->timeline, mark.name), TRUE);
      lsc_iteration_marks_append (marks, mark);
    }
  if (marks->n > 1)
    qsort (marks->items, marks->n, sizeof *marks->items, compare_marks);
}

/* ---- Whether marks hold what is launched -------------------------------------------------------
 */

static gboolean
holds (const LscIterationMarks *marks, gint64 time_ns)
{
  gsize next = LSC_BISECT (i, 0, marks->n, marks->items[i].start_ns <= time_ns);

  return next > 0 && time_ns < marks->items[next - 1].end_ns;
}

/* Of the calls that launched something; 0 where none is recorded. */
static double
get_launched_share (const LscIterationMarks *marks, const LscTimeline *timeline)
{
  const LscLinks *links = &timeline->links;
  gsize n = 0, n_held = 0;
  LscSliceMap calls;

  _lsc_slice_map_init (&calls, timeline);
  for (gsize i = 0; i < links->n; i++)
    {
      LscFoundSlice call;

      if (links->items[i].kind != LSC_LINK_LAUNCH ||
          (i > 0 && links->items[i - 1].from == links->items[i].from))
        continue;
      call = _lsc_slice_map_find (&calls, links->items[i].from);
      n++;
      n_held += holds (marks, _lsc_found_start (&call));
    }
  return n > 0 ? (double) n_held / (double) n : 0;
}

/**
 * lsc_iteration_marks_find:
 * @self: empty; receives the marks by time
 * @timeline: sealed, its stray slices are known
 *
 * Lists the marks that name an iteration (steps.md#marks), of the thread that has most of them.
 *
 * Cost: O(slices of host threads). Thread: any.
 */
void
lsc_iteration_marks_find (LscIterationMarks *self, const LscTimeline *timeline)
{
  static const LscMarkRole roles[] = { LSC_MARK_FORWARD, LSC_MARK_BATCH, LSC_MARK_WORD };
  g_autofree guint8 *known = NULL;
  Search search = { .timeline = timeline };

  g_return_if_fail (self && timeline);
  search.n = lsc_intern_size (timeline->strings);
  search.roles = known = g_malloc0 (search.n + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (roles) && self->n == 0; i++)
    {
      search.role = roles[i];
      search.n_most = 0;
      lsc_timeline_foreach_lane ((LscTimeline *) timeline,
                                 (guint64) 1 << LSC_ROLE_HOST_THREAD | (guint64) 1
                                                                           << LSC_ROLE_MARK_LANE,
                                 count_marks, &search);
      if (search.n_most > 0)
        list_marks (&search, self);
      if (search.role == LSC_MARK_WORD && get_launched_share (self, timeline) < LEAST_WORD_SHARE)
        self->n = 0;
    }
}

/* ---- Ranges that are repeated ------------------------------------------------------------------
 */

/* "step 12" is number 12: the only digits, and at the end. -1: it has no number of its own. */
static gint64
read_only_number (const char *text)
{
  const char *digits = text + strcspn (text, "0123456789");
  gsize n = strspn (digits, "0123456789");

  return n > 0 && n <= MOST_DIGITS && digits[n] == '\0' ? g_ascii_strtoll (digits, NULL, 10) : -1;
}

/** Of one name, numbers in it left out. */
typedef struct
{
  char *name;
  guint32 node;
  gsize n;
  gint64 sum_ns;
  gint64 begin_ns;
  gint64 end_ns;
} Repeated;

static void
free_repeated (gpointer item)
{
  Repeated *self = item;

  g_free (self->name);
  g_free (self);
}

/* "step 12" is "step #". */
static char *
leave_out_numbers (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at; at++)
    if (!g_ascii_isdigit (*at))
      g_string_append_c (out, *at);
    else if (at == text || !g_ascii_isdigit (at[-1]))
      g_string_append_c (out, '#');
  return g_string_free (out, FALSE);
}

/** @of_name: (element-type Repeated): by id of a name; @by_text: the same by text, owns them */
typedef struct
{
  GHashTable *of_name;
  GHashTable *by_text;
  Repeated *best;
} Repetitions;

static Repeated *
get_repeated (Repetitions *self, const LscTimeline *timeline, guint32 name, guint32 node)
{
  Repeated *known = g_hash_table_lookup (self->of_name, GUINT_TO_POINTER (name + 1));
  g_autofree char *text = NULL;

  if (known)
    return known;
  text = leave_out_numbers (lsc_timeline_text (timeline, name));
  known = g_hash_table_lookup (self->by_text, text);
  if (!known)
    {
      known = g_new0 (Repeated, 1);
      known->name = g_steal_pointer (&text);
      known->node = node;
      known->begin_ns = G_MAXINT64;
      known->end_ns = G_MININT64;
      g_hash_table_insert (self->by_text, known->name, known);
    }
  g_hash_table_insert (self->of_name, GUINT_TO_POINTER (name + 1), known);
  return known;
}

static void
count_repeated (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Repetitions *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  g_hash_table_remove_all (self->of_name);
  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 end_ns = lsc_lane_get_end_ns (lane, i);
      Repeated *about;

      if (lane->kind[i] != LSC_SLICE_MARK || lsc_lane_get_parent (lane, i) != LSC_SLICE_NONE ||
          end_ns <= lane->start_ns[i] || !lsc_timeline_counts (timeline, lane->start_ns[i], end_ns))
        continue;
      about = get_repeated (self, timeline, lane->name[i], node);
      if (about->node != node)
        continue;
      about->n++;
      about->sum_ns += end_ns - lane->start_ns[i];
      about->begin_ns = MIN (about->begin_ns, lane->start_ns[i]);
      about->end_ns = MAX (about->end_ns, end_ns);
    }
}

static gboolean
is_better (const Repeated *a, const Repeated *b)
{
  if (a->n < LEAST_REPEATED ||
      (double) a->sum_ns < LEAST_COVERED * ((double) a->end_ns - (double) a->begin_ns))
    return FALSE;
  if (!b || a->sum_ns != b->sum_ns)
    return !b || a->sum_ns > b->sum_ns;
  return strcmp (a->name, b->name) < 0;
}

static void
list_repeated (const LscTimeline *timeline, const Repeated *about, LscIterationMarks *marks)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, about->node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      g_autofree char *text = NULL;
      LscIterationMark mark = { lane->start_ns[i], lsc_lane_get_end_ns (lane, i), lane->name[i] };

      mark.about = (LscIterationName){ LSC_MARK_NO_ITERATION, LSC_STEP_PHASE_NONE, -1,
                                       read_only_number (lsc_timeline_text (timeline, mark.name)) };
      if (lane->kind[i] != LSC_SLICE_MARK || lsc_lane_get_parent (lane, i) != LSC_SLICE_NONE ||
          mark.end_ns <= mark.start_ns ||
          !lsc_timeline_counts (timeline, mark.start_ns, mark.end_ns))
        continue;
      text = leave_out_numbers (lsc_timeline_text (timeline, mark.name));
      if (g_str_equal (text, about->name))
        lsc_iteration_marks_append (marks, mark);
    }
  if (marks->n > 1)
    qsort (marks->items, marks->n, sizeof *marks->items, compare_marks);
}

/* The ranges of one name that hold most of what was launched. */
static void
find_repeated (const LscTimeline *timeline, LscIterationMarks *marks)
{
  g_autoptr (GHashTable) of_name = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) by_text =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_repeated);
  Repetitions repetitions = { of_name, by_text, NULL };
  GHashTableIter iter;
  gpointer value;

  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_MARK_LANE,
                             count_repeated, &repetitions);
  g_hash_table_iter_init (&iter, by_text);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (is_better (value, repetitions.best))
      repetitions.best = value;
  if (!repetitions.best)
    return;
  list_repeated (timeline, repetitions.best, marks);
  if (get_launched_share (marks, timeline) < LEAST_REPEATED_SHARE)
    marks->n = 0;
}

/* ---- Steps -------------------------------------------------------------------------------------
 */

/* (transfer full): the names of the marks without numbers, each once: "“decode”, “prefill”" */
static char *
name_marks (const LscTimeline *timeline, const LscIterationMarks *marks)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < marks->n && g_hash_table_size (named) <= MOST_NAMES; i++)
    {
      char *text;

      if (!g_hash_table_add (known, GUINT_TO_POINTER (marks->items[i].name + 1)))
        continue;
      text = leave_out_numbers (lsc_timeline_text (timeline, marks->items[i].name));
      if (!g_hash_table_add (named, text))
        continue;
      if (g_hash_table_size (named) > MOST_NAMES)
        g_string_append (out, ", …");
      else
        g_string_append_printf (out, "%s“%s”", out->len > 0 ? ", " : "", text);
    }
  return g_string_free (out, FALSE);
}

static gboolean
are_numbered (const LscIterationMarks *marks)
{
  for (gsize i = 0; i < marks->n; i++)
    if (marks->items[i].about.number < 0 ||
        (i > 0 && marks->items[i].about.number <= marks->items[i - 1].about.number))
      return FALSE;
  return TRUE;
}

/**
 * lsc_timeline_find_marked_steps:
 * @timeline: sealed, not yet shared, its stray slices are known
 *
 * Makes steps of the iterations that the program marks, where the recording has none of its own
 * (steps.md#marks).
 *
 * Cost: O(slices of host threads + links * log marks).
 */
void
lsc_timeline_find_marked_steps (LscTimeline *timeline)
{
  LscIterationMarks marks = { 0 };

  g_return_if_fail (timeline);
  if (timeline->steps.n > 0 || timeline->told_steps.n > 0 ||
      !(timeline->parts & LSC_TIMELINE_EVENTS))
    return;
  lsc_iteration_marks_find (&marks, timeline);
  if (marks.n == 0)
    find_repeated (timeline, &marks);
  if (marks.n > 0)
    {
      gboolean is_numbered = are_numbered (&marks);

      for (gsize i = 0; i < marks.n; i++)
        lsc_steps_append (&timeline->steps,
                          (LscStep){ is_numbered ? marks.items[i].about.number : (gint64) i + 1,
                                     marks.items[i].start_ns, marks.items[i].end_ns });
      timeline->steps_mark = name_marks (timeline, &marks);
      timeline->steps_unnumbered = !is_numbered;
    }
  lsc_iteration_marks_clear (&marks);
}
