/* lsc-fault-campaign.c - all runs of a command, each with another fault
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-fault-campaign.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/* ---- What may be left ---------------------------------------------------------------------- */

static gboolean
is_left_over (const char *name)
{
  static const char *const parts[] = { ".part", "-journal", "-wal", "-shm", ".tmp" };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (name, parts[i]))
      return TRUE;
  return FALSE;
}

/* A result is as without faults, or as it was before; a command that delivers in part may deliver
 * fewer rows. */
const char *
lsc_fault_judge_files (const LscFaultOutcome *good, const LscFaultOutcome *bad, int code)
{
  g_auto (GStrv) lines = g_strsplit (bad->files, "\n", -1);
  g_autofree char *old = g_compute_checksum_for_string (G_CHECKSUM_SHA1, LSC_FAULT_OLD_TEXT, -1);

  for (guint i = 0; lines[i]; i++)
    {
      if (is_left_over (lines[i]))
        return "a temporary file is left";
      if (code == EXIT_IO && !strstr (good->files, lines[i]) && !g_str_has_suffix (lines[i], old))
        return "a result is half written";
    }
  return NULL;
}

const char *
lsc_fault_judge (const LscFaultOutcome *good, const LscFaultOutcome *bad, const char *root)
{
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autoptr (GPtrArray) left = lsc_fault_list_folder (tmp);
  int code;

  if (!WIFEXITED (bad->status))
    return WTERMSIG (bad->status) == SIGALRM ? "it hangs" : "it crashed";
  code = WEXITSTATUS (bad->status);
  if (left->len > 0)
    return "something is left in the temporary folder";
  if (code == EXIT_DELIVERED)
    return strcmp (good->out, bad->out) != 0       ? "exit 0, but it printed something else"
           : strcmp (good->files, bad->files) != 0 ? "exit 0, but the files are not the same"
                                                   : NULL;
  if (code == EXIT_WRONG_USAGE || code > EXIT_IO)
    return "the exit code is not one of a failure to read or write";
  if (bad->err[0] == '\0')
    return "nothing was said";
  return lsc_fault_judge_files (good, bad, code);
}

/* ---- All runs of a command ----------------------------------------------------------------- */

/* The first line of two texts that differs. */
static void
append_difference (GString *findings, const char *good, const char *bad)
{
  gsize at = 0;

  while (good[at] && good[at] == bad[at])
    at++;
  while (at > 0 && good[at - 1] != '\n')
    at--;
  g_string_append_printf (findings, "  good: %.*s\n  bad:  %.*s\n", (int) strcspn (good + at, "\n"),
                          good + at, (int) strcspn (bad + at, "\n"), bad + at);
}

static void
tell (LscFaultCampaign *self, const char *fault, const char *finding,
      const LscFaultOutcome *outcome)
{
  g_mutex_lock (&self->lock);
  self->n_findings++;
  g_string_append_printf (self->findings, "%s %s: %s (status %#x): %.300s\n%.1500s",
                          self->scenario->name, fault, finding, (guint) outcome->status,
                          outcome->err, outcome->trace);
  if (!g_str_equal (outcome->out, self->good->out))
    append_difference (self->findings, self->good->out, outcome->out);
  g_mutex_unlock (&self->lock);
}

static gpointer
work (gpointer data)
{
  LscFaultCampaign *self = data;
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  for (;;)
    {
      guint index = (guint) g_atomic_int_add (&self->next, 1);
      g_auto (LscFaultOutcome) outcome = { 0 };
      const char *finding;

      if (index >= self->faults->len)
        return NULL;
      lsc_fault_run (self->scenario, root, self->faults->pdata[index], &outcome);
      finding = self->judge (self->good, &outcome, root);
      if (finding)
        tell (self, self->faults->pdata[index], finding, &outcome);
    }
}

void
lsc_fault_campaign_run (LscFaultCampaign *self)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 0; i < g_get_num_processors (); i++)
    g_ptr_array_add (threads, g_thread_new ("run", work, self));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
}

/* The inputs are as they were, and nothing was found. */
void
lsc_fault_campaign_finish (LscFaultCampaign *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sum = lsc_test_tree_checksum (lsc_fault_world.inputs, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (sum, ==, lsc_fault_world.sum);
  if (self->n_findings > 0)
    {
      g_printerr ("%u of %u faults:\n%s", self->n_findings, self->faults->len, self->findings->str);
      g_test_fail ();
    }
  g_string_free (self->findings, TRUE);
}
