/* lsc-metadata.c - the small JSON files beside a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-metadata.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-error.h"
#include "base/lsc-json-strict.h"
#include "base/lsc-json.h"
#include "base/lsc-text-input.h"
#include "base/lsc-time.h"

/* Larger files are none of these. */
#define JSON_MOST_BYTES (32 * 1024 * 1024)

static gboolean
set_error (GError **error, const char *path, const char *what)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT, "%s: %s", shown, what);
  return FALSE;
}

static JsonNode *
parse (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (GError) local = NULL;
  JsonNode *root = lsc_json_parse (text, length, &local);

  if (!root)
    set_error (error, path, local->message);
  return root;
}

/* A file inside of an archive; %FALSE when @path is none, and with @error when it is damaged. */
static gboolean
read_packed (const char *path, char **text, gsize *length, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *archive = NULL;
  g_autofree char *member = NULL;
  g_autoptr (LscTextInput) input = NULL;
  g_autoptr (GString) all = NULL;
  LscTextBlock block;

  if (!lsc_archive_split (path, &archive, &member))
    return FALSE;
  input = lsc_text_input_open (path, NULL, NULL);
  all = g_string_new (NULL);
  while (input && all->len <= JSON_MOST_BYTES && lsc_text_input_next (input, &block, &failure))
    g_string_append_len (all, block.data, (gssize) block.n);
  if (failure)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (!input || all->len > JSON_MOST_BYTES)
    return FALSE;
  *length = all->len;
  *text = g_string_free (g_steal_pointer (&all), FALSE);
  return TRUE;
}

/* The text of a small file, perhaps inside of an archive, with a 0 behind it. */
static gboolean
load_text (const char *path, char **text, gsize *length, GError **error)
{
  g_autoptr (GError) local = NULL;
  struct stat info;

  if (read_packed (path, text, length, &local))
    return TRUE;
  if (local)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  /* before it is read: a pipe would never end, a file of gigabytes is none of these */
  if (stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > JSON_MOST_BYTES))
    return set_error (error, path, _ ("too large, or no file"));
  if (g_file_get_contents (path, text, length, &local))
    return TRUE;
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_IO, local->message);
  return FALSE;
}

/**
 * lsc_json_load:
 * @path: a small file of JSON, perhaps inside of an archive
 *
 * Errors: %LSC_ERROR_IO (cannot be read), %LSC_ERROR_CORRUPT (no JSON, or too large or too deep for
 * one of these files)
 *
 * Returns: (transfer full) (nullable): its root
 */
JsonNode *
lsc_json_load (const char *path, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autofree char *text = NULL;
  gsize length = 0;

  return load_text (path, &text, &length, error) ? parse (path, text, length, error) : NULL;
}

