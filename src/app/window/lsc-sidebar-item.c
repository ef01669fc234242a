/* lsc-sidebar-item.c - a project, cluster or rank in the sidebar
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-sidebar-item.h"

#include "app/parts/lsc-choices.h"
#include "base/lsc-distinct.h"
#include "base/lsc-visible.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

struct _LscSidebarItem
{
  GObject parent_instance;

  LscSidebarKind kind;
  LscOpenProject *open_project;
  LscCluster *cluster; /* of the project */
  LscSource *source;
  char *label;
  char *detail;
  GListStore *children; /* NULL: a leaf */
  gboolean is_failed;
  char *why_slow; /* NULL: it is not */
  char *place;    /* (nullable): host, stage and state of a rank, as they are looked for */
};

G_DEFINE_FINAL_TYPE (LscSidebarItem, lsc_sidebar_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_FAILED,
  PROP_LABEL,
  PROP_SLOW,
  PROP_WHY_SLOW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
lsc_sidebar_item_finalize (GObject *object)
{
  LscSidebarItem *self = LSC_SIDEBAR_ITEM (object);

  g_clear_object (&self->open_project);
  g_clear_object (&self->children);
  g_clear_pointer (&self->source, lsc_source_unref);
  g_free (self->label);
  g_free (self->detail);
  g_free (self->why_slow);
  g_free (self->place);
  G_OBJECT_CLASS (lsc_sidebar_item_parent_class)->finalize (object);
}

static void
lsc_sidebar_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FAILED)
    g_value_set_boolean (value, LSC_SIDEBAR_ITEM (object)->is_failed);
  else if (id == PROP_LABEL)
    g_value_take_string (value, lsc_visible_line (LSC_SIDEBAR_ITEM (object)->label));
  else if (id == PROP_SLOW)
    g_value_set_boolean (value, LSC_SIDEBAR_ITEM (object)->why_slow != NULL);
  else if (id == PROP_WHY_SLOW)
    g_value_set_string (value, LSC_SIDEBAR_ITEM (object)->why_slow);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lsc_sidebar_item_class_init (LscSidebarItemClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = lsc_sidebar_item_finalize;
  object_class->get_property = lsc_sidebar_item_get_property;
  properties[PROP_FAILED] =
      g_param_spec_boolean ("failed", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LABEL] =
      g_param_spec_string ("label", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SLOW] =
      g_param_spec_boolean ("slow", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_WHY_SLOW] =
      g_param_spec_string ("why-slow", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
lsc_sidebar_item_init (LscSidebarItem *self)
{
}

static LscSidebarItem *
new_item (LscSidebarKind kind, LscOpenProject *open_project, LscCluster *cluster, LscSource *source)
{
  LscSidebarItem *self = g_object_new (LSC_TYPE_SIDEBAR_ITEM, NULL);

  self->kind = kind;
  self->open_project = g_object_ref (open_project);
  self->cluster = cluster;
  self->source = source ? lsc_source_ref (source) : NULL;
  return self;
}

static void
add (GListStore *store, LscSidebarItem *item)
{
  g_list_store_append (store, item);
  g_object_unref (item);
}

static void
add_ranks (GListStore *store, LscOpenProject *open_project, LscCluster *cluster)
{
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (cluster->sources, i);
      LscSidebarItem *item = new_item (LSC_SIDEBAR_RANK, open_project, cluster, source);

      item->label = lsc_source_get_label (source);
      item->detail = g_filename_display_name (source->file);
      item->is_failed = lsc_open_project_has_failed (open_project, source);
      add (store, item);
    }
}

/* The part of a cluster's path that tells it from its sisters. */
static char *
cluster_label (LscProject *project, LscCluster *cluster)
{
  g_autoptr (GFile) root = g_file_new_for_path (project->path);
  g_autoptr (GFile) folder = g_file_new_for_path (cluster->path);
  g_autofree char *relative = g_file_get_relative_path (root, folder);
  g_autofree char *name = cluster->name ? g_filename_display_name (cluster->name) : NULL;

  if (name && !relative)
    return g_steal_pointer (&name);
  if (name)
    {
      g_autofree char *shown = g_filename_display_name (relative);

      return g_strdup_printf ("%s · %s", shown, name);
    }
  return relative ? g_filename_display_name (relative)
                  : g_filename_display_basename (cluster->path);
}

static void
add_clusters (GListStore *store, LscOpenProject *open_project)
{
  LscProject *project = lsc_open_project_get_project (open_project);

  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);
      LscSidebarItem *item = new_item (LSC_SIDEBAR_CLUSTER, open_project, cluster, NULL);

      item->label = cluster_label (project, cluster);
      item->detail = g_filename_display_name (cluster->path);
      item->children = g_list_store_new (LSC_TYPE_SIDEBAR_ITEM);
      add_ranks (item->children, open_project, cluster);
      add (store, item);
    }
}

