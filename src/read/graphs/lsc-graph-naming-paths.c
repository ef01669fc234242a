/* lsc-graph-naming-paths.c - paths of modules, and what is said of their sources
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-naming-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Modules nested deeper are one name from there on. */
#define MOST_PARTS 64

/* Whether a part of a dotted name is a number, which joins the word before it. */
static gboolean
is_number (const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return n > 0;
}

/* layers.0.mlp.up -> layers.0 / mlp / up */
static char *
split_dotted (const char *dotted)
{
  GString *path = g_string_new (NULL);
  guint n_parts = 0;

  while (*dotted)
    {
      gsize n = strcspn (dotted, ".");
      gboolean joins = path->len > 0 && (is_number (dotted, n) || n_parts >= MOST_PARTS);

      if (n > 0)
        {
          if (path->len > 0)
            g_string_append (path, joins ? "." : LSC_GRAPH_PATH_SEPARATOR);
          g_string_append_len (path, dotted, (gssize) n);
          n_parts += !joins;
        }
      dotted += n;
      dotted += *dotted == '.';
    }
  return g_string_free (path, FALSE);
}

/**
 * _lsc_graph_naming_get_path:
 * @is_dotted: whether dots separate modules; else it is one name
 *
 * Returns: the path as an id of the timeline's strings, %LSC_STRING_NONE for an empty one
 */
guint32
_lsc_graph_naming_get_path (LscGraphNaming *self, const char *dotted, gboolean is_dotted)
{
  gpointer known = g_hash_table_lookup (self->paths, dotted);
  guint32 id = LSC_STRING_NONE;

  if (!known)
    {
      g_autofree char *valid = g_utf8_make_valid (dotted, -1);
      g_autofree char *path = is_dotted ? split_dotted (valid) : g_steal_pointer (&valid);

      if (*path)
        id = lsc_intern_add (self->timeline->strings, path);
      known = GUINT_TO_POINTER (id + 1);
      if (id != LSC_STRING_NONE)
        g_hash_table_insert (self->paths, g_strdup (dotted), known);
      return id;
    }
  return GPOINTER_TO_UINT (known) - 1;
}

/** Gives a task its path, unless a better source did before. */
void
_lsc_graph_naming_set (LscGraphNaming *self, LscGraphReplayTask *task, guint32 path)
{
  if (path == LSC_STRING_NONE)
    return;
  if (task->path == LSC_STRING_NONE)
    {
      task->path = path;
      self->n_named++;
    }
  else
    self->n_disagree += task->path != path;
}

/** Notes which source the names of since the last call are of. */
void
_lsc_graph_naming_end_source (LscGraphNaming *self, const char *source)
{
  if (self->n_named > 0)
    g_ptr_array_add (self->used, g_strdup_printf ("%s (%zu)", source, self->n_named));
  self->n_named = 0;
}

/* A file of a capture is named with its folder. */
static char *
shorten (const char *file)
{
  g_autofree char *name = g_path_get_basename (file);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *folder_name = g_path_get_basename (folder);
  g_autofree char *both = g_strdup_printf ("%s/%s", folder_name, name);

  return g_filename_display_name (strstr (folder_name, "capture") ? both : name);
}

/** As _lsc_graph_naming_refuse(), of another severity. */
void
_lsc_graph_naming_refuse_as (LscGraphNaming *self, LscSeverity severity, const char *file,
                             const char *why)
{
  g_autofree char *name = shorten (file);
  LscNotice *notice =
      lsc_notice_new (severity, "graph-names-refused",
                      _ ("%s was not used to name the kernels of graphs: %s."), name, why);

  lsc_notice_set_place (notice, self->timeline->rank, file, NULL);
  lsc_notice_set_help (notice, _ ("The kernels that it was to name have no module."),
                       _ ("Record names and trace in the same run."));
  lsc_notices_add (self->timeline->notices, notice);
}

/** Says that a file names nothing, and why: the end of a sentence. */
void
_lsc_graph_naming_refuse (LscGraphNaming *self, const char *file, const char *why)
{
  _lsc_graph_naming_refuse_as (self, LSC_SEVERITY_WARNING, file, why);
}