static gboolean
node_to_double (JsonNode *node, double *value)
{
  char *end;

  if (!node || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    {
      const char *text = json_node_get_string (node);

      *value = g_ascii_strtod (text, &end);
      return end != text && *end == '\0' && isfinite (*value);
    }
  if (json_node_get_value_type (node) != G_TYPE_INT64 &&
      json_node_get_value_type (node) != G_TYPE_DOUBLE)
    return FALSE;
  *value = json_node_get_double (node);
  return isfinite (*value);
}

/**
 * lsc_json_get_int64:
 *
 * Returns: %TRUE when @object has @member as an integer or as its text
 */
gboolean
lsc_json_get_int64 (JsonObject *object, const char *member, gint64 *value)
{
  g_return_val_if_fail (member && value, FALSE);

  JsonNode *node = object ? json_object_get_member (object, member) : NULL;
  const char *text;

  if (!node || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    {
      *value = json_node_get_int (node);
      return TRUE;
    }
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  text = json_node_get_string (node);
  return lsc_parse_int64 (text, strlen (text), value) == LSC_PARSE_OK;
}

/** Returns: (transfer none) (nullable): a member that is an object */
JsonObject *
lsc_json_get_object (JsonObject *object, const char *member)
{
  g_return_val_if_fail (member, NULL);

  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static JsonObject *
root_object (JsonNode *root)
{
  return root && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
}

/**
 * lsc_profiler_info_get_rank:
 * @path: (nullable): profiler_info.json or profiler_info_N.json
 *
 * Returns: the rank by the file's name, else by its key rank_id, else %LSC_RANK_UNKNOWN
 */
gint64
lsc_profiler_info_get_rank (const char *path)
{
  g_autofree char *name = path ? g_path_get_basename (path) : NULL;
  g_autoptr (JsonNode) root = NULL;
  gint64 rank = LSC_RANK_UNKNOWN;

  if (!name)
    return LSC_RANK_UNKNOWN;
  if (g_str_has_prefix (name, "profiler_info_") && g_str_has_suffix (name, ".json") &&
      lsc_parse_int64 (name + strlen ("profiler_info_"),
                       strlen (name) - strlen ("profiler_info_.json"), &rank) == LSC_PARSE_OK &&
      rank >= 0)
    return rank;
  root = lsc_json_load (path, NULL);
  if (!lsc_json_get_int64 (root_object (root), "rank_id", &rank) || rank < 0)
    return LSC_RANK_UNKNOWN;
  return rank;
}

/** Returns: end_info.collectionTimeEnd in ns since the epoch, 0 when unknown */
gint64
lsc_profiler_info_get_end_ns (const char *path)
{
  g_autoptr (JsonNode) root = path ? lsc_json_load (path, NULL) : NULL;
  gint64 end_ns = 0;

  lsc_json_get_int64 (lsc_json_get_object (root_object (root), "end_info"), "collectionTimeEnd",
                      &end_ns);
  return MAX (end_ns, 0);
}

/**
 * lsc_profiler_info_get_level:
 * @path: (nullable): profiler_info.json or profiler_info_N.json
 * @notices: receives what is wrong with the file
 *
 * Returns: the level the profiler was asked for: 0, 1, 2, or -1 (none, unknown)
 */
int
lsc_profiler_info_get_level (const char *path, gint64 rank, LscNotices *notices)
{
  g_return_val_if_fail (notices, -1);

  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = path ? lsc_json_load (path, &error) : NULL;
  JsonObject *config = lsc_json_get_object (root_object (root), "config");
  JsonObject *extra = lsc_json_get_object (config, "experimental_config");
  JsonNode *node = extra ? json_object_get_member (extra, "_profiler_level") : NULL;
  const char *level = NULL;

  if (error)
    {
      LscNotice *notice = lsc_notice_mark_loss (
          lsc_notice_new (LSC_SEVERITY_WARNING, "bad-profiler-info", "%s", error->message));

      lsc_notice_set_help (notice, _ ("Options of the recording are not known."), NULL);
      lsc_notice_set_place (notice, rank, path, NULL);
      lsc_notices_add (notices, notice);
    }
  if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    level = json_node_get_string (node);
  if (!level || !g_str_has_prefix (level, "Level") || level[5] < '0' || level[5] > '2')
    return -1;
  return level[5] - '0';
}

/** Returns: distributed_args.rank of profiler_metadata.json, else %LSC_RANK_UNKNOWN */
gint64
lsc_profiler_metadata_get_rank (const char *path)
{
  g_autoptr (LscMetadata) pairs = lsc_metadata_new ();
  JsonNode *node = NULL;
  gint64 rank;

  if (path && lsc_metadata_read_file (pairs, path, NULL))
    node = lsc_metadata_parse (pairs, "distributed_args", JSON_NODE_OBJECT, NULL);
  if (!lsc_json_get_int64 (root_object (node), "rank", &rank) || rank < 0)
    return LSC_RANK_UNKNOWN;
  return rank;
}

/* Whether the library need not read the pairs of an object: of keys that are there twice it takes
 * the last, and it knows escapes. */
static gboolean
have_plain_keys (const char *object)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LscJsonText key, value;

  while (lsc_json_strict_next (&object, &key, &value))
    if (!g_hash_table_add (seen, g_strndup (key.text, key.n)) || memchr (key.text, '\\', key.n))
      return FALSE;
  return TRUE;
}

/* Adds the pairs of a text; %FALSE, without any, where the library must read it. */
static gboolean
walk_pairs (LscMetadata *self, const char *text, gsize length)
{
  const char *p = lsc_json_is_strict (text, length) ? lsc_json_strict_begin (text) : "";
  LscJsonText key, value;

  if (*p != '{' || !have_plain_keys (p))
    return FALSE;
  while (lsc_json_strict_next (&p, &key, &value))
    {
      g_autofree char *name = g_strndup (key.text, key.n);

      /* what the database says comes first: the file may be of another run */
      if (!lsc_metadata_get (self, name))
        lsc_metadata_add_take (self, g_steal_pointer (&name), lsc_json_strict_rewrite (value));
    }
  return TRUE;
}

/**
 * lsc_metadata_read_file:
 * @path: profiler_metadata.json
 *
 * Adds the pairs that META_DATA lacked (formats.md#metadata).
 *
 * Errors: as lsc_json_load()
 *
 * Returns: whether there is an object in the file; %FALSE without an error for other JSON
 */
gboolean
lsc_metadata_read_file (LscMetadata *self, const char *path, GError **error)
{
  g_return_val_if_fail (self && path, FALSE);

  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  if (!load_text (path, &text, &length, error))
    return FALSE;
  if (walk_pairs (self, text, length))
    return TRUE;
  root = parse (path, text, length, error);
  if (!root_object (root))
    return FALSE;
  json_object_iter_init (&iter, root_object (root));
  while (json_object_iter_next (&iter, &key, &value))
    if (!lsc_metadata_get (self, key))
      lsc_metadata_add_take (self, g_strdup (key), json_to_string (value, FALSE));
  return TRUE;
}

/**
 * lsc_metadata_report:
 * @notices: receives what is wrong
 * @file: where @self comes from
 *
 * Tells of the values that somebody reads later and that hold nothing usable: the readers take them
 * for missing.
 *
 * Source: formats.md#metadata, #kineto.
 */
void
lsc_metadata_report (LscMetadata *self, LscNotices *notices, gint64 rank, const char *file)
{
  static const struct
  {
    const char *key;
    JsonNodeType kind;
  } known[] = {
    { "parallel_group_info", JSON_NODE_OBJECT },
    { "distributed_args", JSON_NODE_OBJECT },
    { "pp_info", JSON_NODE_OBJECT },
    { "distributedInfo", JSON_NODE_OBJECT },
    { "deviceProperties", JSON_NODE_ARRAY },
  };
  gsize n;

  g_return_if_fail (self && notices);
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (GError) error = NULL;
      LscNotice *notice;

      if (i == 0)
        lsc_metadata_get_groups (self, &n, &error);
      else
        lsc_metadata_parse (self, known[i].key, known[i].kind, &error);
      if (!error)
        continue;
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "bad-metadata",
                               /* Translators: a name, and what is wrong: "is no usable JSON" */
                               _ ("“%s” in the metadata %s."), known[i].key, error->message);
      lsc_notice_set_help (notice, _ ("It is taken for missing."), NULL);
      lsc_notice_set_place (notice, rank, file, known[i].key);
      lsc_notices_add (notices, notice);
    }
}

