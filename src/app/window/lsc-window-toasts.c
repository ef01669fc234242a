/* lsc-window-toasts.c - short messages over the page that they are about
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-window-private.h"
#include "base/lsc-visible.h"

#define PAGE_KEY "lsc-page"
#define BIRTH_KEY "lsc-birth"
#define LEAST_MS 600 /* libadwaita 1.2 may free one twice that goes while it still comes */

static void
on_dismissed (AdwToast *toast, LscWindow *self)
{
  if (self->told) /* not while the window goes */
    g_ptr_array_remove (self->told, toast);
}

/**
 * _lsc_window_add_toast:
 * @toast: (transfer full):
 *
 * Shows a toast for as long as the page is shown that is in front now.
 */
void
_lsc_window_add_toast (LscWindow *self, AdwToast *toast)
{
  g_object_set_data_full (G_OBJECT (toast), PAGE_KEY, g_strdup (_lsc_window_get_page_name (self)),
                          g_free);
  g_object_set_data (G_OBJECT (toast), BIRTH_KEY,
                     GUINT_TO_POINTER ((guint) (g_get_monotonic_time () / 1000)));
  if (!self->told)
    self->told = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->told, g_object_ref (toast));
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (on_dismissed), self, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static gboolean
has_come (AdwToast *toast)
{
  guint birth_ms = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (toast), BIRTH_KEY));

  return (guint) (g_get_monotonic_time () / 1000) - birth_ms >= LEAST_MS;
}

static gboolean
on_drop_again (gpointer user_data)
{
  LscWindow *self = user_data;

  self->drop_id = 0;
  _lsc_window_drop_toasts (self);
  return G_SOURCE_REMOVE;
}

static gboolean
is_elsewhere (LscWindow *self, AdwToast *toast)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (toast), PAGE_KEY),
                    _lsc_window_get_page_name (self)) != 0;
}

/** _lsc_window_drop_toasts: those of other pages than the one in front go, as soon as they can */
void
_lsc_window_drop_toasts (LscWindow *self)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->told && i < self->told->len; i++)
    if (is_elsewhere (self, self->told->pdata[i]) && has_come (self->told->pdata[i]))
      g_ptr_array_add (gone, g_object_ref (self->told->pdata[i]));
    else if (is_elsewhere (self, self->told->pdata[i]) && self->drop_id == 0)
      self->drop_id = g_timeout_add (LEAST_MS, on_drop_again, self);
  for (guint i = 0; i < gone->len; i++)
    adw_toast_dismiss (gone->pdata[i]);
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
