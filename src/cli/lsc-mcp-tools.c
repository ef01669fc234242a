/* lsc-mcp-tools.c - what an assistant may ask for, and the words of the command that answers it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The texts are for models and therefore not translated.
 */
#include "config.h"

#include "cli/lsc-mcp-tools.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/* A text that is longer is a mistake, or meant to be one. */
#define MOST_TEXT 20000

#define RECORDING(text)                                                                            \
  {                                                                                                \
    "recording", LSC_MCP_RECORDING, FALSE, NULL, text                                              \
  }
#define OPENED "Name that open gave; not needed while one recording is open"
#define RANKS                                                                                      \
  {                                                                                                \
    "ranks", LSC_MCP_RANKS, FALSE, "rank-list", "Ranks to look at, such as 0,3; all without it"    \
  }
#define RANK                                                                                       \
  {                                                                                                \
    "rank", LSC_MCP_RANKS, FALSE, "rank", "One rank, such as 3"                                    \
  }
#define LAYOUT                                                                                     \
  {                                                                                                \
    "layout", LSC_MCP_WORD, FALSE, "layout",                                                       \
        "Parallel sizes that were not recorded, such as tp=2,pp=4"                                 \
  }
#define FIRST                                                                                      \
  {                                                                                                \
    "first", LSC_MCP_FIRST, FALSE, NULL,                                                           \
        "Number of the row to begin with, from 0: next_row of the answer before"                   \
  }

static const LscMcpArgument of_open[] = {
  { "path", LSC_MCP_PATH, TRUE, NULL,
    "Folder or file of a recording, absolute or below one of the folders that are served" },
  { NULL },
};

static const LscMcpArgument of_judges[] = { RECORDING (OPENED), RANKS, LAYOUT, FIRST, { NULL } };

static const LscMcpArgument of_tree[] = {
  RECORDING (OPENED),
  RANK,
  { "view", LSC_MCP_WORD, FALSE, "view", "path, call, variant, instance, class or op" },
  { "depth", LSC_MCP_COUNT, FALSE, "depth", "Levels below the rank; 3 is a good begin" },
  { "step", LSC_MCP_COUNT, FALSE, "step-id", "Only this step" },
  FIRST,
  { NULL },
};

static const LscMcpArgument of_query[] = {
  RECORDING (OPENED),
  { "sql", LSC_MCP_SQL, TRUE, NULL,
    "One SELECT over ranks, lanes, steps, slices, kernels, links, gaps, modules, blocks (SQLite; "
    "times in ns)" },
  FIRST,
  { NULL },
};

static const LscMcpArgument of_compare[] = {
  { "before", LSC_MCP_RECORDING, TRUE, NULL, "Name that open gave" },
  { "after", LSC_MCP_RECORDING, TRUE, NULL, "Name that open gave" },
  RANK,
  { "part", LSC_MCP_PART, FALSE, NULL,
    "One member of the comparison alone, such as categories, modules, ops or ranks" },
  FIRST,
  { NULL },
};

static const LscMcpArgument of_budget[] = {
  RECORDING (OPENED), RANKS, { "step", LSC_MCP_COUNT, FALSE, "step-id", "Only this step" }, FIRST,
  { NULL },
};

static const LscMcpArgument of_pipeline[] = {
  RECORDING (OPENED),
  { "part", LSC_MCP_PART, FALSE, NULL, "One member of each object alone" },
  FIRST,
  { NULL },
};

static const LscMcpTool tools[] = {
  { "open", "Opens a profile of a training or serving job and keeps it open. Call it first.", NULL,
    FALSE, of_open },
  { "overview",
    "How long a step is, which rank is slow, who waits for whom, and where the step of each rank "
    "goes. Begins with sentences; a row is a rank.",
    &lsc_cmd_overview, TRUE, of_judges },
  { "findings",
    "What makes the steps longer, ordered, with its gain in ns per step, certainty, evidence (rank "
    "and time) and what to do. Begins with sentences; a row is a finding.",
    &lsc_cmd_findings, TRUE, of_judges },
  { "tree", "The tree of modules, ops and kernels of one rank, depth first; a row is a node.",
    &lsc_cmd_tree, FALSE, of_tree },
  { "query", "Answers read-only SQL over the events of a recording; a row is a row.",
    &lsc_cmd_query, FALSE, of_query },
  { "compare", "What changed from one opened recording to another, and whether it is noise.",
    &lsc_cmd_compare, TRUE, of_compare },
  { "budget",
    "Where each step of each rank went, every nanosecond once; a row is a step of a rank.",
    &lsc_cmd_budget, FALSE, of_budget },
  { "pipeline",
    "The pipeline-parallel schedule: its bubbles, whose fault they are, the slow stage, link or "
    "micro-batch. Begins with sentences.",
    &lsc_cmd_pp, TRUE, of_pipeline },
};

