/* lsc-analysis-settings.c - what the user told about recordings, for analyses
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-analysis-settings.h"

#include <inttypes.h>

#define NS_PER_US 1000

/* Names with commas between them; NULL for none. */
static char **
read_names (GSettings *settings, const char *key)
{
  g_autofree char *text = g_settings_get_string (settings, key);
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; parts[i]; i++)
    if (*g_strstrip (parts[i]))
      g_ptr_array_add (names, g_strdup (parts[i]));
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* NULL for an empty text. */
static char *
read_text (GSettings *settings, const char *key)
{
  char *text = g_strstrip (g_settings_get_string (settings, key));

  if (*text)
    return text;
  g_free (text);
  return NULL;
}

/**
 * lsc_analysis_settings_read:
 * @self: (out caller-allocates): to be cleared with lsc_analysis_settings_clear()
 */
void
lsc_analysis_settings_read (LscAnalysisSettings *self, GSettings *settings)
{
  g_return_if_fail (self && G_IS_SETTINGS (settings));
  *self = (LscAnalysisSettings){ .chip = read_text (settings, "chip"),
                                 .domains = read_names (settings, "module-domains"),
                                 .pipeline_groups = read_text (settings, "pipeline-groups") };
  self->module.allow_empty = TRUE;
  self->module.domains = (const char *const *) self->domains;
  self->module.slack_ns = (gint64) g_settings_get_int (settings, "module-tolerance-us") * NS_PER_US;
  self->mfu.chip = self->chip;
  self->mfu.peak_tflops = g_settings_get_double (settings, "peak-tflops");
  self->mfu.peak_bandwidth_gbs = g_settings_get_double (settings, "peak-bandwidth");
}

static void
append_text (GString *command, const char *option, const char *text)
{
  g_autofree char *quoted = text ? g_shell_quote (text) : NULL;

  if (quoted)
    g_string_append_printf (command, " %s %s", option, quoted);
}

/**
 * lsc_analysis_settings_append_options:
 *
 * Adds to a command of the module analysis the options that say what the preferences say.
 */
void
lsc_analysis_settings_append_options (const LscAnalysisSettings *self, GString *command)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_return_if_fail (self && command);
  append_text (command, "--chip", self->chip);
  if (self->mfu.peak_tflops > 0)
    append_text (command, "--peak-tflops",
                 g_ascii_dtostr (number, sizeof number, self->mfu.peak_tflops));
  for (guint i = 0; self->domains && self->domains[i]; i++)
    append_text (command, "--module-domain", self->domains[i]);
  if (self->module.slack_ns > 0)
    g_string_append_printf (command, " --slack %" PRId64, self->module.slack_ns);
}

void
lsc_analysis_settings_clear (LscAnalysisSettings *self)
{
  g_return_if_fail (self);
  g_free (self->chip);
  g_strfreev (self->domains);
  g_free (self->pipeline_groups);
  *self = (LscAnalysisSettings){ 0 };
}
