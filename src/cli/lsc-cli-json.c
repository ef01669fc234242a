/* lsc-cli-json.c - members of JSON objects that may be unknown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-json.h"

#include <math.h>

#include "analyze/lsc-table.h"

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