/** Returns: (nullable): the tool of that name */
const LscMcpTool *
lsc_mcp_tool_find (const char *name)
{
  g_return_val_if_fail (name, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    if (g_str_equal (tools[i].name, name))
      return &tools[i];
  return NULL;
}

/* ---- description --------------------------------------------------------------------------- */

static void
add_text (JsonBuilder *out, const char *name, const char *text)
{
  json_builder_set_member_name (out, name);
  json_builder_add_string_value (out, text);
}

static gboolean
is_number (const LscMcpArgument *argument)
{
  return argument->kind == LSC_MCP_COUNT || argument->kind == LSC_MCP_FIRST;
}

static void
describe_argument (JsonBuilder *out, const LscMcpArgument *argument)
{
  json_builder_set_member_name (out, argument->name);
  json_builder_begin_object (out);
  add_text (out, "type", is_number (argument) ? "integer" : "string");
  add_text (out, "description", argument->help);
  json_builder_end_object (out);
}

static void
describe_schema (JsonBuilder *out, const LscMcpArgument *arguments)
{
  json_builder_set_member_name (out, "inputSchema");
  json_builder_begin_object (out);
  add_text (out, "type", "object");
  json_builder_set_member_name (out, "properties");
  json_builder_begin_object (out);
  for (const LscMcpArgument *each = arguments; each->name; each++)
    describe_argument (out, each);
  json_builder_end_object (out);
  json_builder_set_member_name (out, "required");
  json_builder_begin_array (out);
  for (const LscMcpArgument *each = arguments; each->name; each++)
    if (each->is_required)
      json_builder_add_string_value (out, each->name);
  json_builder_end_array (out);
  json_builder_set_member_name (out, "additionalProperties");
  json_builder_add_boolean_value (out, FALSE);
  json_builder_end_object (out);
}

static void
describe_hints (JsonBuilder *out)
{
  json_builder_set_member_name (out, "annotations");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "readOnlyHint");
  json_builder_add_boolean_value (out, TRUE);
  json_builder_set_member_name (out, "openWorldHint");
  json_builder_add_boolean_value (out, FALSE);
  json_builder_end_object (out);
}

/**
 * lsc_mcp_tools_describe:
 *
 * Adds an array of all tools, each with the schema of its arguments.
 */
void
lsc_mcp_tools_describe (JsonBuilder *out)
{
  g_return_if_fail (JSON_IS_BUILDER (out));
  json_builder_begin_array (out);
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      json_builder_begin_object (out);
      add_text (out, "name", tools[i].name);
      add_text (out, "description", tools[i].help);
      describe_schema (out, tools[i].arguments);
      describe_hints (out);
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
}

/* ---- arguments ----------------------------------------------------------------------------- */

static const LscMcpArgument *
find_argument (const LscMcpTool *self, const char *name)
{
  for (const LscMcpArgument *each = self->arguments; each->name; each++)
    if (g_str_equal (each->name, name))
      return each;
  return NULL;
}

/* (nullable): a text or a number, as a text */
static char *
node_to_text (JsonNode *node)
{
  GType type = node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_NONE;

  if (type == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (type == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  return NULL;
}

static gboolean
check_argument (const LscMcpTool *self, const char *name, JsonNode *node, GError **error)
{
  const LscMcpArgument *argument = find_argument (self, name);
  g_autofree char *text = node_to_text (node);
  guint64 count;

  if (!argument)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s has no argument “%s”"), self->name, name);
  if (JSON_NODE_HOLDS_NULL (node) && !argument->is_required)
    return TRUE;
  if (!text || !*text || strlen (text) > MOST_TEXT)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” takes a text or a whole number"), name);
  if (is_number (argument) && !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &count, NULL))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” takes a whole number from 0 on, not “%s”"),
                     name, text);
  return TRUE;
}

/**
 * lsc_mcp_tool_check:
 * @arguments: (nullable): as the client gave them
 *
 * Returns: whether the tool takes these and none is missing; else with %LSC_ERROR_USAGE
 */
gboolean
lsc_mcp_tool_check (const LscMcpTool *self, JsonObject *arguments, GError **error)
{
  g_autoptr (GList) names = NULL;

  g_return_val_if_fail (self, FALSE);
  names = arguments ? json_object_get_members (arguments) : NULL;
  for (GList *each = names; each; each = each->next)
    if (!check_argument (self, each->data, json_object_get_member (arguments, each->data), error))
      return FALSE;
  for (const LscMcpArgument *each = self->arguments; each->name; each++)
    if (each->is_required && !(arguments && json_object_has_member (arguments, each->name)))
      return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s needs the argument “%s”"), self->name,
                       each->name);
  return TRUE;
}

/** Returns: (transfer full) (nullable): an argument that was given */
char *
lsc_mcp_tool_get_text (JsonObject *arguments, const char *name)
{
  g_return_val_if_fail (name, NULL);
  return arguments && json_object_has_member (arguments, name)
             ? node_to_text (json_object_get_member (arguments, name))
             : NULL;
}

/** Returns: an argument that was checked to be a number, 0 without it */
gint64
lsc_mcp_tool_get_count (JsonObject *arguments, const char *name)
{
  g_autofree char *text = lsc_mcp_tool_get_text (arguments, name);

  return text ? g_ascii_strtoll (text, NULL, 10) : 0;
}
