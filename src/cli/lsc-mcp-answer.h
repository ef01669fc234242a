/* lsc-mcp-answer.h - an answer that an assistant can take in: whole rows, of a bounded size
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** What an answer takes at most as a string of JSON, in bytes: with what is around it 8 kB. */
#define LSC_MCP_MOST_BYTES 7900

/**
 * LscMcpAnswer: what a command said
 * @tool: the name of the tool; a row's id is TOOL/NUMBER
 * @exit_code: of the command
 * @says: (nullable): its words for people
 * @errors: (nullable): what it printed on standard error
 * @lines: (nullable): its lines of JSON
 * @part: (nullable): member of the rows that alone is wanted, dotted
 * @first: number of the first row that is wanted
 */
typedef struct
{
  const char *tool;
  int exit_code;
  const char *says;
  const char *errors;
  const char *lines;
  const char *part;
  gint64 first;
} LscMcpAnswer;

char *lsc_mcp_answer_to_text (const LscMcpAnswer *self);

G_END_DECLS