static void
add_unread (GListStore *store, LscOpenProject *open_project)
{
  LscProject *project = lsc_open_project_get_project (open_project);

  for (guint i = 0; i < project->unread->len; i++)
    {
      LscSource *source = g_ptr_array_index (project->unread, i);
      LscSidebarItem *item = new_item (LSC_SIDEBAR_UNREAD, open_project, NULL, source);

      item->label = g_filename_display_basename (source->file ? source->file : source->folder);
      item->detail = source->format == LSC_FORMAT_SNAPSHOT
                         ? g_strdup (lsc_format_name (source->format))
                         : g_strdup_printf (_ ("%s, not read by this version; export as db"),
                                            lsc_format_name (source->format));
      add (store, item);
    }
}

/**
 * lsc_sidebar_item_new_project:
 *
 * Returns: (transfer full): the project with all that is below it
 */
LscSidebarItem *
lsc_sidebar_item_new_project (LscOpenProject *open_project)
{
  LscProject *project;
  LscSidebarItem *self;

  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (open_project), NULL);
  project = lsc_open_project_get_project (open_project);
  self = new_item (LSC_SIDEBAR_PROJECT, open_project, NULL, NULL);
  self->label = g_strdup (lsc_open_project_get_title (open_project));
  self->detail = g_filename_display_name (project->path);
  self->children = g_list_store_new (LSC_TYPE_SIDEBAR_ITEM);
  if (project->clusters->len == 1)
    add_ranks (self->children, open_project, g_ptr_array_index (project->clusters, 0));
  else
    add_clusters (self->children, open_project);
  add_unread (self->children, open_project);
  return self;
}

LscSidebarKind
lsc_sidebar_item_get_kind (LscSidebarItem *self)
{
  return self->kind;
}

LscOpenProject *
lsc_sidebar_item_get_open_project (LscSidebarItem *self)
{
  return self->open_project;
}

/**
 * lsc_sidebar_item_get_cluster:
 *
 * Returns: (transfer none) (nullable): the cluster that it is or lies in
 */
LscCluster *
lsc_sidebar_item_get_cluster (LscSidebarItem *self)
{
  return self->cluster;
}

/**
 * lsc_sidebar_item_get_source:
 *
 * Returns: (transfer none) (nullable): the rank
 */
LscSource *
lsc_sidebar_item_get_source (LscSidebarItem *self)
{
  return self->source;
}

/**
 * lsc_sidebar_item_name:
 * @others: %NULL-terminated: paths of the projects that are shown
 *
 * Names a project so that it differs from the others.
 */
void
lsc_sidebar_item_name (LscSidebarItem *self, const char *const *others)
{
  g_return_if_fail (LSC_IS_SIDEBAR_ITEM (self));
  g_free (self->label);
  self->label = lsc_distinct_name (lsc_open_project_get_project (self->open_project)->path, others);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL]);
}

/**
 * lsc_sidebar_item_get_detail:
 *
 * Returns: (transfer none): its path, or why it is not read
 */
const char *
lsc_sidebar_item_get_detail (LscSidebarItem *self)
{
  return self->detail;
}

/**
 * lsc_sidebar_item_get_children:
 *
 * Returns: (transfer none) (nullable) (element-type LscSidebarItem): what is below it
 */
GListModel *
lsc_sidebar_item_get_children (LscSidebarItem *self)
{
  return G_LIST_MODEL (self->children);
}

/**
 * lsc_sidebar_item_update:
 *
 * Looks again which ranks could not be read.
 */
void
lsc_sidebar_item_update (LscSidebarItem *self)
{
  guint n;
  gboolean is_failed;

  g_return_if_fail (LSC_IS_SIDEBAR_ITEM (self));
  n = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;
  is_failed = self->kind == LSC_SIDEBAR_RANK &&
              lsc_open_project_has_failed (self->open_project, self->source);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      lsc_sidebar_item_update (child);
    }
  if (is_failed == self->is_failed)
    return;
  self->is_failed = is_failed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FAILED]);
}

/* ---- hosts ---- */

/* (nullable): where a rank below ran; NULL where the summary is of other ranks, or nobody knows.
 * @summary: (nullable): extracts say it by themselves */
static const char *
find_host (LscSidebarItem *item, const LscRankSummary *summary)
{
  const char *host;
  guint index;

  if (item->kind != LSC_SIDEBAR_RANK)
    return NULL;
  if (!summary)
    return item->source->format == LSC_FORMAT_EXTRACT ? item->source->origin_host : NULL;
  if (!lsc_rank_summary_find_source (summary, item->source, &index))
    return NULL;
  host = lsc_overview_get_rank (summary->overview, index)->host;
  return host && *host ? host : NULL;
}

