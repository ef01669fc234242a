/* lsc-mcp-server.c - answers messages of the Model Context Protocol
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * JSON-RPC 2.0, as the protocol's published schema has it; a message is a line.
 */
#include "config.h"

#include "cli/lsc-mcp-server.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json.h"
#include "cli/lsc-cli-kept.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-mcp-answer.h"
#include "cli/lsc-mcp-tools.h"

/* A question looks at one recording or two, whole and by ranks. */
#define MOST_KEPT 8
#define MOST_RECORDINGS 256
#define MOST_BATCH 64
#define MOST_SAID_BYTES ((gsize) 64 * 1024 * 1024)

/** Codes of JSON-RPC. */
enum
{
  ERROR_PARSE = -32700,
  ERROR_REQUEST = -32600,
  ERROR_METHOD = -32601,
  ERROR_PARAMS = -32602,
};

/* The newest first: what is answered to a client that speaks another one. */
static const char *const versions[] = { "2025-06-18", "2025-03-26", "2024-11-05" };

/** What a command said. */
typedef struct
{
  GString *out;
  GString *words;
  GString *errors;
  int exit_code;
} Said;

/**
 * LscMcpServer:
 * @folders: (array zero-terminated=1): real paths
 * @recordings: (element-type utf8): real path of r1, r2, …
 * @said: (element-type Said): by the words of the command, so that the next rows of an answer are
 * not made anew
 * @said_bytes: what it takes
 * @n_dropped: of lsc_cli_kept_refresh() when they were made
 */
struct _LscMcpServer
{
  char **folders;
  GPtrArray *recordings;
  GHashTable *said;
  gsize said_bytes;
  guint64 n_dropped;
};

static Said *
said_new (void)
{
  Said *self = g_new0 (Said, 1);

  self->out = g_string_new (NULL);
  self->words = g_string_new (NULL);
  self->errors = g_string_new (NULL);
  return self;
}

static void
said_free (gpointer data)
{
  Said *self = data;

  g_string_free (self->out, TRUE);
  g_string_free (self->words, TRUE);
  g_string_free (self->errors, TRUE);
  g_free (self);
}

/* (nullable): without links, of what is there */
static char *
real_path (const char *path, GError **error)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real);

  if (!real)
    lsc_fail (error, LSC_ERROR_USAGE, _ ("There is no file or folder “%s”"), path);
  free (real);
  return copy;
}

/**
 * lsc_mcp_server_new:
 * @folders: (array zero-terminated=1): what may be read
 *
 * Returns: (transfer full) (nullable): the server, or %NULL where a folder is not there
 */
LscMcpServer *
lsc_mcp_server_new (const char *const *folders, GError **error)
{
  g_autoptr (LscMcpServer) self = NULL;
  guint n;

  g_return_val_if_fail (folders && *folders, NULL);
  n = g_strv_length ((char **) folders);
  self = g_new0 (LscMcpServer, 1);
  self->folders = g_new0 (char *, n + 1);
  self->recordings = g_ptr_array_new_with_free_func (g_free);
  self->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, said_free);
  lsc_cli_kept_begin (MOST_KEPT);
  for (guint i = 0; i < n; i++)
    if (!(self->folders[i] = real_path (folders[i], error)))
      return NULL;
  return g_steal_pointer (&self);
}

void
lsc_mcp_server_free (LscMcpServer *self)
{
  if (!self)
    return;
  lsc_cli_kept_end ();
  g_hash_table_unref (self->said);
  g_ptr_array_unref (self->recordings);
  g_strfreev (self->folders);
  g_free (self);
}

/* ---- messages ------------------------------------------------------------------------------ */

static void
add_text (JsonBuilder *out, const char *name, const char *text)
{
  json_builder_set_member_name (out, name);
  json_builder_add_string_value (out, text);
}

/* @id: (nullable): null where it could not be read */
static JsonBuilder *
begin_response (JsonNode *id)
{
  JsonBuilder *out = json_builder_new ();

  json_builder_begin_object (out);
  add_text (out, "jsonrpc", "2.0");
  json_builder_set_member_name (out, "id");
  if (id)
    json_builder_add_value (out, json_node_copy (id));
  else
    json_builder_add_null_value (out);
  return out;
}