/* info.json of a device: its number as PROF_x/device_N/info.json.N has it. */
typedef struct
{
  char *path;
  gint64 device;
} InfoFile;

static void
consider_info (GPtrArray *found, const char *folder, const char *name)
{
  g_autofree char *base = g_path_get_basename (folder);
  gint64 device, number;
  InfoFile *file;

  if (!g_str_has_prefix (base, "device_") || !g_str_has_prefix (name, "info.json.") ||
      lsc_parse_int64 (base + 7, strlen (base + 7), &device) != LSC_PARSE_OK ||
      lsc_parse_int64 (name + 10, strlen (name + 10), &number) != LSC_PARSE_OK)
    return;
  file = g_new (InfoFile, 1);
  file->path = g_build_filename (folder, name, NULL);
  file->device = device;
  g_ptr_array_add (found, file);
}

static void
info_file_free (gpointer data)
{
  InfoFile *file = data;

  g_free (file->path);
  g_free (file);
}

/* (transfer full) (nullable): @folder, which is there unless somebody removes it */
static GDir *
open_folder (LscRun *run, const char *folder)
{
  g_autoptr (GError) error = NULL;
  GDir *dir = g_dir_open (folder, 0, &error);
  LscNotice *notice;

  if (dir || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR))
    return dir;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_WARNING, "unreadable-folder", "%s", error->message));
  lsc_notice_set_help (notice, _ ("Everything below it is not shown."),
                       _ ("Change its permissions to read it."));
  lsc_notice_set_place (notice, run->rank, folder, NULL);
  lsc_notices_add (run->notices, notice);
  return NULL;
}

