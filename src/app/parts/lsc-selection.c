/* lsc-selection.c - what of a recording all pages show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-selection.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-time.h"

#define MOST_NAMED 6 /* ranks of a chip; of more it tells their number */

struct _LscSelection
{
  GObject parent_instance;

  guint parts; /* mask of LscNarrowing: which of the following are chosen */
  gint64 step;
  GArray *ranks;     /* of gint64, rising */
  LscSource *source; /* (nullable): whose clock tells the range */
  gint64 begin_ns;
  gint64 end_ns;
  char *module; /* (nullable): names of its path with slashes */
  char *op;     /* (nullable) */
};

G_DEFINE_FINAL_TYPE (LscSelection, lsc_selection, G_TYPE_OBJECT)

static guint signal_changed;

static void
lsc_selection_finalize (GObject *object)
{
  LscSelection *self = LSC_SELECTION (object);

  g_array_unref (self->ranks);
  g_clear_pointer (&self->source, lsc_source_unref);
  g_free (self->module);
  g_free (self->op);
  G_OBJECT_CLASS (lsc_selection_parent_class)->finalize (object);
}

static void
lsc_selection_class_init (LscSelectionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_selection_finalize;
  signal_changed = g_signal_new ("changed", LSC_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lsc_selection_init (LscSelection *self)
{
  self->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
}

/** lsc_selection_new: Returns: (transfer full): all of the recording */
LscSelection *
lsc_selection_new (void)
{
  return g_object_new (LSC_TYPE_SELECTION, NULL);
}

/** lsc_selection_get_parts: Returns: mask of #LscNarrowing: by what it is narrowed; 0 = not at all
 */
guint
lsc_selection_get_parts (LscSelection *self)
{
  return self->parts;
}

static void
choose (LscSelection *self, LscNarrowing part)
{
  self->parts |= part;
  g_signal_emit (self, signal_changed, 0, (guint) part);
}

/**
 * lsc_selection_clear:
 * @parts: mask of #LscNarrowing
 *
 * Takes back so much of it; with %LSC_NARROW_ALL it is all of the recording again.
 */
void
lsc_selection_clear (LscSelection *self, guint parts)
{
  g_return_if_fail (LSC_IS_SELECTION (self) && (parts | LSC_NARROW_ALL) == LSC_NARROW_ALL);
  parts &= self->parts;
  if (parts == 0)
    return;
  self->parts &= ~parts;
  if (parts & LSC_NARROW_RANKS)
    g_array_set_size (self->ranks, 0);
  if (parts & LSC_NARROW_RANGE)
    g_clear_pointer (&self->source, lsc_source_unref);
  if (parts & LSC_NARROW_MODULE)
    g_clear_pointer (&self->module, g_free);
  if (parts & LSC_NARROW_OP)
    g_clear_pointer (&self->op, g_free);
  g_signal_emit (self, signal_changed, 0, parts);
}

/* ---- the step ---- */

/**
 * lsc_selection_get_step:
 * @step: (out): number of the step
 *
 * Returns: %FALSE if all steps are chosen
 */
gboolean
lsc_selection_get_step (LscSelection *self, gint64 *step)
{
  g_return_val_if_fail (LSC_IS_SELECTION (self) && step, FALSE);
  *step = self->step;
  return (self->parts & LSC_NARROW_STEP) != 0;
}

/** lsc_selection_set_step: one step alone */
void
lsc_selection_set_step (LscSelection *self, gint64 step)
{
  g_return_if_fail (LSC_IS_SELECTION (self));
  if ((self->parts & LSC_NARROW_STEP) && self->step == step)
    return;
  self->step = step;
  choose (self, LSC_NARROW_STEP);
}

/* ---- ranks ---- */

/** lsc_selection_get_ranks: Returns: (transfer none) (element-type gint64): rising; empty = all */
const GArray *
lsc_selection_get_ranks (LscSelection *self)
{
  return self->ranks;
}

/** lsc_selection_has_rank: Returns: whether it is chosen, or all are */
gboolean
lsc_selection_has_rank (LscSelection *self, gint64 rank)
{
  gboolean is_found;

  g_return_val_if_fail (LSC_IS_SELECTION (self), FALSE);
  is_found = self->ranks->len == 0;
  for (guint i = 0; i < self->ranks->len && !is_found; i++)
    is_found = g_array_index (self->ranks, gint64, i) == rank;
  return is_found;
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/** lsc_selection_set_ranks: some ranks alone; those without number cannot be chosen */
void
lsc_selection_set_ranks (LscSelection *self, const gint64 *ranks, gsize n)
{
  g_autoptr (GArray) wanted = NULL;

  g_return_if_fail (LSC_IS_SELECTION (self) && (ranks || n == 0));
  wanted = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (gsize i = 0; i < n; i++)
    if (lsc_rank_is_told (ranks[i]))
      g_array_append_val (wanted, ranks[i]);
  g_array_sort (wanted, compare_ranks);
  if (wanted->len == 0 ||
      (wanted->len == self->ranks->len &&
       memcmp (wanted->data, self->ranks->data, wanted->len * sizeof (gint64)) == 0))
    return;
  g_array_unref (self->ranks);
  self->ranks = g_steal_pointer (&wanted);
  choose (self, LSC_NARROW_RANKS);
}

/* ---- a range ---- */

/**
 * lsc_selection_get_range:
 * @source: (nullable): whose range is asked for; %NULL = whoever's it is
 * @begin_ns: (out): as the files of @source have it
 * @end_ns: (out): half-open
 *
 * Returns: %FALSE if none is chosen, or one of another rank, whose clock may be another one
 */
gboolean
lsc_selection_get_range (LscSelection *self, const LscSource *source, gint64 *begin_ns,
                         gint64 *end_ns)
{
  g_return_val_if_fail (LSC_IS_SELECTION (self) && begin_ns && end_ns, FALSE);
  *begin_ns = self->begin_ns;
  *end_ns = self->end_ns;
  return (self->parts & LSC_NARROW_RANGE) && (!source || source == self->source);
}

/** lsc_selection_set_range: a time of a rank alone */
void
lsc_selection_set_range (LscSelection *self, LscSource *source, gint64 begin_ns, gint64 end_ns)
{
  LscSource *old;

  g_return_if_fail (LSC_IS_SELECTION (self) && source);
  old = self->source;
  if (end_ns <= begin_ns || (old == source && (self->parts & LSC_NARROW_RANGE) &&
                             self->begin_ns == begin_ns && self->end_ns == end_ns))
    return;
  self->source = lsc_source_ref (source);
  g_clear_pointer (&old, lsc_source_unref);
  self->begin_ns = begin_ns;
  self->end_ns = end_ns;
  choose (self, LSC_NARROW_RANGE);
}

/* ---- names ---- */

/** lsc_selection_get_module: Returns: (transfer none) (nullable): names of the path, with slashes
 */
const char *
lsc_selection_get_module (LscSelection *self)
{
  return self->module;
}

/** lsc_selection_set_module: what runs below a module alone */
void
lsc_selection_set_module (LscSelection *self, const char *path)
{
  g_return_if_fail (LSC_IS_SELECTION (self) && path);
  if (*path == '\0' || g_strcmp0 (path, self->module) == 0)
    return;
  g_free (self->module);
  self->module = g_strdup (path);
  choose (self, LSC_NARROW_MODULE);
}

/** lsc_selection_has_module: Returns: whether the module of that path is chosen, or is below it */
gboolean
lsc_selection_has_module (LscSelection *self, const char *path)
{
  gsize n;

  g_return_val_if_fail (LSC_IS_SELECTION (self), FALSE);
  n = self->module ? strlen (self->module) : 0;
  return n == 0 ||
         (path && strncmp (path, self->module, n) == 0 && (path[n] == '\0' || path[n] == '/'));
}

/** lsc_selection_get_op: Returns: (transfer none) (nullable): name of an op or kernel */
const char *
lsc_selection_get_op (LscSelection *self)
{
  return self->op;
}

/** lsc_selection_set_op: what has that name alone */
void
lsc_selection_set_op (LscSelection *self, const char *name)
{
  g_return_if_fail (LSC_IS_SELECTION (self) && name);
  if (*name == '\0' || g_strcmp0 (name, self->op) == 0)
    return;
  g_free (self->op);
  self->op = g_strdup (name);
  choose (self, LSC_NARROW_OP);
}

/* ---- in words ---- */

/** lsc_narrowing_name: Returns: (transfer none): what such a part is called within a sentence */
const char *
lsc_narrowing_name (LscNarrowing part)
{
  switch (part)
    {
    case LSC_NARROW_STEP:
      return C_ ("part of a recording", "step");
    case LSC_NARROW_RANKS:
      return C_ ("part of a recording", "ranks");
    case LSC_NARROW_RANGE:
      return C_ ("part of a recording", "time");
    case LSC_NARROW_MODULE:
      return C_ ("part of a recording", "module");
    case LSC_NARROW_OP:
      return C_ ("part of a recording", "name");
    case LSC_NARROW_ALL:
    default:
      return "";
    }
}

static char *
describe_ranks (LscSelection *self)
{
  guint n = self->ranks->len;
  g_autoptr (GString) list = g_string_new (NULL);
  gboolean has_names = FALSE;

  for (guint i = 0; i < n && n <= MOST_NAMED; i++)
    {
      g_autofree char *rank = lsc_rank_to_text (g_array_index (self->ranks, gint64, i));

      has_names = has_names || lsc_rank_is_named (g_array_index (self->ranks, gint64, i));
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", rank);
    }
  if (n > MOST_NAMED)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", n), n);
  if (has_names)
    return g_strdup (list->str);
  return n == 1 ? g_strdup_printf (_ ("Rank %s"), list->str)
                : g_strdup_printf (_ ("Ranks %s"), list->str);
}

static char *
describe_range (LscSelection *self)
{
  g_autofree char *length = lsc_format_duration (self->end_ns - self->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *label = lsc_source_get_label (self->source);

  /* Translators: a length of time, then the rank on whose clock it was chosen */
  return g_strdup_printf (_ ("%s of %s"), length, label);
}

/** lsc_selection_describe: Returns: (transfer full): a part that is chosen, for a chip */
char *
lsc_selection_describe (LscSelection *self, LscNarrowing part)
{
  g_return_val_if_fail (LSC_IS_SELECTION (self), NULL);
  switch (part)
    {
    case LSC_NARROW_STEP:
      return g_strdup_printf (_ ("Step %" PRId64), self->step);
    case LSC_NARROW_RANKS:
      return describe_ranks (self);
    case LSC_NARROW_RANGE:
      return describe_range (self);
    case LSC_NARROW_MODULE:
      return g_strdup (self->module);
    case LSC_NARROW_OP:
      return g_strdup (self->op);
    case LSC_NARROW_ALL:
    default:
      return NULL;
    }
}
