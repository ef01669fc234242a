/* lsc-window-toasts.c - short messages over the page that they are about
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-window-private.h"
#include "base/lsc-visible.h"

/* They go soon: libadwaita 1.2 may free a toast twice that is dismissed while it still comes, so
 * none is dismissed when its page goes. */
#define SHOWN_S 3

/**
 * _lsc_window_add_toast:
 * @toast: (transfer full): without a button, which somebody may still want to press
 */
void
_lsc_window_add_toast (LscWindow *self, AdwToast *toast)
{
  if (!adw_toast_get_button_label (toast))
    adw_toast_set_timeout (toast, SHOWN_S);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/**
 * _lsc_window_tell:
 * @text: something that happened, translated
 *
 * Shows a toast.
 */
void
_lsc_window_tell (LscWindow *self, const char *text)
{
  g_autofree char *markup = lsc_visible_markup (text);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH); /* it answers what was just asked for */
  _lsc_window_add_toast (self, toast);
}
