/* lsc-cmd-mcp.c - mcp: answers an assistant's questions about recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-mcp-server.h"

/* A message that is longer is refused, and what is left of it skipped. */
#define MOST_LINE (1024 * 1024)
#define BLOCK 65536

/**
 * Reader: lines of standard input
 * @rest: what was read and not returned yet
 * @is_long: the line that is being read is skipped
 */
typedef struct
{
  GString *rest;
  gboolean is_long;
  gboolean is_end;
} Reader;

static void
read_block (Reader *self)
{
  char block[BLOCK];
  gssize n;

  do
    n = read (STDIN_FILENO, block, sizeof block);
  while (n < 0 && errno == EINTR);
  if (n <= 0)
    self->is_end = TRUE;
  else
    g_string_append_len (self->rest, block, n);
}

/* (transfer full) (nullable): the next line; %NULL at the end. One that is too long is an empty one
 * with a brace, which is no JSON. */
static char *
next_line (Reader *self)
{
  for (;;)
    {
      const char *end = memchr (self->rest->str, '\n', self->rest->len);
      gsize n = end ? (gsize) (end - self->rest->str) : self->rest->len;
      gboolean was_long = self->is_long;
      char *line;

      if (!end && !self->is_end)
        {
          if (n > MOST_LINE)
            {
              self->is_long = TRUE;
              g_string_truncate (self->rest, 0);
            }
          read_block (self);
          continue;
        }
      if (!end && n == 0 && !was_long)
        return NULL;
      line = was_long || n > MOST_LINE ? g_strdup ("{") : g_strndup (self->rest->str, n);
      g_string_erase (self->rest, 0, (gssize) (end ? n + 1 : n));
      self->is_long = FALSE;
      return line;
    }
}

static gboolean
is_blank (const char *line)
{
  return line[strspn (line, " \t\r")] == '\0';
}

static gboolean
answer_line (LscMcpServer *server, const char *line)
{
  g_autofree char *answer = is_blank (line) ? NULL : lsc_mcp_server_answer (server, line);

  return !answer || (lsc_cli_print (answer, strlen (answer)) && lsc_cli_print ("\n", 1));
}

static LscExit
serve (LscCliRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMcpServer) server =
      lsc_mcp_server_new ((const char *const *) run->words + 1, &error);
  g_autoptr (GString) rest = g_string_new (NULL);
  Reader reader = { rest, FALSE, FALSE };
  gboolean goes_on = TRUE;

  if (!server)
    return lsc_cli_fail (error);
  while (goes_on)
    {
      g_autofree char *line = next_line (&reader);

      goes_on = line && answer_line (server, line);
    }
  return LSC_EXIT_OK;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  if (run->words[1])
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("mcp takes the folders that an assistant may read"));
}

const LscCliCommand lsc_cmd_mcp = {
  .name = "mcp",
  .usage = "DIR…",
  .line = N_ ("  mcp       answers the questions of an assistant (Model Context Protocol)"),
  .arguments = "DIR…",
  .summary =
      N_ ("Speaks the Model Context Protocol on standard input and output, a message a line, with "
          "the tools open, overview, findings, tree, query, compare, budget and pipeline. Only "
          "recordings below the folders are read, and nothing is written."),
  .n_words = -1,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_NOTHING,
  .check = check,
  .run = serve,
};
