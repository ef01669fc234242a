/* lsc-cli-json.c - members of JSON objects that may be unknown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-json.h"

#include <math.h>

#include "analyze/lsc-table-unknown.h"

/** Adds a number, null for %LSC_INT_NULL. */
void
lsc_cli_json_add_int (JsonBuilder *out, const char *name, gint64 value)
{
  g_return_if_fail (JSON_IS_BUILDER (out) && name);
  json_builder_set_member_name (out, name);
  if (value == LSC_INT_NULL)
    json_builder_add_null_value (out);
  else
    json_builder_add_int_value (out, value);
}

/**
 * lsc_cli_json_add_rank:
 * @key: of its number, null where it is not known
 * @name_key: of its name, which is added where it has one instead of a number
 */
void
lsc_cli_json_add_rank (JsonBuilder *out, const char *key, const char *name_key, gint64 rank)
{
  lsc_cli_json_add_int (out, key, rank >= 0 ? rank : LSC_INT_NULL);
  if (lsc_rank_is_named (rank))
    lsc_cli_json_add_text (out, name_key, lsc_rank_name_find (rank));
}

/** Adds a number, null for %LSC_REAL_NULL. */
void
lsc_cli_json_add_real (JsonBuilder *out, const char *name, double value)
{
  g_return_if_fail (JSON_IS_BUILDER (out) && name);
  json_builder_set_member_name (out, name);
  if (isnan (value))
    json_builder_add_null_value (out);
  else
    json_builder_add_double_value (out, value);
}

/** Adds a text; @text: (nullable): null */
void
lsc_cli_json_add_text (JsonBuilder *out, const char *name, const char *text)
{
  g_return_if_fail (JSON_IS_BUILDER (out) && name);
  json_builder_set_member_name (out, name);
  if (text)
    json_builder_add_string_value (out, text);
  else
    json_builder_add_null_value (out);
}

/**
 * lsc_cli_json_add_unknown:
 * @list: (element-type LscUnknownCells)
 *
 * Adds what is not known, and why, as lsc_export_json_unknown() writes it; nothing of an empty
 * list.
 */
void
lsc_cli_json_add_unknown (JsonBuilder *out, const GPtrArray *list)
{
  g_return_if_fail (JSON_IS_BUILDER (out) && list);
  if (list->len == 0)
    return;
  json_builder_set_member_name (out, "not_known");
  json_builder_begin_array (out);
  for (guint i = 0; i < list->len; i++)
    {
      const LscUnknownCells *cells = list->pdata[i];

      json_builder_begin_object (out);
      lsc_cli_json_add_text (out, "code", lsc_unknown_get_code (cells->unknown));
      lsc_cli_json_add_text (out, "reason", lsc_unknown_get_reason (cells->unknown));
      lsc_cli_json_add_text (out, "remedy",
                             lsc_unknown_get_remedy (cells->unknown, cells->recorder));
      json_builder_set_member_name (out, "of");
      json_builder_begin_array (out);
      for (guint k = 0; k < cells->columns->len; k++)
        json_builder_add_string_value (out, cells->columns->pdata[k]);
      json_builder_end_array (out);
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
}
