/* lsc-text-tables.c - the small tables and JSON files of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-text-tables.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json.h"
#include "base/lsc-time.h"
#include "read/find/lsc-comm-groups.h"
#include "read/find/lsc-metadata.h"

static void
add_notice (LscNotices *notices, LscNotice *notice, const char *path, gint64 count)
{
  g_autofree char *name = g_path_get_basename (path);

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, name);
  notice->count = count;
  lsc_notices_add (notices, notice);
}

/**
 * lsc_text_table_report:
 * @error: (nullable): what ended the reading early
 * @n_bad: rows that could not be used
 * @first_bad: number of the first of them
 *
 * Adds notices about what was odd with a table.
 */
void
lsc_text_table_report (LscNotices *notices, const LscCsv *csv, const char *path,
                       const GError *error, gint64 n_bad, gint64 first_bad)
{
  g_return_if_fail (notices && csv && path);

  LscNotice *notice;

  if (error)
    {
      notice = lsc_notice_mark_loss (
          lsc_notice_new (LSC_SEVERITY_WARNING, "bad-table", "%s", error->message));
      lsc_notice_set_help (notice, _ ("What the table says further on is missing."), NULL);
      add_notice (notices, notice, path, -1);
    }
  if (lsc_csv_is_truncated (csv))
    {
      notice = lsc_notice_mark_loss (lsc_notice_new (
          LSC_SEVERITY_WARNING, "truncated-file",
          _ ("The table ends inside a row, at byte %" PRId64 "."), lsc_csv_get_offset (csv)));
      lsc_notice_set_help (notice, _ ("All complete rows before are used."),
                           _ ("Copy the file again, or export the recording again."));
      add_notice (notices, notice, path, -1);
    }
  if (n_bad > 0)
    {
      notice = lsc_notice_mark_loss (
          lsc_notice_new (LSC_SEVERITY_WARNING, "bad-row",
                          _ ("Rows without a usable name, time or number: %" PRId64
                             ", the first is row %" PRId64 "."),
                          n_bad, first_bad));
      lsc_notice_set_help (notice, _ ("They were skipped."), NULL);
      add_notice (notices, notice, path, n_bad);
    }
}

static gint64
get_us (const LscCsv *csv, const char *title, gint64 missing)
{
  gint64 value_ns = 0;

  return lsc_csv_get_us (csv, lsc_csv_find (csv, title), &value_ns) ? value_ns : missing;
}

/**
 * lsc_text_read_steps:
 * @rows: receives the rows of step_trace_time.csv
 * @device: receives the device, unless it has none
 *
 * Source: formats.md#text-tables.
 *
 * Returns: whether there is such a table
 */
gboolean
lsc_text_read_steps (const LscTextFiles *files, LscStepRows *rows, gint64 *device,
                     LscNotices *notices, LscJob *job)
{
  g_return_val_if_fail (files && notices, FALSE);

  g_autofree char *path = lsc_text_files_find (files, "step_trace_time.csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCsv) csv = path ? lsc_csv_open (path, job, &error) : NULL;
  gint64 n_bad = 0, first_bad = 0;

  if (error)
    add_notice (notices,
                lsc_notice_mark_loss (
                    lsc_notice_new (LSC_SEVERITY_WARNING, "bad-table", "%s", error->message)),
                path, -1);
  while (csv && lsc_csv_next (csv, &error))
    {
      LscStepRow row = { 0 };

      lsc_csv_get_int64 (csv, lsc_csv_find (csv, "Device_id"), device);
      if (!lsc_csv_get_int64 (csv, lsc_csv_find (csv, "Step"), &row.step) ||
          !lsc_csv_get_us (csv, lsc_csv_find (csv, "Computing"), &row.computing_ns))
        {
          if (n_bad++ == 0)
            first_bad = lsc_csv_get_row (csv);
          continue;
        }
      row.not_overlapped_ns = get_us (csv, "Communication(Not Overlapped)", -1);
      row.overlapped_ns = get_us (csv, "Overlapped", -1);
      row.communication_ns = get_us (csv, "Communication", -1);
      row.free_ns = get_us (csv, "Free", -1);
      row.stage_ns = get_us (csv, "Stage", 0);
      row.preparing_ns = get_us (csv, "Preparing", 0);
      lsc_step_rows_append (rows, row);
    }
  if (csv)
    lsc_text_table_report (notices, csv, path, error, n_bad, first_bad);
  return csv != NULL;
}

static void
tell_unread (LscNotices *notices, const GError *error, const char *code, const char *path)
{
  if (error && notices)
    add_notice (
        notices,
        lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, code, "%s", error->message)),
        path, -1);
}

