/* lsc-query-slices.c - the virtual tables of slices and of those that compute
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/step/lsc-overlap.h"
#include "analyze/query/lsc-query-private.h"

/* Slices are read straight from the lanes. Equality on id, parent, rank, name and lane and bounds
 * of start_ns are used to skip; SQLite checks every constraint again. */

/* As the schema has them. */
enum
{
  COLUMN_RANK,
  COLUMN_LANE,
  COLUMN_ROW,
  COLUMN_NAME,
  COLUMN_START,
  COLUMN_DURATION,
  COLUMN_SELF,
  COLUMN_STEP,
  COLUMN_ID,
  COLUMN_PARENT,
  COLUMN_KIND,
  COLUMN_END,
  COLUMN_RELATIVE,
  COLUMN_PID,
  COLUMN_TID,
  COLUMN_STREAM,
  COLUMN_BYTES, /* of kernels this and what follows are read of the recording */
};

enum
{
  BY_ID = 1 << 0,
  BY_RANK = 1 << 1,
  BY_NAME = 1 << 2,
  BY_LANE = 1 << 3,
  FROM_START = 1 << 4,
  TO_START = 1 << 5,
  BY_PARENT = 1 << 6,
};

#define N_FLAGS 7

#define LOOK_EVERY 65536 /* slices passed over between two looks at the clock */
/* What passing over a node or a row of it costs, as bytes touched */
#define NODE_BYTES 512
#define ROW_BYTES 64

typedef struct
{
  LscQueryCursor base;
  guint rank;   /* index of the recording */
  guint32 node; /* of its timeline */
  guint32 row;  /* of the lane */
  gsize slice;  /* of the lane; valid in [slice, row_end) */
  gsize row_end;

  gboolean is_of_kernels; /* alone */
  gboolean has_rank;
  gint64 wanted_rank;
  gboolean has_name;
  char *name;
  guint32 name_id; /* of the recording at hand */
  char *lane;
  gint64 from_ns;
  gint64 to_ns; /* inclusive */
  gint64 id;    /* -1 = any */
  gboolean has_parent;
  gint64 parent;
  LscIndexes children; /* of the parent, those left from @child on */
  gsize child;
  gsize n_passed;
  char *path; /* of the node at hand, made when asked for */
  guint32 path_node;
  guint path_rank;
} Cursor;

static int
flag_of (const struct sqlite3_index_constraint *constraint)
{
  gboolean is_equal = constraint->op == SQLITE_INDEX_CONSTRAINT_EQ;

  if (!constraint->usable)
    return 0;
  switch (constraint->iColumn)
    {
    case COLUMN_ID:
      return is_equal ? BY_ID : 0;
    case COLUMN_PARENT:
      return is_equal ? BY_PARENT : 0;
    case COLUMN_RANK:
      return is_equal ? BY_RANK : 0;
    case COLUMN_NAME:
      return is_equal ? BY_NAME : 0;
    case COLUMN_LANE:
      return is_equal ? BY_LANE : 0;
    case COLUMN_START:
      if (constraint->op == SQLITE_INDEX_CONSTRAINT_GE ||
          constraint->op == SQLITE_INDEX_CONSTRAINT_GT)
        return FROM_START;
      if (constraint->op == SQLITE_INDEX_CONSTRAINT_LE ||
          constraint->op == SQLITE_INDEX_CONSTRAINT_LT)
        return TO_START;
      return is_equal ? FROM_START | TO_START : 0;
    default:
      return 0;
    }
}

/* Values are passed in the order of the flags; a constraint on start_ns with = is passed once, as
 * both bounds, only when neither bound is taken yet. */
static int
choose_plan (sqlite3_vtab *table, sqlite3_index_info *info)
{
  static const double narrows[N_FLAGS] = { 1e7, 4, 20, 20, 20, 20, 1e6 };
  int taken[N_FLAGS] = { -1, -1, -1, -1, -1, -1, -1 };
  int flags = 0, argument = 0;
  double cost = 1e7;

  for (int i = 0; i < info->nConstraint; i++)
    {
      int flag = flag_of (&info->aConstraint[i]);

      if (flag == (FROM_START | TO_START) || flag == 0 || (flags & flag))
        continue;
      flags |= flag;
      taken[g_bit_nth_lsf ((gulong) flag, -1)] = i;
    }
  for (int bit = 0; bit < N_FLAGS; bit++)
    if (taken[bit] >= 0)
      {
        info->aConstraintUsage[taken[bit]].argvIndex = ++argument;
        cost /= narrows[bit];
      }
  info->idxNum = flags;
  info->estimatedCost = MAX (cost, 1.0);
  info->estimatedRows = (sqlite3_int64) MAX (cost, 1.0);
  if (flags & BY_ID)
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  return SQLITE_OK;
}