static void
look_in_folder (LscRun *run, GPtrArray *found, const char *folder, int depth, int *n_left)
{
  g_autoptr (GDir) dir = open_folder (run, folder);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)) && --*n_left > 0)
    {
      gboolean is_step = g_str_has_prefix (name, depth == 0 ? "PROF_" : "device_") ||
                         (depth == 0 && g_str_has_prefix (name, "device_"));

      if (is_step && depth < 2)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);

          if (g_file_test (path, G_FILE_TEST_IS_DIR))
            look_in_folder (run, found, path, g_str_has_prefix (name, "device_") ? 2 : 1, n_left);
        }
      else
        consider_info (found, folder, name);
    }
}

static gint
compare_info_files (gconstpointer a, gconstpointer b)
{
  const InfoFile *left = *(const InfoFile *const *) a, *right = *(const InfoFile *const *) b;

  if (left->device != right->device)
    return left->device < right->device ? -1 : 1;
  return strcmp (left->path, right->path);
}

static InfoFile *
choose_info_file (GPtrArray *found, gint64 device)
{
  g_ptr_array_sort (found, compare_info_files);
  for (guint i = 0; i < found->len; i++)
    {
      InfoFile *file = g_ptr_array_index (found, i);

      if (file->device == device)
        return file;
    }
  return found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
}

static const char *
read_chip_info (LscRun *run, JsonObject *object)
{
  JsonNode *list = object ? json_object_get_member (object, "DeviceInfo") : NULL;
  JsonArray *array = list && JSON_NODE_HOLDS_ARRAY (list) ? json_node_get_array (list) : NULL;
  JsonNode *first =
      array && json_array_get_length (array) > 0 ? json_array_get_element (array, 0) : NULL;
  JsonObject *device =
      first && JSON_NODE_HOLDS_OBJECT (first) ? json_node_get_object (first) : NULL;
  double cores, mhz;

  if (!device)
    return _ ("has no DeviceInfo");
  if (!node_to_double (json_object_get_member (device, "ai_core_num"), &cores) || cores <= 0)
    return _ ("ai_core_num is no number above 0");
  if (!node_to_double (json_object_get_member (device, "aic_frequency"), &mhz) || mhz <= 0)
    return _ ("aic_frequency is no number above 0");
  run->ai_core_count = cores;
  run->ai_core_mhz = mhz;
  return NULL;
}

/**
 * lsc_run_load_chip_info:
 *
 * Reads core count and frequency from PROF_x/device_N/info.json.N of the run's device, else of the
 * device with the lowest number.
 *
 * Source: flops.md#peak, #sources.
 */
void
lsc_run_load_chip_info (LscRun *run)
{
  g_return_if_fail (run);

  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (info_file_free);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  const char *wrong = NULL;
  InfoFile *file;
  LscNotice *notice;
  int n_left = 10000;

  look_in_folder (run, found, run->source->folder, 0, &n_left);
  file = choose_info_file (found, run->device);
  if (!file)
    return;
  root = lsc_json_load (file->path, &error);
  if (root)
    wrong = read_chip_info (run, root_object (root));
  if (!error && !wrong)
    return;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "bad-info-json",
                           _ ("The chip's description cannot be used: %s."),
                           error ? error->message : wrong);
  if (error)
    lsc_notice_mark_loss (notice);
  lsc_notice_set_help (notice, _ ("Without it the peak performance of the chip must be estimated."),
                       NULL);
  lsc_notice_advise_chip (notice);
  lsc_run_take_notice (run, notice, "info.json", -1);
}
