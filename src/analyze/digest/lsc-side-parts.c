/* lsc-side-parts.c - which modules, ops and kernels own the time of a rank's steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-side-rank-private.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

#define CHECK_PIECES 4096
#define NOT_TAKEN G_MAXUINT32

const char *const lsc_part_outside = N_ ("Outside modules");
const char *const lsc_part_silent = N_ ("Nothing recorded on the host");

/** What is known while parts are added up. */
typedef struct
{
  LscSideRank *side;
  const LscTimeline *timeline;
  LscOrigins origins;
  LscHash index;     /* of the parts */
  guint32 *names[2]; /* of a name of the timeline that in texts, of calls and of kernels */
  GHashTable *comms; /* of a lane and name of communication to 1 + that in texts */
  guint32 *last;     /* of each part the slice that was counted last */
  gsize n_last;
  GHashTable *lanes; /* of a path of modules to the lanes that it is on, a bit each */
  guint32 words[LSC_BUDGET_N_CATEGORIES + 2]; /* 1 + that in texts, 0 = not taken */
  guint32 step;
} Sums;

/* In words, after the categories. */
enum
{
  WORD_OUTSIDE = LSC_BUDGET_N_CATEGORIES,
  WORD_SILENT
};

static guint64
hash_part (const LscSidePart *part)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) part->type << 8 | part->category), part->text);
}

static gboolean
is_same_part (const LscSidePart *a, const LscSidePart *b)
{
  return a->type == b->type && a->category == b->category && a->text == b->text;
}

LSC_DEFINE_HASH (parts, LscSidePart, hash_part, is_same_part)

static gsize
get_part (Sums *self, const LscSidePart *key)
{
  LscSideParts *parts = &self->side->parts;
  guint32 at = parts_put (&self->index, parts->items, key, (guint32) parts->n);
  LscSidePart *part;

  if (at < parts->n)
    return at;
  part = lsc_side_parts_add (parts);
  *part = *key;
  part->slice = LSC_SLICE_NONE;
  part->first_cell = part->last_cell = LSC_SLICE_NONE;
  if (parts->n > self->n_last)
    {
      self->n_last = MAX (64, 2 * parts->n);
      self->last = g_renew (guint32, self->last, self->n_last);
    }
  self->last[at] = LSC_SLICE_NONE;
  return at;
}

static LscSideCell *
get_cell (Sums *self, LscSidePart *part)
{
  LscSideCells *cells = &self->side->cells;

  if (part->last_cell == LSC_SLICE_NONE || cells->items[part->last_cell].step != self->step)
    {
      guint32 at = (guint32) cells->n;

      lsc_side_cells_append (cells, (LscSideCell){ .step = self->step, .next = LSC_SLICE_NONE });
      if (part->last_cell == LSC_SLICE_NONE)
        part->first_cell = at;
      else
        cells->items[part->last_cell].next = at;
      part->last_cell = at;
    }
  return &cells->items[part->last_cell];
}

/* A slice may own several pieces; it is one instance. */
static void
add_time (Sums *self, const LscSidePart *key, guint32 id, gint64 ns)
{
  gsize at = get_part (self, key);
  LscSidePart *part = &self->side->parts.items[at];
  LscSideCell *cell = get_cell (self, part);
  gboolean is_new = id != LSC_SLICE_NONE && self->last[at] != id;
  const LscLane *lane;
  gint64 begin_ns;
  LscSpot spot;

  cell->ns += ns;
  if (!is_new)
    return;
  self->last[at] = id;
  cell->n += key->type != LSC_PART_MODULE; /* of which the instances are counted by themselves */
  part->n += key->type != LSC_PART_MODULE;
  spot = lsc_timeline_get_spot (self->timeline, id);
  lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
  begin_ns = lane->start_ns[spot.slice];
  if (part->slice != LSC_SLICE_NONE &&
      lsc_lane_get_duration_ns (lane, spot.slice) <= part->end_ns - part->begin_ns)
    return;
  part->slice = id;
  part->begin_ns = begin_ns;
  part->end_ns = lsc_lane_get_end_ns (lane, spot.slice);
}

/* ---- names ---- */

static guint32
take_plain (Sums *self, guint32 name, gboolean is_kernel)
{
  guint32 *known = &self->names[is_kernel][name];
  const char *text;

  if (*known != NOT_TAKEN)
    return *known;
  text = lsc_timeline_text (self->timeline, name);
  *known = is_kernel ? lsc_intern_add_take (self->side->texts,
                                            lsc_compare_name_kernel (text, self->timeline->is_gpu))
                     : lsc_intern_add (self->side->texts, text);
  return *known;
}

