/* test-communication-support.h - pictures of communication, as pixels and as files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>

#include "export/lsc-export-picture.h"

static inline cairo_surface_t *
new_image (double width, double height, cairo_t **cr)
{
  cairo_surface_t *image =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);

  *cr = cairo_create (image);
  cairo_set_source_rgb (*cr, 1, 1, 1);
  cairo_paint (*cr);
  return image;
}

static inline guint32
pixel (cairo_surface_t *image, double x, double y)
{
  const guchar *data = cairo_image_surface_get_data (image);

  return *(const guint32 *) (gconstpointer) (data +
                                             (int) y * cairo_image_surface_get_stride (image) +
                                             (int) x * 4) &
         0xFFFFFF;
}

typedef gboolean (*Write) (gconstpointer view, const LscPictureOptions *options, GError **error);

static inline char *
write_file (Write write, gconstpointer view, const char *name, gsize *length)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  LscPictureOptions options = { .path = path, .scale = 1, .page = { .is_whole = TRUE } };

  g_assert_true (write (view, &options, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
  g_unlink (path);
  g_rmdir (folder);
  return bytes;
}

/* All kinds, the same bytes each time; SVG says what is seen in words. */
static inline void
check_files (Write write, gconstpointer view, const char *words)
{
  static const char *const names[] = { "map.png", "map.svg", "map.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize first_length, second_length;
      g_autofree char *first = write_file (write, view, names[i], &first_length);
      g_autofree char *second = write_file (write, view, names[i], &second_length);

      g_assert_cmpmem (first, first_length, second, second_length);
      if (i == 1)
        g_assert_nonnull (strstr (first, words));
    }
}
