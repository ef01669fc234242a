/* lsc-job-ops-meta.c - what stands beside an op timeline about its job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-text-input.h"
#include "read/ops/lsc-job-ops-private.h"

#define MOST_BYTES 65536

/* "timeline-NAME.json.gz" -> "NAME"; another name without its ending. */
static char *
get_job_name (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot;

  for (guint i = 0; i < 2 && (dot = strrchr (name, '.')) && dot > name; i++)
    *dot = '\0';
  return g_filename_display_name (g_str_has_prefix (name, "timeline-") && name[9] ? name + 9
                                                                                  : name);
}

/* The value of "key: value" at the begin of a line. */
static char *
find_value (char **lines, const char *key)
{
  gsize n = strlen (key);

  for (; *lines; lines++)
    if (g_str_has_prefix (*lines, key) && (*lines)[n] == ':')
      {
        char *value = g_strstrip (g_strdup (*lines + n + 1));
        gsize length = strlen (value);

        if (length >= 2 && (*value == '"' || *value == '\'') && value[length - 1] == *value)
          {
            memmove (value, value + 1, length - 2);
            value[length - 2] = '\0';
          }
        return value;
      }
  return NULL;
}

static char *
read_text (const char *path)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  LscTextBlock block;

  while (input && text->len < MOST_BYTES && lsc_text_input_next (input, &block, NULL))
    g_string_append_len (text, block.data, (gssize) MIN (block.n, MOST_BYTES));
  return text->len > 0 && g_utf8_validate (text->str, (gssize) text->len, NULL)
             ? g_strndup (text->str, text->len)
             : NULL;
}

/**
 * _lsc_ops_read_meta:
 * @path: of the op timeline
 *
 * Sets name and ranks of the job from meta-NAME.yaml beside timeline-NAME.json, which need not be
 * there: the name is that of the file then, and the ranks are not known.
 */
void
_lsc_ops_read_meta (LscJobOps *self, const char *path)
{
  g_autofree char *name = get_job_name (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = g_strdup_printf ("meta-%s.yaml", name);
  g_autofree char *meta = g_build_filename (folder, file, NULL);
  g_autofree char *text = read_text (meta);
  g_auto (GStrv) lines = text ? g_strsplit_set (text, "\r\n", -1) : NULL;
  g_autofree char *told = lines ? find_value (lines, "trial_name") : NULL;
  g_autofree char *ranks = lines ? find_value (lines, "world_size") : NULL;
  gint64 n;

  self->name = g_strdup (told && *told ? told : name);
  if (ranks && lsc_json_parse_int64 (ranks, strlen (ranks), &n) && n >= (gint64) self->workers.n &&
      n < G_MAXINT32)
    self->n_ranks = n;
}