static void
clear (LscQueryCursor *base)
{
  Cursor *cursor = (Cursor *) base;

  g_free (cursor->name);
  g_free (cursor->lane);
  g_free (cursor->path);
  lsc_indexes_clear (&cursor->children);
}

static const char *
get_path (Cursor *self)
{
  if (!self->path || self->path_node != self->node || self->path_rank != self->rank)
    {
      g_free (self->path);
      self->path =
          lsc_timeline_get_path (self->base.query->timelines[self->rank], self->node, FALSE);
      self->path_node = self->node;
      self->path_rank = self->rank;
    }
  return self->path;
}

/* Whether the recording at hand can have rows at all. */
static gboolean
enter_rank (Cursor *self)
{
  LscTimeline *timeline = self->base.query->timelines[self->rank];

  if (!timeline || (self->has_rank && timeline->rank != self->wanted_rank))
    return FALSE;
  if (!self->has_name)
    return TRUE;
  self->name_id = self->name ? lsc_intern_find (timeline->strings, self->name) : LSC_STRING_NONE;
  return self->name_id != LSC_STRING_NONE;
}

static gboolean
enter_row (Cursor *self, const LscLane *lane)
{
  self->slice = self->from_ns == G_MININT64 ? lane->row_begin[self->row]
                                            : lsc_lane_find_start (lane, self->row, self->from_ns);
  self->row_end = self->to_ns == G_MAXINT64
                      ? lane->row_begin[self->row + 1]
                      : lsc_lane_find_start (lane, self->row, self->to_ns + 1);
  return self->slice < self->row_end;
}

/* Whether the node at hand is a lane that may have matches. */
static gboolean
is_wanted (Cursor *self, const LscNode *node)
{
  return node->type == LSC_NODE_LANE && node->lane && !(node->flags & LSC_NODE_HIDDEN) &&
         (!self->lane || strcmp (get_path (self), self->lane) == 0);
}

/* To the next row of slices that may match, from (rank, node, row) on. Returns SQLITE_ROW,
 * SQLITE_DONE when there is none, or SQLITE_INTERRUPT. */
static int
seek_row (Cursor *self)
{
  LscQuery *query = self->base.query;

  for (; self->rank < query->sources->len; self->rank++, self->node = 0, self->row = 0)
    {
      LscTimeline *timeline = query->timelines[self->rank];

      if (!enter_rank (self))
        continue;
      for (; self->node < timeline->nodes->len; self->node++, self->row = 0)
        {
          const LscNode *node = lsc_timeline_get_node (timeline, self->node);

          if (!lsc_query_account_touch (&query->account, NODE_BYTES))
            return SQLITE_INTERRUPT;
          if (!is_wanted (self, node))
            continue;
          for (; self->row < node->lane->n_rows; self->row++)
            if (enter_row (self, node->lane))
              return SQLITE_ROW;
            else if (!lsc_query_account_touch (&query->account, ROW_BYTES))
              return SQLITE_INTERRUPT;
        }
    }
  return SQLITE_DONE;
}

static const LscLane *
get_lane (const Cursor *self)
{
  return lsc_timeline_get_node (self->base.query->timelines[self->rank], self->node)->lane;
}

/* To the next row, unless that at hand has slices left. Returns SQLITE_ROW when there are any. */
static int
settle_row (Cursor *self)
{
  int code;

  if (self->slice < self->row_end)
    return SQLITE_ROW;
  self->row++;
  code = seek_row (self);
  self->base.is_end = code == SQLITE_DONE;
  return code;
}

static gboolean
is_of_table (const Cursor *self, const LscLane *lane, gsize slice)
{
  return !self->is_of_kernels || lsc_slice_kind_is_computing (lane->kind[slice]);
}