static gboolean
has_hosts (LscSidebarItem *self, const LscRankSummary *summary)
{
  const char *first = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->children)); i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);
      const char *host = find_host (child, summary);

      if (host && first && !g_str_equal (host, first))
        return TRUE;
      first = first ? first : host;
    }
  return FALSE;
}

static LscSidebarItem *
get_host_item (GPtrArray *hosts, LscSidebarItem *rank, const char *host)
{
  LscSidebarItem *item;

  for (guint i = hosts->len; i-- > 0;) /* mostly that of the rank before */
    {
      item = g_ptr_array_index (hosts, i);
      if (item->kind == LSC_SIDEBAR_HOST && g_str_equal (item->label, host))
        return item;
    }
  item = new_item (LSC_SIDEBAR_HOST, rank->open_project, rank->cluster, NULL);
  item->label = g_strdup (host);
  item->detail = g_strdup_printf (_ ("Ranks of host %s"), host);
  item->children = g_list_store_new (LSC_TYPE_SIDEBAR_ITEM);
  g_ptr_array_add (hosts, item);
  return item;
}

/* Hosts in the order of their first ranks; what is of no known host stays beside them. */
static void
group_by_host (LscSidebarItem *self, const LscRankSummary *summary)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->children));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);
      const char *host = find_host (child, summary);

      if (host)
        g_list_store_append (get_host_item (items, child, host)->children, child);
      else
        g_ptr_array_add (items, g_steal_pointer (&child));
    }
  g_list_store_splice (self->children, 0, n, items->pdata, items->len);
}

/**
 * lsc_sidebar_item_take_hosts:
 * @summary: (nullable): of ranks that were read; %NULL for what is known before
 *
 * Puts ranks below their hosts where there are several. Hosts are known once the ranks were read;
 * those of extracts at once.
 *
 * Returns: whether anything has another place now
 */
gboolean
lsc_sidebar_item_take_hosts (LscSidebarItem *self, const LscRankSummary *summary)
{
  gboolean is_changed = FALSE;
  guint n;

  g_return_val_if_fail (LSC_IS_SIDEBAR_ITEM (self), FALSE);
  if (!self->children || self->kind == LSC_SIDEBAR_HOST || self->kind == LSC_SIDEBAR_SLOW)
    return FALSE;
  n = g_list_model_get_n_items (G_LIST_MODEL (self->children));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      is_changed = lsc_sidebar_item_take_hosts (child, summary) || is_changed;
    }
  if (!has_hosts (self, summary))
    return is_changed;
  group_by_host (self, summary);
  return TRUE;
}

/* (transfer full) (nullable): why the rank of a source is slow */
static char *
say_slow (const LscRankSummary *summary, guint index)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (summary->overview, index);
  g_autofree char *words = rank->reason ? lsc_phrase_to_words (rank->reason) : g_strdup ("");

  return rank->verdict == LSC_RANK_SLOW ? lsc_visible_line (words) : NULL;
}

/* (transfer full): all that a rank can be found by but its name */
static char *
say_place (const LscOverviewRank *rank, gboolean is_slow)
{
  GString *text = g_string_new (rank->host);

  if (rank->has_stage)
    {
      g_string_append_printf (text, " stage %" G_GINT64_FORMAT " ", rank->stage);
      g_string_append_printf (text, _ ("Stage %" PRId64), rank->stage);
    }
  if (is_slow)
    g_string_append_printf (text, " slow %s", _ ("slow"));
  return g_string_free (text, FALSE);
}

/**
 * lsc_sidebar_item_take_summary:
 *
 * Marks the ranks below that @summary is about as slow, or not.
 */
void
lsc_sidebar_item_take_summary (LscSidebarItem *self, const LscRankSummary *summary)
{
  guint n, index;

  g_return_if_fail (LSC_IS_SIDEBAR_ITEM (self) && summary);
  n = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      lsc_sidebar_item_take_summary (child, summary);
    }
  if (self->kind != LSC_SIDEBAR_RANK ||
      !lsc_rank_summary_find_source (summary, self->source, &index))
    return;
  g_free (self->why_slow);
  self->why_slow = say_slow (summary, index);
  g_free (self->place);
  self->place =
      say_place (lsc_overview_get_rank (summary->overview, index), self->why_slow != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SLOW]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WHY_SLOW]);
}

/* ---- slow ranks ---- */