/* "allReduce @ dp", "allReduce" where the kind of the group is not known. */
static guint32
take_comm (Sums *self, LscSpot spot)
{
  const LscNode *node = lsc_timeline_get_node (self->timeline, spot.node);
  guint32 name = node->lane->name[spot.slice];
  gpointer key = GSIZE_TO_POINTER ((gsize) spot.node << 32 | name);
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->comms, key));
  g_autofree char *plain = NULL, *kind = NULL;
  const LscCommGroup *group;
  guint32 id;

  if (known > 0)
    return (guint32) (known - 1);
  group = node->text ? lsc_timeline_get_comm_group (self->timeline, node->text) : NULL;
  plain = lsc_compare_name_comm (lsc_timeline_text (self->timeline, name));
  kind = group ? lsc_compare_name_group (group->label) : NULL;
  id =
      lsc_intern_add_take (self->side->texts, g_strconcat (plain, kind ? " @ " : NULL, kind, NULL));
  g_hash_table_insert (self->comms, key, GSIZE_TO_POINTER ((gsize) id + 1));
  return id;
}

static LscSidePart
name_word (Sums *self, LscPartType type, LscBudgetCategory category, guint word)
{
  const char *text = word == WORD_OUTSIDE  ? lsc_part_outside
                     : word == WORD_SILENT ? lsc_part_silent
                                           : lsc_budget_words[word].title;

  if (self->words[word] == 0)
    self->words[word] = lsc_intern_add (self->side->texts, text) + 1;
  return (LscSidePart){
    .text = self->words[word] - 1, .type = type, .category = category, .is_word = TRUE
  };
}

/* ---- pieces ---- */

static gboolean
is_comm (guint8 category)
{
  return category >= LSC_BUDGET_TRANSFER && category <= LSC_BUDGET_BUBBLE;
}

/* Computing and copies: by operator and by kernel. */
static void
add_busy (Sums *self, const LscBudgetPiece *piece, LscSpot spot, gint64 ns)
{
  guint32 name = lsc_timeline_get_node (self->timeline, spot.node)->lane->name[spot.slice];
  LscSidePart part = { .category = piece->category, .type = LSC_PART_KERNEL };
  LscSpot op = lsc_origins_find_op (&self->origins, piece->owner);

  part.text = take_plain (self, name, TRUE);
  add_time (self, &part, piece->owner, ns);
  part.type = LSC_PART_OP;
  if (op.node != LSC_SLICE_NONE)
    {
      self->side->has_ops = TRUE;
      name = lsc_timeline_get_node (self->timeline, op.node)->lane->name[op.slice];
      part.text = take_plain (self, name, FALSE);
    }
  add_time (self, &part, piece->owner, ns);
}

static void
add_same (Sums *self, LscSidePart part, guint32 id, gint64 ns)
{
  part.type = LSC_PART_OP;
  add_time (self, &part, id, ns);
  part.type = LSC_PART_KERNEL;
  add_time (self, &part, id, ns);
}

/* Idle time: by what the host did, as far as that is known, else by its category. */
static void
add_idle (Sums *self, const LscBudgetPiece *piece, gint64 ns)
{
  gboolean is_host =
      piece->category == LSC_BUDGET_PREPARE || piece->category == LSC_BUDGET_FREE_HOST;

  if (is_host && piece->cause != LSC_SLICE_NONE)
    {
      LscSpot spot = lsc_timeline_get_spot (self->timeline, piece->cause);
      guint32 name = lsc_timeline_get_node (self->timeline, spot.node)->lane->name[spot.slice];

      add_same (
          self,
          (LscSidePart){ .text = take_plain (self, name, FALSE), .category = LSC_BUDGET_FREE_HOST },
          piece->cause, ns);
    }
  else if (is_host)
    add_same (self, name_word (self, LSC_PART_OP, LSC_BUDGET_FREE_HOST, WORD_SILENT),
              LSC_SLICE_NONE, ns);
  else
    add_same (self, name_word (self, LSC_PART_OP, piece->category, piece->category), LSC_SLICE_NONE,
              ns);
}

static void
add_module (Sums *self, const LscBudgetPiece *piece, gint64 ns)
{
  guint32 path = piece->owner != LSC_SLICE_NONE
                     ? lsc_origins_find_module (&self->origins, piece->owner)
                     : LSC_STRING_NONE;
  LscSidePart part = { .text = path, .type = LSC_PART_MODULE };

  if (path == LSC_STRING_NONE)
    part = name_word (self, LSC_PART_MODULE, 0, WORD_OUTSIDE);
  add_time (self, &part, piece->owner, ns);
}

static void
add_piece (Sums *self, const LscBudgetPiece *piece)
{
  gint64 ns = piece->end_ns - piece->begin_ns;
  LscSpot spot;

  add_module (self, piece, ns);
  if (piece->category >= LSC_BUDGET_PREPARE)
    {
      add_idle (self, piece, ns);
      return;
    }
  spot = lsc_timeline_get_spot (self->timeline, piece->owner);
  if (is_comm (piece->category))
    add_same (self,
              (LscSidePart){ .text = take_comm (self, spot), .category = LSC_BUDGET_TRANSFER },
              piece->owner, ns);
  else
    add_busy (self, piece, spot, ns);
}