static JsonNode *
end_response (JsonBuilder *out)
{
  JsonNode *root;

  json_builder_end_object (out);
  root = json_builder_get_root (out);
  g_object_unref (out);
  return root;
}

static JsonNode *
refuse (JsonNode *id, int code, const char *text)
{
  JsonBuilder *out = begin_response (id);

  json_builder_set_member_name (out, "error");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "code");
  json_builder_add_int_value (out, code);
  add_text (out, "message", text);
  json_builder_end_object (out);
  return end_response (out);
}

/* ---- initialize, tools/list ---------------------------------------------------------------- */

static const char *
choose_version (JsonObject *params)
{
  g_autofree char *wanted = lsc_mcp_tool_get_text (params, "protocolVersion");

  for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
    if (g_strcmp0 (wanted, versions[i]) == 0)
      return versions[i];
  return versions[0];
}

static void
add_instructions (JsonBuilder *out, const LscMcpServer *self)
{
  g_autofree char *folders = g_strjoinv (", ", self->folders);
  g_autofree char *text = g_strdup_printf (
      "Profiles of large-model training and serving. Call open with a folder below %s, then "
      "findings: its sentences name the cause and the gain. overview compares ranks, budget splits "
      "steps, pipeline judges stages, tree and query go into detail, compare sets two recordings "
      "side by side. Times are in ns. A row has the id TOOL/NUMBER, counted from 0; cite it as "
      "evidence. An answer has at most 8 kB; next_row says where it goes on.",
      folders);

  add_text (out, "instructions", text);
}

static JsonNode *
initialize (const LscMcpServer *self, JsonNode *id, JsonObject *params)
{
  JsonBuilder *out = begin_response (id);

  json_builder_set_member_name (out, "result");
  json_builder_begin_object (out);
  add_text (out, "protocolVersion", choose_version (params));
  json_builder_set_member_name (out, "capabilities");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "tools");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "listChanged");
  json_builder_add_boolean_value (out, FALSE);
  json_builder_end_object (out);
  json_builder_end_object (out);
  json_builder_set_member_name (out, "serverInfo");
  json_builder_begin_object (out);
  add_text (out, "name", "lanescope");
  add_text (out, "version", LSC_VERSION);
  json_builder_end_object (out);
  add_instructions (out, self);
  json_builder_end_object (out);
  return end_response (out);
}

static JsonNode *
list_tools (JsonNode *id)
{
  JsonBuilder *out = begin_response (id);

  json_builder_set_member_name (out, "result");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "tools");
  lsc_mcp_tools_describe (out);
  json_builder_end_object (out);
  return end_response (out);
}

static JsonNode *
pong (JsonNode *id)
{
  JsonBuilder *out = begin_response (id);

  json_builder_set_member_name (out, "result");
  json_builder_begin_object (out);
  json_builder_end_object (out);
  return end_response (out);
}

/* ---- tools/call ---------------------------------------------------------------------------- */

/* What the tool says goes to the model, faults of it, too: it can do better the next time. */
static JsonNode *
respond (JsonNode *id, const char *text, gboolean is_error)
{
  JsonBuilder *out = begin_response (id);

  json_builder_set_member_name (out, "result");
  json_builder_begin_object (out);
  json_builder_set_member_name (out, "content");
  json_builder_begin_array (out);
  json_builder_begin_object (out);
  add_text (out, "type", "text");
  add_text (out, "text", text);
  json_builder_end_object (out);
  json_builder_end_array (out);
  json_builder_set_member_name (out, "isError");
  json_builder_add_boolean_value (out, is_error);
  json_builder_end_object (out);
  return end_response (out);
}

static gboolean
is_below (const char *path, const char *folder)
{
  gsize n = strlen (folder);

  return strncmp (path, folder, n) == 0 &&
         (path[n] == '\0' || path[n] == G_DIR_SEPARATOR || (n > 0 && folder[n - 1] == '/'));
}

