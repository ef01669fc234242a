/* lsc-graph-naming-captures.c - modules by traces of the capture, where they fit
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-naming-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "read/graphs/lsc-graph-batch.h"

/* formats.md#graph-captures. Which capture a graph is of says its size: the smallest that holds the
 * batch of the step. Without sizes every capture is tried. One replay that does not fit refuses the
 * graph. */

/**
 * Try: what was found for a replay
 * @mark: id of the annotation that tells the batch, %LSC_SLICE_NONE
 * @key: of its graph: of those that have no number, of their size
 * @items: (nullable): for each task an item of the captures
 * @why: (nullable): why no capture fits; @file: of that, index
 */
typedef struct
{
  gint64 batch;
  gint64 key;
  guint32 mark;
  guint32 file;
  guint32 *items;
  char *why;
} Try;

/** Of the pieces of a size in one file: how many there are, and how many are before this one. */
typedef struct
{
  gsize n;
  gsize before;
} Piece;

typedef struct
{
  LscGraphNaming *naming;
  LscCaptures captures;
  Piece *pieces;  /* by capture */
  Try *tries;     /* by replay */
  guint32 *paths; /* by text of the captures: text of the timeline, LSC_STRING_NONE = not yet */
} Matcher;

/* ---- candidates ---- */

/* The smallest captured size that holds a batch, LSC_GRAPH_NO_SIZE. */
static gint64
find_size (const Matcher *self, gint64 batch)
{
  gint64 best = LSC_GRAPH_NO_SIZE;

  for (gsize i = 0; i < self->captures.list.n && batch != LSC_GRAPH_NO_BATCH; i++)
    {
      gint64 size = self->captures.list.items[i].size;

      if (size >= batch && (best == LSC_GRAPH_NO_SIZE || size < best))
        best = size;
    }
  return best;
}

static gboolean
has_sizes (const Matcher *self)
{
  for (gsize i = 0; i < self->captures.list.n; i++)
    if (self->captures.list.items[i].size == LSC_GRAPH_NO_SIZE)
      return FALSE;
  return TRUE;
}

/* Of the replays of one step: how many there are, and how many are before this one. */
static void
count_step (const Matcher *self, gsize replay, gsize *n, gsize *before)
{
  guint32 mark = self->tries[replay].mark;

  *n = *before = 0;
  for (gsize i = replay; i-- > 0 && self->tries[i].mark == mark;)
    ++*before;
  *n = *before;
  for (gsize i = replay; i < self->naming->replays.items.n && self->tries[i].mark == mark; i++)
    ++*n;
}

static void
count_pieces (Matcher *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const LscCaptureList *list = &self->captures.list;

  self->pieces = g_new0 (Piece, list->n + 1);
  for (guint pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < list->n; i++)
      {
        gint64 key = (gint64) list->items[i].file << 32 | (list->items[i].size & G_MAXUINT32);
        gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, &key));

        if (!list->items[i].is_piece)
          continue;
        if (pass == 0)
          {
            self->pieces[i].before = n;
            g_hash_table_replace (counts, g_memdup2 (&key, sizeof key), GSIZE_TO_POINTER (n + 1));
          }
        else
          self->pieces[i].n = n;
      }
}

/* Of a step in pieces, the i-th launch is of the i-th capture. */
static gboolean
is_candidate (const Matcher *self, gsize replay, gsize capture, gint64 size)
{
  const LscCapture *item = &self->captures.list.items[capture];
  const Piece *piece = &self->pieces[capture];
  gsize n_launches, launch;

  if (size != LSC_GRAPH_NO_SIZE && item->size != LSC_GRAPH_NO_SIZE && item->size != size)
    return FALSE;
  if (!item->is_piece)
    return TRUE;
  if (self->tries[replay].mark == LSC_SLICE_NONE)
    return FALSE;
  count_step (self, replay, &n_launches, &launch);
  return n_launches == piece->n && launch == piece->before;
}

/* ---- a replay ---- */

static gboolean
names_alike (const Matcher *self, const guint32 *a, const guint32 *b, gsize n)
{
  const LscCaptureItem *items = self->captures.items.items;

  for (gsize i = 0; i < n; i++)
    if (items[a[i]].path != items[b[i]].path)
      return FALSE;
  return TRUE;
}

static void
set_why (Try *try, char *why, guint32 file)
{
  if (!try->why)
    {
      try->why = why;
      try->file = file;
    }
  else
    g_free (why);
}

/* Keeps what fits; what fits as well and names other modules refuses both. */
static gboolean
take_match (const Matcher *self, Try *try, const LscGraphReplay *replay, const LscCapture *capture)
{
  g_autofree guint32 *items = g_new (guint32, replay->n + 1);
  char *why = _lsc_graph_match (self->naming, &self->captures, replay, capture, items);

  if (why)
    set_why (try, why, capture->file);
  else if (!try->items)
    try->items = g_steal_pointer (&items);
  else if (!names_alike (self, try->items, items, replay->n))
    {
      g_clear_pointer (&try->items, g_free);
      g_clear_pointer (&try->why, g_free);
      set_why (try, g_strdup (_ ("several captures fit, and name different modules")),
               capture->file);
      return FALSE;
    }
  return TRUE;
}