/* Lanes beyond these share bits: then modules are rather taken to be on the same one. */
#define LANE_BITS (8 * sizeof (gsize) - 1)

static void
mark_lane (Sums *self, guint32 path, guint lane)
{
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (path)));
  gsize bit = (gsize) 1 << lane % LANE_BITS;

  if (!(known & bit))
    g_hash_table_insert (self->lanes, GUINT_TO_POINTER (path), GSIZE_TO_POINTER (known | bit));
}

/* Instances of modules that begin in a step. */
static void
count_module (guint32 path, guint lane, gint64 start_ns, gpointer user_data)
{
  Sums *self = user_data;
  const GArray *steps = self->side->facts->steps;
  gsize next =
      LSC_BISECT (i, 0, steps->len, g_array_index (steps, LscRankStep, i).begin_ns <= start_ns);
  LscSidePart key = { .text = path, .type = LSC_PART_MODULE };

  mark_lane (self, path, lane);
  if (next > 0 && start_ns < g_array_index (steps, LscRankStep, next - 1).end_ns)
    {
      gsize at = get_part (self, &key); /* which may move them */

      self->side->parts.items[at].n++;
    }
}

/* ---- modules that run again ---- */

static gsize
get_lanes (const Sums *self, guint32 path)
{
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (path)));
}

static gboolean
is_end_of (const char *part, const char *path)
{
  gsize n = strlen (part), whole = strlen (path);

  return whole > n && path[whole - n - 1] == '/' && strcmp (path + whole - n, part) == 0;
}

/* The only path on other lanes that a path is the end of; without such a one itself. */
static guint32
find_whole (const Sums *self, guint32 path)
{
  const char *text = lsc_intern_text (self->side->texts, path);
  guint32 found = path;
  GHashTableIter iter;
  gpointer other;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, &other, NULL))
    {
      guint32 id = GPOINTER_TO_UINT (other);

      if (!is_end_of (text, lsc_intern_text (self->side->texts, id)))
        continue;
      if (found != path || (get_lanes (self, id) & get_lanes (self, path)) != 0)
        return path;
      found = id;
    }
  return found;
}

/* Names of many modules are no model's. */
#define MOST_PATHS 4096

/* A module that is computed again for the backward pass has nobody around it on that thread: it is
 * the one of the same name of the forward pass (compare.md#names). */
static void
join_repeated (Sums *self)
{
  LscSideParts *parts = &self->side->parts;

  if (g_hash_table_size (self->lanes) > MOST_PATHS)
    return;
  for (gsize i = 0; i < parts->n; i++)
    if (parts->items[i].type == LSC_PART_MODULE && !parts->items[i].is_word)
      parts->items[i].text = find_whole (self, parts->items[i].text);
}

static gboolean
add_step (Sums *self, const LscBudget *budget, guint step, LscJob *job, GError **error)
{
  const LscBudgetStep *about = lsc_budget_get_step (budget, step);

  self->step = step;
  for (gsize i = 0; i < about->n_pieces; i++)
    {
      if (i % CHECK_PIECES == 0 && !lsc_job_check (job, error))
        return FALSE;
      add_piece (self, &budget->pieces.items[about->first_piece + i]);
    }
  return TRUE;
}

static guint32 *
make_names (gsize n)
{
  guint32 *names = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    names[i] = NOT_TAKEN;
  return names;
}

/**
 * _lsc_side_rank_add_parts:
 *
 * Each nanosecond of a step is in one part of each type, so that they add up to the step
 * (compare.md#lists).
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_side_rank_add_parts (LscSideRank *self, const LscTimeline *timeline, const LscBudget *budget,
                          LscJob *job, GError **error)
{
  gsize n_names = lsc_intern_size (timeline->strings) + 1;
  g_autofree guint32 *calls = make_names (n_names), *kernels = make_names (n_names);
  Sums sums = { .side = self,
                .timeline = timeline,
                .names = { calls, kernels },
                .comms = g_hash_table_new (NULL, NULL),
                .lanes = g_hash_table_new (NULL, NULL) };
  gboolean is_done = TRUE;

  lsc_origins_init (&sums.origins, timeline, self->texts, lsc_compare_name_module);
  self->has_modules = lsc_origins_has_modules (&sums.origins);
  for (guint i = 0; i < budget->steps->len && is_done; i++)
    is_done = add_step (&sums, budget, i, job, error);
  lsc_origins_foreach_module (&sums.origins, count_module, &sums);
  join_repeated (&sums);
  lsc_origins_clear (&sums.origins);
  lsc_hash_clear (&sums.index);
  g_hash_table_unref (sums.comms);
  g_hash_table_unref (sums.lanes);
  g_free (sums.last);
  return is_done;
}