/**
 * lsc_text_load_object:
 * @path: (nullable): of a file
 * @code: of a notice
 * @notices: (nullable): receives why the file cannot be read
 *
 * Returns: (transfer full) (nullable): the object in it
 */
JsonNode *
lsc_text_load_object (const char *path, const char *code, LscNotices *notices)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = path ? lsc_json_load (path, &error) : NULL;

  tell_unread (notices, error, code, path);
  return root && JSON_NODE_HOLDS_OBJECT (root) ? g_steal_pointer (&root) : NULL;
}

/* Keys of one section: "hcom_allReduce__271_0_1@<hash>". */
static void
foreach_in_section (JsonObject *section, gint64 step, LscTextCommFunc func, gpointer user_data)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  json_object_iter_init (&iter, section);
  while (json_object_iter_next (&iter, &key, &value))
    {
      const char *at = strrchr (key, '@');
      g_autofree char *name = at && at[1] != '\0' ? g_strndup (key, (gsize) (at - key)) : NULL;

      if (name)
        func (name, at + 1, step,
              JSON_NODE_HOLDS_OBJECT (value) ? json_node_get_object (value) : NULL, user_data);
    }
}

/**
 * lsc_text_foreach_comm:
 * @notices: (nullable): receives why the file cannot be read
 *
 * Calls @func for each operator of communication.json; does nothing without the file.
 *
 * Source: formats.md#text-tables.
 */
void
lsc_text_foreach_comm (const LscTextFiles *files, LscNotices *notices, LscTextCommFunc func,
                       gpointer user_data)
{
  g_return_if_fail (files && func);

  static const char *const sections[] = { "collective", "p2p" };
  g_autofree char *path = lsc_text_files_find (files, "communication.json");
  g_autoptr (JsonNode) root = lsc_text_load_object (path, "bad-table", notices);
  JsonObjectIter iter;
  const char *step;
  JsonNode *node;

  if (!root)
    return;
  json_object_iter_init (&iter, json_node_get_object (root));
  while (json_object_iter_next (&iter, &step, &node))
    for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
      {
        JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
        JsonObject *section = lsc_json_get_object (object, sections[i]);

        if (section)
          foreach_in_section (section,
                              g_ascii_strtoll (step + strcspn (step, "0123456789"), NULL, 10), func,
                              user_data);
      }
}

static void
take_hash (const char *name, const char *hash, gint64 step, JsonObject *about, gpointer groups)
{
  g_hash_table_insert (groups, g_strdup (name), g_strdup (hash));
}

/**
 * lsc_text_read_groups:
 *
 * Source: formats.md#text-tables.
 *
 * Returns: (transfer full): name of a communication operator to the hash of its group; empty
 *   without the file
 */
GHashTable *
lsc_text_read_groups (const LscTextFiles *files, LscNotices *notices)
{
  g_return_val_if_fail (files, NULL);

  GHashTable *groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  lsc_text_foreach_comm (files, notices, take_hash, groups);
  return groups;
}

typedef struct
{
  LscTimeline *timeline;
  GHashTable *groups;
} ToldComms;

static gboolean
is_number (JsonNode *node)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
}

/**
 * lsc_text_get_json_ns:
 * @object: (nullable)
 * @key: of a figure of the exporter's
 * @unit_ns: what it counts
 * @ns: receives it. Its file was written through floating point: starts are exact to 250 ns, not
 *   better.
 *
 * Returns: whether there is such a figure, and makes sense
 */
gboolean
lsc_text_get_json_ns (JsonObject *object, const char *key, gint64 unit_ns, gint64 *ns)
{
  JsonNode *node = object ? json_object_get_member (object, key) : NULL;
  double value = node && is_number (node) ? json_node_get_double (node) : -1;
  gint64 whole;

  if (!(value >= 0 && value < (double) (G_MAXINT64 / unit_ns)))
    return FALSE;
  whole = (gint64) value;
  *ns = whole * unit_ns + (gint64) ((value - (double) whole) * (double) unit_ns + 0.5);
  return TRUE;
}

static void
take_comm (const char *name, const char *hash, gint64 step, JsonObject *about, gpointer user_data)
{
  ToldComms *self = user_data;
  LscTimeline *timeline = self->timeline;
  JsonObject *times = lsc_json_get_object (about, "Communication Time Info");
  LscToldComm comm = { .step = step };

  if (!lsc_text_get_json_ns (times, "Start Timestamp(us)", 1000, &comm.start_ns) ||
      !lsc_text_get_json_ns (times, "Elapse Time(ms)", 1000000, &comm.duration_ns))
    return;
  comm.name = lsc_intern_add (timeline->strings, name);
  comm.group =
      lsc_intern_add (timeline->strings, lsc_text_get_group (timeline, self->groups, name)->name);
  lsc_told_comms_append (&timeline->told_comms, comm);
}

