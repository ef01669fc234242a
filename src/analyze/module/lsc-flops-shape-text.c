/* lsc-flops-shape-text.c - shapes and data types as the exporter writes them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-time.h"
#include "analyze/module/lsc-flops-private.h"

/* `"4096,4096;4096,4096"`: tensors by `;`, dimensions by `,`, quotes around it all
 * (flops.md#shape-text). `N/A` at profiler level 0. */

/**
 * _lsc_shape_text:
 *
 * Returns: (transfer full): the text without quotes at its ends
 */
char *
_lsc_shape_text (const LscRun *run, guint32 id)
{
  const char *text = lsc_run_text (run, id);
  gsize length;

  text += strspn (text, "\"'");
  length = strlen (text);
  while (length > 0 && strchr ("\"'", text[length - 1]))
    length--;
  return g_strndup (text, length);
}

/**
 * _lsc_shape_is_known:
 *
 * Returns: whether the exporter knew the shapes
 */
gboolean
_lsc_shape_is_known (const LscRun *run, guint32 id)
{
  const char *text;

  if (id == LSC_STRING_NONE)
    return FALSE;
  text = lsc_run_text (run, id);
  text += strspn (text, "\"'");
  return strncmp (text, "N/A", 3) != 0 || text[3 + strspn (text + 3, "\"'")] != '\0';
}

static gboolean
parse_dim (const char *begin, const char *end, LscShape *shape)
{
  gint64 value;

  while (begin < end && *begin == ' ')
    begin++;
  while (end > begin && end[-1] == ' ')
    end--;
  if (lsc_parse_int64 (begin, (gsize) (end - begin), &value) != LSC_PARSE_OK || value < 0)
    return FALSE;
  if (shape->n_dims < LSC_MAX_DIMS)
    shape->dims[shape->n_dims] = value;
  shape->n_dims++;
  return shape->n_dims <= LSC_MAX_DIMS;
}

static gboolean
parse_tensor (const char *begin, const char *end, LscShape *shape)
{
  shape->n_dims = 0;
  while (begin < end)
    {
      const char *comma = memchr (begin, ',', (gsize) (end - begin));
      const char *stop = comma ? comma : end;

      if (!parse_dim (begin, stop, shape))
        return FALSE;
      begin = comma ? comma + 1 : end;
    }
  return TRUE;
}

/**
 * _lsc_shapes_parse:
 * @id: a shape text of the run
 * @shapes: (out caller-allocates): its tensors
 *
 * Returns: %FALSE when it is missing, `N/A` or no list of dimensions
 */
gboolean
_lsc_shapes_parse (const LscRun *run, guint32 id, LscShapes *shapes)
{
  g_autofree char *text = NULL;
  const char *begin;

  shapes->n = 0;
  if (!_lsc_shape_is_known (run, id))
    return FALSE;
  text = _lsc_shape_text (run, id);
  for (begin = text; begin;)
    {
      const char *semicolon = strchr (begin, ';');
      const char *end = semicolon ? semicolon : begin + strlen (begin);
      LscShape ignored;
      LscShape *shape = shapes->n < LSC_MAX_TENSORS ? &shapes->tensors[shapes->n] : &ignored;

      if (!parse_tensor (begin, end, shape))
        return FALSE;
      shapes->n++;
      begin = semicolon ? semicolon + 1 : NULL;
    }
  return TRUE;
}

/* Part @index of a type list, trimmed and in capitals; empty parts do not count. */
static char *
dtype_part (const LscRun *run, guint32 id, guint index)
{
  g_autofree char *text = _lsc_shape_text (run, id);
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  guint n = 0;

  for (guint i = 0; parts[i]; i++)
    {
      g_strstrip (parts[i]);
      if (*parts[i] && n++ == index)
        return g_ascii_strup (parts[i], -1);
    }
  return NULL;
}

/**
 * _lsc_dtype_at:
 * @is_peer: know only the names that the reference knows
 *
 * Returns: the class of one input's type; an empty list means FP16
 */
LscDtype
_lsc_dtype_at (const LscRun *run, guint32 id, guint index, gboolean is_peer)
{
  static const struct
  {
    const char *name;
    LscDtype dtype;
    gboolean ours;
  } names[] = {
    { "FLOAT16", LSC_DTYPE_FP16, FALSE }, { "BF16", LSC_DTYPE_FP16, FALSE },
    { "DT_BF16", LSC_DTYPE_FP16, FALSE }, { "FLOAT", LSC_DTYPE_FP32, FALSE },
    { "INT8", LSC_DTYPE_INT8, FALSE },    { "DT_FLOAT16", LSC_DTYPE_FP16, TRUE },
    { "BFLOAT16", LSC_DTYPE_FP16, TRUE }, { "DT_FLOAT", LSC_DTYPE_FP32, TRUE },
    { "FLOAT32", LSC_DTYPE_FP32, TRUE },  { "DT_INT8", LSC_DTYPE_INT8, TRUE },
  };
  g_autofree char *part = dtype_part (run, id, index);

  if (!part)
    return index == 0 ? LSC_DTYPE_FP16 : LSC_DTYPE_UNSUPPORTED;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, part) == 0 && !(is_peer && names[i].ours))
      return names[i].dtype;
  return LSC_DTYPE_UNSUPPORTED;
}

/**
 * _lsc_dtypes_equal:
 *
 * Returns: whether there are @n types and they are the same
 */
gboolean
_lsc_dtypes_equal (const LscRun *run, guint32 id, guint n)
{
  g_autofree char *first = dtype_part (run, id, 0);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *part = dtype_part (run, id, i);

      if (!part || strcmp (part, first) != 0)
        return FALSE;
    }
  return TRUE;
}
