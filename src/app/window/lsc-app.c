/* lsc-app.c - what all parts of the window share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-app.h"

#include <glib/gi18n-lib.h>

/**
 * lsc_severity_icon:
 *
 * Returns: (transfer none): name of a symbolic icon
 */
const char *
lsc_severity_icon (LscSeverity severity)
{
  static const char *const names[] = {
    [LSC_SEVERITY_NOTE] = "text-x-generic-symbolic",
    [LSC_SEVERITY_WARNING] = "dialog-warning-symbolic",
    [LSC_SEVERITY_ERROR] = "dialog-error-symbolic",
  };

  return names[severity];
}

/**
 * lsc_severity_title:
 *
 * Returns: (transfer none): a word for it, translated
 */
const char *
lsc_severity_title (LscSeverity severity)
{
  static const char *const titles[] = {
    [LSC_SEVERITY_NOTE] = N_ ("Note"),
    [LSC_SEVERITY_WARNING] = N_ ("Warning"),
    [LSC_SEVERITY_ERROR] = N_ ("Error"),
  };

  return _ (titles[severity]);
}