/* Appends the ranks below an item that are slow, as rows of their own. */
static void
list_slow (LscSidebarItem *self, GListStore *slow)
{
  guint n = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);
      LscSidebarItem *twin;

      if (child->kind == LSC_SIDEBAR_HOST)
        list_slow (child, slow);
      if (child->kind != LSC_SIDEBAR_RANK || !child->why_slow)
        continue;
      twin = new_item (LSC_SIDEBAR_RANK, child->open_project, child->cluster, child->source);
      twin->label = g_strdup (child->label);
      twin->detail = g_strdup (child->detail);
      twin->is_failed = child->is_failed;
      twin->why_slow = g_strdup (child->why_slow);
      twin->place = g_strdup (child->place);
      add (slow, twin);
    }
}

/* (transfer full) (nullable): the slow ranks below an item; %NULL where there is none */
static LscSidebarItem *
make_slow (LscSidebarItem *self)
{
  g_autoptr (GListStore) slow = g_list_store_new (LSC_TYPE_SIDEBAR_ITEM);
  LscSidebarItem *item;
  guint n;

  list_slow (self, slow);
  n = g_list_model_get_n_items (G_LIST_MODEL (slow));
  if (n == 0)
    return NULL;
  item = new_item (LSC_SIDEBAR_SLOW, self->open_project, self->cluster, NULL);
  item->label =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u Slow Rank", "%u Slow Ranks", n), n);
  item->detail = g_strdup (_ ("Ranks that others wait for, in the list below, too"));
  item->children = g_steal_pointer (&slow);
  return item;
}

/* Whether slow ranks stand first already. */
static gboolean
has_slow (LscSidebarItem *self)
{
  g_autoptr (LscSidebarItem) first = g_list_model_get_item (G_LIST_MODEL (self->children), 0);

  return first && first->kind == LSC_SIDEBAR_SLOW;
}

/**
 * lsc_sidebar_item_gather_slow:
 * @n_few: so many ranks are seen at once
 *
 * Puts those that were found slow before all others, where there are more ranks than are seen at
 * once.
 *
 * Returns: whether there are any
 */
gboolean
lsc_sidebar_item_gather_slow (LscSidebarItem *self, guint n_few)
{
  g_autoptr (LscSidebarItem) slow = NULL;
  gboolean is_any = FALSE;

  g_return_val_if_fail (LSC_IS_SIDEBAR_ITEM (self), FALSE);
  if (!self->children || self->kind == LSC_SIDEBAR_HOST || self->kind == LSC_SIDEBAR_SLOW)
    return FALSE;
  if (has_slow (self))
    g_list_store_remove (self->children, 0);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->children)); i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      is_any = lsc_sidebar_item_gather_slow (child, n_few) || is_any;
    }
  slow = lsc_sidebar_item_count_ranks (self) > n_few ? make_slow (self) : NULL;
  if (slow)
    g_list_store_insert (self->children, 0, slow);
  return is_any || slow != NULL;
}

/* ---- looking for ranks ---- */

static gboolean
is_number (const char *text)
{
  return strspn (text, "0123456789") == strlen (text);
}

/**
 * lsc_sidebar_item_matches:
 * @wanted: folded by g_utf8_casefold(), without spaces around it; "" = everything
 *
 * Ranks are found by name, host and stage, by number alone those of that number; what they are
 * below is found with them. All of a host is found by its name.
 *
 * Returns: whether the item, or something below it, is looked for
 */
gboolean
lsc_sidebar_item_matches (LscSidebarItem *self, const char *wanted)
{
  guint n;

  g_return_val_if_fail (LSC_IS_SIDEBAR_ITEM (self) && wanted, TRUE);
  if (!*wanted || self->kind == LSC_SIDEBAR_PROJECT)
    return TRUE;
  if (lsc_choice_has_words (self->label, wanted))
    return TRUE;
  if (self->kind == LSC_SIDEBAR_RANK)
    return !is_number (wanted) && lsc_choice_has_words (self->place, wanted);
  n = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      if (lsc_sidebar_item_matches (child, wanted))
        return TRUE;
    }
  return FALSE;
}

/** lsc_sidebar_item_count_ranks: Returns: how many are below it, itself included */
guint
lsc_sidebar_item_count_ranks (LscSidebarItem *self)
{
  guint n, n_ranks;

  g_return_val_if_fail (LSC_IS_SIDEBAR_ITEM (self), 0);
  if (self->kind == LSC_SIDEBAR_SLOW) /* which stand below as well */
    return 0;
  n = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;
  n_ranks = self->kind == LSC_SIDEBAR_RANK ? 1 : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      n_ranks += lsc_sidebar_item_count_ranks (child);
    }
  return n_ranks;
}
