/* lsc-mcp-tools.h - what an assistant may ask for, and the words of the command that answers it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "cli/lsc-cli-command.h"

G_BEGIN_DECLS

/** What an argument of a tool is, and where it goes on the command line. */
typedef enum
{
  LSC_MCP_RECORDING, /* name of an opened recording; a word */
  LSC_MCP_PATH,      /* of what is to be opened */
  LSC_MCP_SQL,       /* a word */
  LSC_MCP_RANKS,     /* a list; --NAME=VALUE, as all that follow */
  LSC_MCP_WORD,
  LSC_MCP_COUNT,
  LSC_MCP_FIRST, /* of the rows of the answer; no option */
  LSC_MCP_PART,  /* of the objects of the answer; no option */
} LscMcpKind;

/**
 * LscMcpArgument:
 * @option: (nullable): of the command, without dashes
 * @help: untranslated: it is read by a model
 */
typedef struct
{
  const char *name;
  LscMcpKind kind;
  gboolean is_required;
  const char *option;
  const char *help;
} LscMcpArgument;

/**
 * LscMcpTool:
 * @command: (nullable): whose lines of JSON are the rows of the answer; %NULL: opens a recording
 * @says: the command's words for people come before the rows
 * @arguments: (array zero-terminated=1):
 */
typedef struct
{
  const char *name;
  const char *help;
  const LscCliCommand *command;
  gboolean says;
  const LscMcpArgument *arguments;
} LscMcpTool;

const LscMcpTool *lsc_mcp_tool_find (const char *name);
void lsc_mcp_tools_describe (JsonBuilder *out);
gboolean lsc_mcp_tool_check (const LscMcpTool *self, JsonObject *arguments, GError **error);
char *lsc_mcp_tool_get_text (JsonObject *arguments, const char *name);
gint64 lsc_mcp_tool_get_count (JsonObject *arguments, const char *name);

G_END_DECLS