/**
 * lsc_text_read_comms:
 * @groups: from lsc_text_read_groups()
 *
 * Fills LscTimeline.told_comms with what communication.json lists, in its order.
 *
 * Source: formats.md#text-tables.
 */
void
lsc_text_read_comms (const LscTextFiles *files, LscTimeline *timeline, GHashTable *groups)
{
  g_return_if_fail (files && timeline);
  lsc_text_foreach_comm (files, NULL, take_comm, &(ToldComms){ timeline, groups });
}

/**
 * lsc_text_read_metadata:
 *
 * Source: formats.md#group-hash.
 *
 * Returns: (transfer full): the pairs of profiler_metadata.json
 */
LscMetadata *
lsc_text_read_metadata (const LscSource *source, LscNotices *notices)
{
  g_return_val_if_fail (source, NULL);

  LscMetadata *metadata = lsc_metadata_new ();
  const char *path = source->metadata_json;
  g_autoptr (GError) error = NULL;

  if (path && lsc_metadata_read_file (metadata, path, &error))
    lsc_metadata_report (metadata, notices, LSC_RANK_NONE, path);
  tell_unread (notices, error, "bad-metadata", path);
  return metadata;
}

/* The middle of hcom_allReduce__271_0_1: the last digits of the group's hash; NULL in other names.
 */
static char *
get_hash_digits (const char *op_name)
{
  const char *mark = strstr (op_name, "__");
  gsize n = mark ? strspn (mark + 2, "0123456789") : 0;

  return n > 0 && mark[2 + n] == '_' ? g_strndup (mark + 2, n) : NULL;
}

/* The plain name of the group with that hash, or with a hash that ends in those digits. */
static char *
find_plain_name (LscTimeline *timeline, const char *hash, const char *digits)
{
  gsize n;
  const LscMetadataGroup *groups = lsc_metadata_get_groups (timeline->metadata, &n, NULL);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *its = g_strdup_printf ("%" PRIu64, lsc_comm_group_hash (groups[i].name));

      if (hash ? strcmp (its, hash) == 0 : g_str_has_suffix (its, digits))
        return g_strdup (groups[i].name);
    }
  return NULL;
}

static LscCommGroup *
take_group (LscTimeline *timeline, LscCommGroup *group)
{
  g_ptr_array_add (timeline->comm_groups, group);
  return group;
}

/**
 * lsc_text_get_group_of_hash:
 * @hash: of a group, as communication.json and its like write it
 *
 * Returns: (transfer none): a group of @timeline, new or known
 */
LscCommGroup *
lsc_text_get_group_of_hash (LscTimeline *timeline, const char *hash)
{
  g_return_val_if_fail (timeline && hash, NULL);

  g_autofree char *plain = find_plain_name (timeline, hash, NULL);
  const char *name = plain ? plain : hash;
  LscCommGroup *group = lsc_timeline_get_comm_group (timeline, name);

  return group ? group : take_group (timeline, lsc_comm_group_new (timeline->metadata, name));
}

/**
 * lsc_text_get_group:
 * @groups: from lsc_text_read_groups()
 * @op_name: an operator of the group
 *
 * Finds out whose the operators of a lane are, which itself is only numbered: by the hash of the
 * group that communication.json has with the operator's name, else by the three digits of it that
 * the name carries (formats.md#group-hash).
 *
 * Returns: (transfer none): a group of @timeline, new or known
 */
LscCommGroup *
lsc_text_get_group (LscTimeline *timeline, GHashTable *groups, const char *op_name)
{
  g_return_val_if_fail (timeline && groups && op_name, NULL);

  const char *hash = g_hash_table_lookup (groups, op_name);
  g_autofree char *digits = get_hash_digits (op_name);
  g_autofree char *plain = hash || digits ? find_plain_name (timeline, hash, digits) : NULL;
  const char *name = plain ? plain : hash ? hash : digits ? digits : op_name;
  LscCommGroup *group = lsc_timeline_get_comm_group (timeline, name);

  if (group)
    return group;
  if (plain || hash)
    return take_group (timeline, lsc_comm_group_new (timeline->metadata, name));
  group = g_new0 (LscCommGroup, 1);
  group->name = g_strdup (name);
  group->label =
      digits ? g_strdup_printf ("Group …%s", digits) : g_strdup_printf ("Group %s", name);
  return take_group (timeline, group);
}