/* (transfer full) (nullable): where a path lies that a client named; only what is below a folder
 * that is served is looked for */
static char *
find_path (const LscMcpServer *self, const char *path, GError **error)
{
  for (int i = 0; self->folders[i]; i++)
    {
      g_autofree char *full = g_path_is_absolute (path)
                                  ? g_strdup (path)
                                  : g_build_filename (self->folders[i], path, NULL);
      g_autofree char *real = real_path (full, NULL);

      if (!real)
        continue;
      for (int k = 0; self->folders[k]; k++)
        if (is_below (real, self->folders[k]))
          return g_steal_pointer (&real);
    }
  /* The same words whether it is there or not: what lies outside is nobody's business. */
  lsc_fail (error, LSC_ERROR_USAGE, _ ("There is no “%s” below the folders that are served here"),
            path);
  return NULL;
}

/* Number of the recording from 1 on, 0 = there are too many. */
static guint
number_recording (LscMcpServer *self, const char *path)
{
  for (guint i = 0; i < self->recordings->len; i++)
    if (g_str_equal (self->recordings->pdata[i], path))
      return i + 1;
  if (self->recordings->len >= MOST_RECORDINGS)
    return 0;
  g_ptr_array_add (self->recordings, g_strdup (path));
  return self->recordings->len;
}

/* (nullable): the path of r1, r2, …; without a name that of the only one */
static const char *
find_recording (const LscMcpServer *self, const char *name, GError **error)
{
  guint64 number = 0;

  if (!name && self->recordings->len == 1)
    return self->recordings->pdata[0];
  if (!name)
    lsc_fail (error, LSC_ERROR_USAGE, "%s",
              self->recordings->len == 0 ? _ ("No recording is open: call open first")
                                         : _ ("Several recordings are open: name one of them"));
  else if (*name != 'r' ||
           !g_ascii_string_to_unsigned (name + 1, 10, 1, self->recordings->len, &number, NULL))
    lsc_fail (error, LSC_ERROR_USAGE, _ ("No recording “%s” is open: open gives the names"), name);
  return number > 0 ? self->recordings->pdata[number - 1] : NULL;
}

static JsonNode *
describe_opened (JsonNode *id, guint number, const LscCliProject *project, const char *errors)
{
  g_autofree char *label = g_path_get_basename (project->project->path);
  g_autoptr (GString) ranks = g_string_new (NULL);
  g_autofree char *row = NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown = g_strescape (label, NULL);
  LscMcpAnswer answer = { .tool = "open", .errors = errors };

  for (guint i = 0; i < project->sources->len && i < 64; i++)
    {
      gint64 rank = ((const LscSource *) project->sources->pdata[i])->rank;

      if (rank >= 0)
        g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, ranks->len > 0 ? "," : "", rank);
    }
  row = g_strdup_printf (
      "{\"recording\":\"r%u\",\"name\":\"%s\",\"n_ranks\":%u,\"ranks\":\"%s%s\","
      "\"format\":\"%s\"}",
      number, shown, project->sources->len, ranks->str, project->sources->len > 64 ? ",…" : "",
      lsc_format_word (((const LscSource *) project->sources->pdata[0])->format));
  answer.lines = row;
  text = lsc_mcp_answer_to_text (&answer);
  return respond (id, text, FALSE);
}

/* Why nothing of it is known, as a command says it; other failures are told in words. */
static JsonNode *
describe_nothing (JsonNode *id, LscExit code, const LscCliProject *project, const char *errors)
{
  g_autofree char *line = lsc_cli_unknown_of_nothing (project);
  LscMcpAnswer answer = {
    .tool = "open", .exit_code = (int) code, .errors = errors, .lines = line
  };
  g_autofree char *text =
      code == LSC_EXIT_NOTHING ? lsc_mcp_answer_to_text (&answer) : g_strdup (errors);

  return respond (id, text, TRUE);
}

