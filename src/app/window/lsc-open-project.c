/* lsc-open-project.c - a project that is open in a window, with its problems
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-open-project.h"

#include <string.h>

#include "base/lsc-visible.h"

struct _LscOpenProject
{
  GObject parent_instance;

  LscProject *project;
  char *title;
  LscNotices *notices;
  GHashTable *seen;   /* char*: what makes a notice different from others */
  GHashTable *failed; /* char*: files of ranks that could not be read */
  guint counts[LSC_SEVERITY_ERROR + 1];
};

G_DEFINE_FINAL_TYPE (LscOpenProject, lsc_open_project, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
lsc_open_project_finalize (GObject *object)
{
  LscOpenProject *self = LSC_OPEN_PROJECT (object);

  g_clear_pointer (&self->project, lsc_project_unref);
  g_clear_pointer (&self->notices, lsc_notices_unref);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->failed);
  g_free (self->title);
  G_OBJECT_CLASS (lsc_open_project_parent_class)->finalize (object);
}

static void
lsc_open_project_class_init (LscOpenProjectClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_open_project_finalize;

  /* There are other problems of the project. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LSC_TYPE_OPEN_PROJECT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_open_project_init (LscOpenProject *self)
{
  self->notices = lsc_notices_new ();
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * lsc_open_project_new:
 *
 * Returns: (transfer full): @project with the problems found on opening it
 */
LscOpenProject *
lsc_open_project_new (LscProject *project)
{
  LscOpenProject *self;
  g_autofree char *title = NULL;

  g_return_val_if_fail (project, NULL);
  self = g_object_new (LSC_TYPE_OPEN_PROJECT, NULL);
  self->project = lsc_project_ref (project);
  title = lsc_project_get_title (project);
  self->title = lsc_visible_line (title);
  lsc_open_project_add_notices (self, project->notices);
  return self;
}

LscProject *
lsc_open_project_get_project (LscOpenProject *self)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), NULL);
  return self->project;
}

const char *
lsc_open_project_get_title (LscOpenProject *self)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), NULL);
  return self->title;
}

/**
 * lsc_open_project_get_notices:
 *
 * Returns: (transfer none): its problems, each once
 */
LscNotices *
lsc_open_project_get_notices (LscOpenProject *self)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), NULL);
  return self->notices;
}

/**
 * lsc_open_project_count:
 *
 * Returns: problems of that severity
 */
guint
lsc_open_project_count (LscOpenProject *self, LscSeverity severity)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), 0);
  return self->counts[severity];
}

/** lsc_open_project_count_problems: Returns: warnings and errors; a note is none */
guint
lsc_open_project_count_problems (LscOpenProject *self)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), 0);
  return lsc_open_project_count (self, LSC_SEVERITY_WARNING) +
         lsc_open_project_count (self, LSC_SEVERITY_ERROR);
}

/* One file of extracts has many ranks. */
static char *
name_rank (const char *file, gint64 rank)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT "\n%s", rank, file);
}

/**
 * lsc_open_project_count_failed:
 *
 * Returns: ranks that could not be read
 */
guint
lsc_open_project_count_failed (LscOpenProject *self)
{
  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), 0);
  return g_hash_table_size (self->failed);
}

gboolean
lsc_open_project_has_failed (LscOpenProject *self, LscSource *source)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (self), FALSE);
  key = source->file ? name_rank (source->file, source->rank) : NULL;
  return key && g_hash_table_contains (self->failed, key);
}

static gboolean
add_notice (LscOpenProject *self, const LscNotice *notice)
{
  char *key = g_strdup_printf ("%s\n%" G_GINT64_FORMAT "\n%s\n%s\n%s", notice->code, notice->rank,
                               notice->file ? notice->file : "", notice->table ? notice->table : "",
                               g_str_equal (notice->code, "rank-unreadable") ? "" : notice->what);

  if (!g_hash_table_add (self->seen, key))
    return FALSE;
  self->counts[notice->severity]++;
  if (notice->file && g_str_equal (notice->code, "rank-unreadable"))
    g_hash_table_add (self->failed, name_rank (notice->file, notice->rank));
  lsc_notices_add (self->notices, lsc_notice_copy (notice));
  return TRUE;
}

/**
 * lsc_open_project_add_notices:
 * @notices: what a job found; those known already are left out
 */
void
lsc_open_project_add_notices (LscOpenProject *self, LscNotices *notices)
{
  g_autoptr (GPtrArray) list = NULL;
  gboolean is_changed = FALSE;

  g_return_if_fail (LSC_IS_OPEN_PROJECT (self));
  list = lsc_notices_copy_list (notices);
  for (guint i = 0; i < list->len; i++)
    is_changed |= add_notice (self, g_ptr_array_index (list, i));
  if (is_changed)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * lsc_open_project_forget_notices:
 * @code: of notices about what has changed since
 *
 * Takes notices away; those that still hold are found again.
 */
void
lsc_open_project_forget_notices (LscOpenProject *self, const char *code)
{
  g_autoptr (LscNotices) all = NULL;
  g_autoptr (GPtrArray) list = NULL;
  guint n_before;

  g_return_if_fail (LSC_IS_OPEN_PROJECT (self));
  all = g_steal_pointer (&self->notices);
  list = lsc_notices_copy_list (all);
  n_before = g_hash_table_size (self->seen);
  self->notices = lsc_notices_new ();
  g_hash_table_remove_all (self->seen);
  memset (self->counts, 0, sizeof self->counts);
  for (guint i = 0; i < list->len; i++)
    if (!g_str_equal (((const LscNotice *) list->pdata[i])->code, code))
      add_notice (self, list->pdata[i]);
  if (g_hash_table_size (self->seen) != n_before)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}