/* To the next match, the slice at hand included. */
static int
settle (Cursor *self)
{
  int code;

  while ((code = settle_row (self)) == SQLITE_ROW)
    {
      if (!self->has_name && !self->is_of_kernels)
        return SQLITE_OK;
      for (const LscLane *lane = get_lane (self); self->slice < self->row_end; self->slice++)
        {
          if ((!self->has_name || lane->name[self->slice] == self->name_id) &&
              is_of_table (self, lane, self->slice))
            return SQLITE_OK;
          if (++self->n_passed % LOOK_EVERY == 0 &&
              lsc_query_account_must_stop (&self->base.query->account))
            return SQLITE_INTERRUPT;
        }
    }
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* To the slice of an id; FALSE when there is none. */
static gboolean
go_to (Cursor *self, gint64 id)
{
  guint64 index = (guint64) id >> 32;
  LscTimeline *timeline;
  LscSpot spot;

  if (id < 0 || index >= self->base.query->sources->len)
    return FALSE;
  timeline = self->base.query->timelines[index];
  if (!timeline || (guint32) id >= timeline->n_slices)
    return FALSE;
  spot = lsc_timeline_get_spot (timeline, (guint32) id);
  self->rank = (guint) index;
  self->node = spot.node;
  self->slice = spot.slice;
  return is_of_table (self, get_lane (self), self->slice);
}

static void
settle_child (Cursor *self)
{
  while (self->child < self->children.n &&
         !is_of_table (self, get_lane (self), self->children.items[self->child]))
    self->child++;
  self->base.is_end = self->child >= self->children.n;
  if (!self->base.is_end)
    self->slice = self->children.items[self->child];
}

static void
start_with_parent (Cursor *self)
{
  gboolean is_of_kernels = self->is_of_kernels;
  const LscNode *node;
  gboolean is_found;

  self->base.is_end = TRUE;
  self->is_of_kernels = FALSE; /* the parent need not be one */
  is_found = go_to (self, self->parent);
  self->is_of_kernels = is_of_kernels;
  if (!is_found)
    return;
  node = lsc_timeline_get_node (self->base.query->timelines[self->rank], self->node);
  if (node->flags & LSC_NODE_HIDDEN)
    return;
  lsc_lane_get_children (node->lane, (guint32) self->slice, &self->children);
  settle_child (self);
}

static gint64
bound_of (sqlite3_value *value, gboolean is_lower)
{
  double real;

  if (sqlite3_value_type (value) == SQLITE_INTEGER)
    return sqlite3_value_int64 (value);
  if (sqlite3_value_numeric_type (value) != SQLITE_FLOAT)
    return is_lower ? G_MININT64 : G_MAXINT64; /* let SQLite compare texts and NULL */
  real = sqlite3_value_double (value);
  if (real <= -9.2e18 || real >= 9.2e18)
    return is_lower ? G_MININT64 : G_MAXINT64;
  return (gint64) real + (is_lower ? -1 : 1); /* SQLite compares exactly */
}

static gint64
take_rank (sqlite3_value *value)
{
  gint64 rank;

  return sqlite3_value_type (value) == SQLITE_TEXT &&
                 lsc_rank_from_text ((const char *) sqlite3_value_text (value), &rank)
             ? rank
             : sqlite3_value_int64 (value);
}

static void
take_arguments (Cursor *self, int flags, sqlite3_value **values)
{
  if (flags & BY_ID)
    self->id = sqlite3_value_int64 (*values++);
  if (flags & BY_RANK)
    {
      self->has_rank = TRUE;
      self->wanted_rank = take_rank (*values++);
    }
  if (flags & BY_NAME)
    {
      self->has_name = TRUE;
      self->name = g_strdup ((const char *) sqlite3_value_text (*values++));
    }
  if (flags & BY_LANE)
    {
      const char *text = (const char *) sqlite3_value_text (*values++);

      self->lane = g_strdup (text ? text : "");
    }
  if (flags & FROM_START)
    self->from_ns = bound_of (*values++, TRUE);
  if (flags & TO_START)
    {
      gint64 bound_ns = bound_of (*values++, FALSE);

      self->to_ns = MIN (bound_ns, G_MAXINT64 - 1); /* one more must not overflow */
    }
  if (flags & BY_PARENT)
    {
      self->has_parent = TRUE;
      self->parent = sqlite3_value_int64 (*values++);
    }
}

static int
filter (sqlite3_vtab_cursor *base, int flags, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;
  int code;

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->lane, g_free);
  lsc_indexes_clear (&self->children);
  self->child = 0;
  self->is_of_kernels = strcmp (self->base.about->name, "kernels") == 0;
  self->has_rank = self->has_name = self->has_parent = self->base.is_end = FALSE;
  self->id = -1;
  self->from_ns = G_MININT64;
  self->to_ns = G_MAXINT64;
  self->rank = 0;
  self->node = self->row = 0;
  take_arguments (self, flags, values);
  if (!_lsc_query_load_timelines (self->base.query))
    return SQLITE_ERROR;
  if (flags & (BY_ID | BY_PARENT))
    {
      if (flags & BY_ID)
        self->base.is_end = !go_to (self, self->id);
      else
        start_with_parent (self);
      return SQLITE_OK;
    }
  code = seek_row (self);
  self->base.is_end = code == SQLITE_DONE;
  return code == SQLITE_ROW ? settle (self) : self->base.is_end ? SQLITE_OK : code;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  if (self->id >= 0)
    {
      self->base.is_end = TRUE;
      return SQLITE_OK;
    }
  if (self->has_parent)
    {
      self->child++;
      settle_child (self);
      return SQLITE_OK;
    }
  self->slice++;
  return settle (self);
}

