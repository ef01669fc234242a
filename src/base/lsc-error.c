/* lsc-error.c - the error domain and its codes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"

G_DEFINE_QUARK (lsc - error - quark, lsc_error)

/**
 * lsc_fail:
 * @error: (out) (nullable)
 * @code: what kind of failure it is
 * @format: translated: what is wrong, and what to do
 *
 * Returns: %FALSE, for the caller to hand on
 */
gboolean
lsc_fail (GError **error, LscError code, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, LSC_ERROR, code, text);
  return FALSE;
}

/**
 * lsc_plain_begin:
 *
 * From now on the messages of this thread are not translated: for those that are kept in files,
 * which people of any language read.
 *
 * Returns: what lsc_plain_end() takes, on the same thread
 */
LscPlain
lsc_plain_begin (void)
{
  LscPlain self = { .plain = newlocale (LC_MESSAGES_MASK, "C", duplocale (LC_GLOBAL_LOCALE)) };

  self.before = uselocale (self.plain);
  return self;
}

void
lsc_plain_end (LscPlain *self)
{
  uselocale (self->before);
  if (self->plain)
    freelocale (self->plain);
}
