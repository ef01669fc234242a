/* lsc-cli-log.c - where messages of GLib go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-log.h"

#include <stdio.h>
#include <string.h>

static const char *
find_domain (const GLogField *fields, gsize n_fields)
{
  for (gsize i = 0; i < n_fields; i++)
    if (strcmp (fields[i].key, "GLIB_DOMAIN") == 0)
      return fields[i].value;
  return NULL;
}

static GLogWriterOutput
write_message (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  if (g_log_writer_default_would_drop (level, find_domain (fields, n_fields)))
    return G_LOG_WRITER_HANDLED;
  if (GPOINTER_TO_INT (user_data) &&
      g_log_writer_journald (level, fields, n_fields, NULL) == G_LOG_WRITER_HANDLED)
    return G_LOG_WRITER_HANDLED;
  return g_log_writer_standard_streams (level, fields, n_fields, NULL);
}

/**
 * lsc_cli_log_begin:
 *
 * Sends messages where GLib does, to the journal or to standard error, but finds out which of them
 * now. GLib does so when it has its first message, under a lock that it may hold already: where it
 * gets no memory while it does, GLib 2.84 would wait for itself for ever instead of saying so. Call
 * it once, before the first thread.
 */
void
lsc_cli_log_begin (void)
{
  gboolean is_journal = g_log_writer_is_journald (fileno (stderr));

  g_log_set_writer_func (write_message, GINT_TO_POINTER (is_journal), NULL);
}