static void
try_replay (const Matcher *self, gsize index)
{
  const LscGraphReplay *replay = &self->naming->replays.items.items[index];
  Try *try = &self->tries[index];
  gint64 size = find_size (self, try->batch);
  gboolean is_unsized =
      size == LSC_GRAPH_NO_SIZE && try->batch != LSC_GRAPH_NO_BATCH && has_sizes (self);

  try->key = replay->graph != LSC_GRAPH_NONE ? replay->graph : -1 - MAX (size, -1);
  for (gsize i = 0; i < self->captures.list.n && !is_unsized; i++)
    if (is_candidate (self, index, i, size) &&
        !take_match (self, try, replay, &self->captures.list.items[i]))
      return;
  if (!try->items && !try->why && try->batch != LSC_GRAPH_NO_BATCH)
    set_why (try,
             g_strdup_printf (_ ("no capture is of the size of a batch of %" PRId64), try->batch),
             0);
  else if (!try->items && !try->why)
    set_why (try, g_strdup (_ ("no capture is of the size of the step")), 0);
}

/* ---- all replays ---- */

static guint32
get_text (Matcher *self, guint32 text)
{
  if (text == LSC_STRING_NONE)
    return LSC_STRING_NONE;
  if (self->paths[text] == LSC_STRING_NONE)
    self->paths[text] = lsc_intern_add (self->naming->timeline->strings,
                                        lsc_intern_text (self->captures.texts, text));
  return self->paths[text];
}

static void
apply (Matcher *self, const LscGraphReplay *replay, const guint32 *items)
{
  for (gsize i = 0; i < replay->n; i++)
    {
      LscGraphReplayTask *task = &self->naming->replays.tasks.items[replay->first + i];
      const LscCaptureItem *item = &self->captures.items.items[items[i]];
      gboolean is_named = task->path != LSC_STRING_NONE;

      if (!is_named)
        {
          _lsc_graph_naming_set (self->naming, task, get_text (self, item->path));
          task->call = item->call;
        }
      task->op = get_text (self, item->op);
    }
}

static void
tell_refused (const Matcher *self, GHashTable *refused, gsize n)
{
  const Try *first = NULL;
  g_autofree char *why = NULL;

  for (gsize i = 0; i < self->naming->replays.items.n && !first; i++)
    if (self->tries[i].why && !self->tries[i].items)
      first = &self->tries[i];
  if (!first)
    return;
  why = g_strdup_printf (
      /* Translators: the last is a reason, such as "call 3 of the capture makes a copy, …" */
      g_dngettext (GETTEXT_PACKAGE,
                   "%u graph with %zu replays keeps its kernels without modules: %s",
                   "%u graphs with %zu replays keep their kernels without modules: %s",
                   g_hash_table_size (refused)),
      g_hash_table_size (refused), n, first->why);
  _lsc_graph_naming_refuse (self->naming, self->captures.files->pdata[first->file], why);
}

static void
apply_all (Matcher *self)
{
  g_autoptr (GHashTable) refused = g_hash_table_new (g_int64_hash, g_int64_equal);
  const LscGraphReplayList *replays = &self->naming->replays.items;
  gsize n_refused = 0;

  for (gsize i = 0; i < replays->n; i++)
    if (!self->tries[i].items)
      g_hash_table_add (refused, &self->tries[i].key);
  for (gsize i = 0; i < replays->n; i++)
    if (g_hash_table_contains (refused, &self->tries[i].key))
      n_refused++;
    else
      apply (self, &replays->items[i], self->tries[i].items);
  tell_refused (self, refused, n_refused);
}

static gboolean
match_all (Matcher *self, GError **error)
{
  gsize n = self->naming->replays.items.n;
  gsize n_texts = lsc_intern_size (self->captures.texts);
  gboolean ok = TRUE;

  count_pieces (self);
  self->tries = g_new0 (Try, n + 1);
  self->paths = g_new (guint32, n_texts + 1);
  memset (self->paths, 0xff, (n_texts + 1) * sizeof *self->paths);
  for (gsize i = 0; i < n; i++)
    self->tries[i].batch = lsc_graph_batch_find (
        self->naming->timeline, self->naming->replays.items.items[i].launch, &self->tries[i].mark);
  for (gsize i = 0; i < n && ok; i++)
    {
      try_replay (self, i);
      ok = lsc_job_check (self->naming->job, error);
    }
  if (ok)
    apply_all (self);
  return ok;
}

static gboolean
read_all (Matcher *self, const char *const *paths, GError **error)
{
  for (; *paths; paths++)
    {
      g_autoptr (GError) local = NULL;

      if (lsc_captures_add (&self->captures, *paths, self->naming->n_threads, self->naming->job,
                            &local))
        continue;
      if (g_error_matches (local, LSC_ERROR, LSC_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      _lsc_graph_naming_refuse (self->naming, *paths, local->message);
    }
  return TRUE;
}

static void
clear (Matcher *self)
{
  for (gsize i = 0; self->tries && i < self->naming->replays.items.n; i++)
    {
      g_free (self->tries[i].items);
      g_free (self->tries[i].why);
    }
  g_free (self->tries);
  g_free (self->pieces);
  g_free (self->paths);
  lsc_captures_clear (&self->captures);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matcher, clear)

/**
 * _lsc_graph_naming_use_captures:
 * @paths: traces of captures, %NULL at the end
 *
 * Returns: %FALSE if cancelled
 */
gboolean
_lsc_graph_naming_use_captures (LscGraphNaming *self, const char *const *paths, GError **error)
{
  g_auto (Matcher) matcher = { .naming = self };
  g_autofree char *source = NULL;

  lsc_captures_init (&matcher.captures);
  if (!read_all (&matcher, paths, error))
    return FALSE;
  if (matcher.captures.list.n == 0)
    return TRUE;
  if (!match_all (&matcher, error))
    return FALSE;
  source = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u trace of a capture",
                                         "%u traces of captures", matcher.captures.files->len),
                            matcher.captures.files->len);
  _lsc_graph_naming_end_source (self, source);
  return TRUE;
}