static JsonNode *
open_recording (LscMcpServer *self, JsonNode *id, JsonObject *arguments)
{
  g_autofree char *path = lsc_mcp_tool_get_text (arguments, "path");
  g_autoptr (GError) error = NULL;
  g_autofree char *real = find_path (self, path, &error);
  g_autoptr (GString) errors = g_string_new (NULL);
  LscCliOptions options = { .quiet = TRUE };
  LscCliProject project = { 0 };
  JsonNode *response;
  LscExit code;

  if (!real)
    return respond (id, error->message, TRUE);
  lsc_cli_stdout_divert (errors, errors);
  code = lsc_cli_project_open (&project, &options, real);
  lsc_cli_stdout_divert (NULL, NULL);
  if (code == LSC_EXIT_OK)
    response = describe_opened (id, number_recording (self, real), &project, errors->str);
  else
    response = describe_nothing (id, code, &project, errors->str);
  lsc_cli_project_clear (&project);
  return response;
}

/* (nullable): the words of the command */
static GPtrArray *
make_words (const LscMcpServer *self, const LscMcpTool *tool, JsonObject *arguments, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_strdup (tool->command->name));
  for (const LscMcpArgument *each = tool->arguments; each->name; each++)
    {
      g_autofree char *text = lsc_mcp_tool_get_text (arguments, each->name);
      const char *path;

      if (each->kind == LSC_MCP_RECORDING)
        {
          if (!(path = find_recording (self, text, error)))
            return NULL;
          g_ptr_array_add (words, g_strdup (path));
        }
      else if (text && each->kind == LSC_MCP_SQL)
        g_ptr_array_add (words, g_strconcat (" ", text, NULL)); /* never taken for an option */
      else if (text && each->option)
        g_ptr_array_add (words, g_strdup_printf ("--%s=%s", each->option, text));
    }
  return g_steal_pointer (&words);
}

static Said *
run_command (const LscMcpTool *tool, GPtrArray *words)
{
  Said *said = said_new ();

  lsc_cli_stdout_divert (said->out, said->errors);
  lsc_cli_stdout_divert_words (tool->says ? said->words : NULL);
  said->exit_code = (int) lsc_cli_command_run (tool->command, (char **) words->pdata);
  lsc_cli_stdout_divert_words (NULL);
  lsc_cli_stdout_divert (NULL, NULL);
  return said;
}

static void
forget_old (LscMcpServer *self)
{
  guint64 n_dropped = lsc_cli_kept_refresh ();

  if (n_dropped == self->n_dropped && self->said_bytes < MOST_SAID_BYTES)
    return;
  g_hash_table_remove_all (self->said);
  self->said_bytes = 0;
  self->n_dropped = n_dropped;
}

/* (transfer none): rows, and sentences where the tool has some, of one run of its command */
static const Said *
ask (LscMcpServer *self, const LscMcpTool *tool, GPtrArray *words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *key = NULL;
  Said *said;

  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (argv, g_strdup (words->pdata[i]));
  g_ptr_array_add (argv, g_strdup ("--json"));
  g_ptr_array_add (argv, NULL);
  key = g_strjoinv ("\n", (char **) argv->pdata);
  said = g_hash_table_lookup (self->said, key);
  if (said)
    return said;
  said = run_command (tool, argv);
  self->said_bytes += said->out->len + said->words->len + said->errors->len;
  g_hash_table_insert (self->said, g_steal_pointer (&key), said);
  return said;
}

static JsonNode *
run_tool (LscMcpServer *self, JsonNode *id, const LscMcpTool *tool, JsonObject *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) words = make_words (self, tool, arguments, &error);
  g_autofree char *part = lsc_mcp_tool_get_text (arguments, "part");
  g_autofree char *text = NULL;
  LscMcpAnswer answer = { .tool = tool->name,
                          .part = part,
                          .first = lsc_mcp_tool_get_count (arguments, "first") };
  const Said *said;

  if (!words)
    return respond (id, error->message, TRUE);
  forget_old (self);
  said = ask (self, tool, words);
  answer.exit_code = said->exit_code;
  answer.lines = said->out->str;
  answer.errors = said->errors->str;
  if (tool->says && answer.first == 0 && !part)
    answer.says = said->words->str;
  text = lsc_mcp_answer_to_text (&answer);
  return respond (id, text, answer.exit_code != LSC_EXIT_OK && answer.exit_code != LSC_EXIT_PART);
}