static void
give_step (sqlite3_context *context, const LscTimeline *timeline, LscSpot spot)
{
  gint64 step;

  if (lsc_timeline_find_step (timeline, spot, &step))
    sqlite3_result_int64 (context, step);
  else
    sqlite3_result_null (context);
}

/* Lanes that are of no thread, stream or plane have none. */
static void
give_thread (sqlite3_context *context, gint64 number)
{
  if (number >= 0)
    sqlite3_result_int64 (context, number);
}

/* What a slice has in common with all others of its lane. */
static void
give_of_lane (Cursor *self, sqlite3_context *context, int column)
{
  const LscTimeline *timeline = self->base.query->timelines[self->rank];
  const LscNode *node = lsc_timeline_get_node (timeline, self->node);

  switch (column)
    {
    case COLUMN_RANK:
      _lsc_query_give_rank (context, timeline->rank);
      break;
    case COLUMN_LANE:
      sqlite3_result_text (context, get_path (self), -1, SQLITE_TRANSIENT);
      break;
    case COLUMN_PID:
      give_thread (context, node->pid);
      break;
    case COLUMN_TID:
      give_thread (context, node->tid);
      break;
    case COLUMN_STREAM:
      give_thread (context, node->role == LSC_ROLE_STREAM ? node->tid : -1);
      break;
    default:
      break;
    }
}

static void
give_of_kernel (Cursor *self, sqlite3_context *context, int column)
{
  const LscTimeline *timeline = self->base.query->timelines[self->rank];
  gint64 id = lsc_timeline_get_node (timeline, self->node)->first_id + (gint64) self->slice;

  _lsc_query_give_kernel (self->base.query, context, LSC_SQL_SLICE_ID (self->rank, id),
                          self->base.about->columns[column].name);
}

static int
give (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  Cursor *self = (Cursor *) base;
  const LscTimeline *timeline = self->base.query->timelines[self->rank];
  const LscNode *node = lsc_timeline_get_node (timeline, self->node);
  const LscLane *lane = node->lane;
  guint32 slice = (guint32) self->slice;

  switch (column)
    {
    case COLUMN_ROW:
      sqlite3_result_int64 (context, lsc_lane_get_row (lane, slice));
      break;
    case COLUMN_NAME:
      sqlite3_result_text (context, lsc_timeline_text (timeline, lane->name[slice]), -1,
                           SQLITE_STATIC);
      break;
    case COLUMN_START:
      sqlite3_result_int64 (context, lane->start_ns[slice]);
      break;
    case COLUMN_DURATION:
      sqlite3_result_int64 (context, lsc_lane_get_duration_ns (lane, slice));
      break;
    case COLUMN_SELF:
      sqlite3_result_int64 (context, lsc_lane_get_self_ns (lane, slice));
      break;
    case COLUMN_STEP:
      give_step (context, timeline, (LscSpot){ self->node, slice });
      break;
    case COLUMN_ID:
      sqlite3_result_int64 (context, LSC_SQL_SLICE_ID (self->rank, node->first_id + slice));
      break;
    case COLUMN_PARENT:
      if (lsc_lane_get_parent (lane, slice) != LSC_SLICE_NONE)
        sqlite3_result_int64 (
            context,
            LSC_SQL_SLICE_ID (self->rank, node->first_id + lsc_lane_get_parent (lane, slice)));
      break;
    case COLUMN_KIND:
      sqlite3_result_text (context, lsc_slice_kind_name (lane->kind[slice]), -1, SQLITE_STATIC);
      break;
    case COLUMN_END:
      sqlite3_result_int64 (context, lsc_lane_get_end_ns (lane, slice));
      break;
    case COLUMN_RELATIVE:
      sqlite3_result_int64 (context, lane->start_ns[slice] - timeline->main_begin_ns);
      break;
    case COLUMN_BYTES:
      if (self->is_of_kernels)
        {
          give_of_kernel (self, context, column);
          break;
        }
      _lsc_query_give_bytes (self->base.query, context, self->rank, (LscSpot){ self->node, slice });
      break;
    default:
      if (column > COLUMN_BYTES)
        give_of_kernel (self, context, column);
      else
        give_of_lane (self, context, column);
      break;
    }
  return SQLITE_OK;
}

static int
get_id (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  Cursor *self = (Cursor *) base;
  const LscNode *node = lsc_timeline_get_node (self->base.query->timelines[self->rank], self->node);

  *id = LSC_SQL_SLICE_ID (self->rank, node->first_id + self->slice);
  return SQLITE_OK;
}

const LscQueryRows _lsc_query_slices = {
  .cursor_bytes = sizeof (Cursor),
  .clear = clear,
  .choose_plan = choose_plan,
  .filter = filter,
  .next = next,
  .give = give,
  .get_id = get_id,
};
