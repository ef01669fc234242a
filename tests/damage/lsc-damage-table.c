/* lsc-damage-table.c - a damaged table in text against a parser of a few lines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-damage.h"
#include "read/lsc-timeline-read.h"

/** Rows as they are written: @n_plain have all that one can ask for. */
typedef struct
{
  gint64 n_plain;
  gint64 n_odd;
  guint64 dur_sum;
} Rows;

/* us as they are written, up to three decimals. */
static gboolean
read_us (const char *cell, guint64 *ns)
{
  g_autofree char *text = g_strstrip (g_strdup (cell));
  gsize n = strspn (text, "0123456789"), n_decimals = text[n] == '.' ? strlen (text + n + 1) : 0;

  if (n == 0 || n > 16 || (text[n] && text[n] != '.') || n_decimals > 3 ||
      (text[n] == '.' && (n_decimals == 0 || strspn (text + n + 1, "0123456789") != n_decimals)))
    return FALSE;
  *ns = g_ascii_strtoull (text, NULL, 10) * 1000;
  for (gsize i = 0, weight = 100; i < n_decimals; i++, weight /= 10)
    *ns += (guint64) (text[n + 1 + i] - '0') * weight;
  return TRUE;
}

static int
find_title (GPtrArray *titles, const char *title)
{
  for (guint i = 0; i < titles->len; i++)
    if (strcmp (titles->pdata[i], title) == 0)
      return (int) i;
  return -1;
}

/* The cell that begins at @at, as RFC 4180 has it. Returns what is behind it; %NULL where a quote
 * stands elsewhere than around a cell of one line. */
static const char *
next_cell (const char *at, const char *end, GString *cell)
{
  gboolean is_quoted = at < end && *at == '"';

  for (at += is_quoted; at < end; at++)
    {
      if (!is_quoted && (*at == ',' || *at == '\n'))
        return at;
      if (*at == '\0' || *at == '\r' || *at == '\n' || (*at == '"' && !is_quoted))
        return NULL;
      if (*at == '"' && (at + 1 == end || at[1] != '"'))
        return at + 1 == end || at[1] == ',' || at[1] == '\n' ? at + 1 : NULL;
      at += *at == '"';
      g_string_append_c (cell, *at);
    }
  return is_quoted ? NULL : at;
}

/* Returns %FALSE at the end, and, with @is_odd, where it is not clear what the rows are. */
static gboolean
next_row (const char **at, const char *end, GPtrArray *cells, gboolean *is_odd)
{
  if (*at == end)
    return FALSE;
  g_ptr_array_set_size (cells, 0);
  for (;;)
    {
      g_autoptr (GString) cell = g_string_new (NULL);
      const char *behind = next_cell (*at, end, cell);

      if (!behind)
        {
          *is_odd = TRUE;
          return FALSE;
        }
      g_ptr_array_add (cells, g_string_free (g_steal_pointer (&cell), FALSE));
      *at = MIN (behind + 1, end);
      if (behind == end || *behind == '\n')
        return TRUE;
    }
}

static void
count_rows (Rows *rows, const char *text, gsize n)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  const char *at = text, *end = text + n;
  gboolean is_odd = FALSE;
  int name = -1, start = -1, duration = -1;

  if (next_row (&at, end, titles, &is_odd))
    {
      name = find_title (titles, "Name");
      start = find_title (titles, "Start Time(us)");
      duration = find_title (titles, "Duration(us)");
      is_odd = name < 0 || start < 0 || duration < 0;
    }
  while (!is_odd && next_row (&at, end, cells, &is_odd))
    {
      guint64 start_ns, ns;

      if (cells->len == titles->len && *(const char *) cells->pdata[name] &&
          read_us (cells->pdata[start], &start_ns) && read_us (cells->pdata[duration], &ns))
        {
          rows->n_plain++;
          rows->dur_sum += ns;
        }
      else
        rows->n_odd++;
    }
  if (is_odd)
    rows->n_odd = G_MAXINT32;
}

/* A kernel that computes and communicates is on its stream, and an operator of its group, too. */
static gboolean
is_row (const LscTimeline *timeline, const LscNode *node, guint32 slice)
{
  return node->role == LSC_ROLE_STREAM ||
         g_str_has_prefix (lsc_timeline_text (timeline, node->lane->name[slice]), "hcom_");
}

/* Those that communicate have a lane of their own. */
static gint64
count_kernels (const LscTimeline *timeline, guint64 *dur_sum)
{
  gint64 n = 0;

  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (!node->lane || (node->role != LSC_ROLE_STREAM && node->role != LSC_ROLE_COMM_GROUP))
        continue;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (is_row (timeline, node, k))
          {
            *dur_sum += (guint64) lsc_lane_get_duration_ns (node->lane, k);
            n++;
          }
    }
  return n;
}

LscDamageOutcome
lsc_damage_check_table (const LscDamageCase *self, GRand *random)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (self->source, 1, NULL, &error);
  g_autofree char *text = NULL;
  guint64 dur_sum = 0, print;
  Rows rows = { 0 };
  gboolean is_told;
  gint64 n_read;
  gsize n;

  print = lsc_damage_load_alike (self->source, &is_told);
  if (!timeline)
    return LSC_DAMAGE_REFUSED;
  if (is_told)
    return LSC_DAMAGE_TOLD;
  g_assert_true (g_file_get_contents (self->path, &text, &n, NULL));
  count_rows (&rows, text, n);
  n_read = count_kernels (timeline, &dur_sum);
  if (n_read < rows.n_plain || n_read > rows.n_plain + rows.n_odd)
    g_error ("%" G_GINT64_FORMAT " kernels instead of %" G_GINT64_FORMAT, n_read, rows.n_plain);
  if (rows.n_odd == 0 && dur_sum != rows.dur_sum)
    g_error ("other lengths");
  return print == self->print ? LSC_DAMAGE_SAME : LSC_DAMAGE_AGREED;
}