static JsonNode *
call_tool (LscMcpServer *self, JsonNode *id, JsonObject *params)
{
  g_autofree char *name = lsc_mcp_tool_get_text (params, "name");
  const LscMcpTool *tool = name ? lsc_mcp_tool_find (name) : NULL;
  JsonNode *node = params ? json_object_get_member (params, "arguments") : NULL;
  JsonObject *arguments =
      node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GError) error = NULL;

  if (!tool)
    return refuse (id, ERROR_PARAMS, _ ("There is no tool of that name"));
  if (!lsc_mcp_tool_check (tool, arguments, &error))
    return respond (id, error->message, TRUE);
  return tool->command ? run_tool (self, id, tool, arguments)
                       : open_recording (self, id, arguments);
}

/* ---- requests ------------------------------------------------------------------------------ */

static JsonNode *
answer_method (LscMcpServer *self, JsonNode *id, const char *method, JsonObject *params)
{
  if (g_str_equal (method, "initialize"))
    return initialize (self, id, params);
  if (g_str_equal (method, "ping"))
    return pong (id);
  if (g_str_equal (method, "tools/list"))
    return list_tools (id);
  if (g_str_equal (method, "tools/call"))
    return call_tool (self, id, params);
  return refuse (id, ERROR_METHOD, _ ("There is no such method"));
}

static gboolean
is_id (JsonNode *id)
{
  GType type = JSON_NODE_HOLDS_VALUE (id) ? json_node_get_value_type (id) : G_TYPE_NONE;

  return type == G_TYPE_STRING || type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
}

/* (nullable): nothing is answered to a notification */
static JsonNode *
answer_request (LscMcpServer *self, JsonNode *message)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (message) ? json_node_get_object (message) : NULL;
  JsonNode *id = object ? json_object_get_member (object, "id") : NULL;
  JsonNode *node = object ? json_object_get_member (object, "params") : NULL;
  JsonObject *params = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autofree char *method = object ? lsc_mcp_tool_get_text (object, "method") : NULL;

  if (!object || (!method && !json_object_has_member (object, "result") &&
                  !json_object_has_member (object, "error")))
    return refuse (NULL, ERROR_REQUEST, _ ("The message is no request"));
  if (!method || !id)
    return NULL;
  if (!is_id (id))
    return refuse (NULL, ERROR_REQUEST, _ ("The message is no request"));
  return answer_method (self, id, method, params);
}

static JsonNode *
answer_batch (LscMcpServer *self, JsonArray *batch)
{
  guint n = json_array_get_length (batch);
  g_autoptr (JsonArray) answers = json_array_new ();
  JsonNode *root;

  if (n == 0 || n > MOST_BATCH)
    return refuse (NULL, ERROR_REQUEST, _ ("The message is no request"));
  for (guint i = 0; i < n; i++)
    {
      JsonNode *answer = answer_request (self, json_array_get_element (batch, i));

      if (answer)
        json_array_add_element (answers, answer);
    }
  if (json_array_get_length (answers) == 0)
    return NULL;
  root = json_node_new (JSON_NODE_ARRAY);
  json_node_set_array (root, answers);
  return root;
}

/**
 * lsc_mcp_server_answer:
 * @message: a line, of whatever content
 *
 * Returns: (transfer full) (nullable): the line to answer, without its end; %NULL = none
 */
char *
lsc_mcp_server_answer (LscMcpServer *self, const char *message)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) answer = NULL;

  g_return_val_if_fail (self && message, NULL);
  if (g_utf8_validate (message, -1, NULL))
    node = lsc_json_parse_text (message, NULL);
  if (!node)
    answer = refuse (NULL, ERROR_PARSE, _ ("The message is no JSON"));
  else if (JSON_NODE_HOLDS_ARRAY (node))
    answer = answer_batch (self, json_node_get_array (node));
  else
    answer = answer_request (self, node);
  return answer ? json_to_string (answer, FALSE) : NULL;
}
