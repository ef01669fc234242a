/* lsc-picture-fonts.c - fonts of files, whatever the screen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-picture-fonts.h"

#include <glib/gi18n-lib.h>

/* (transfer full): a family that gives Latin letters and figures one face in every language. Of
 * "Sans" alone fontconfig takes figures that follow Chinese characters from the Chinese font, so
 * that "11.4 %" and "104.1 ms" in one sentence differ. Characters that it lacks come from "Sans".
 */
static char *
find_family (PangoContext *context)
{
  PangoFontDescription *sans = pango_font_description_from_string ("Sans");
  PangoFont *font;
  char *family = NULL;

  pango_context_set_language (context, pango_language_from_string ("en"));
  font = pango_context_load_font (context, sans);
  if (font)
    {
      PangoFontDescription *found = pango_font_describe (font);

      family = g_strconcat (pango_font_description_get_family (found), ",Sans", NULL);
      pango_font_description_free (found);
      g_object_unref (font);
    }
  pango_font_description_free (sans);
  return family ? family : g_strdup ("Sans");
}

/** lsc_picture_fonts_new: Returns: (transfer full): the fonts in which pictures are written */
PangoContext *
lsc_picture_fonts_new (void)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  const char *language = C_ ("language of HTML", "en");
  PangoContext *context;
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoFontDescription *font = pango_font_description_new ();
  g_autofree char *family = NULL;

  /* The same file on every machine with the same fonts, whatever its screen. */
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (map), 96);
  context = pango_font_map_create_context (map);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (context, options);
  family = find_family (context);
  pango_font_description_set_family (font, family);
  pango_context_set_font_description (context, font);
  /* Chinese and Japanese write the same characters in other ways. */
  pango_context_set_language (context, pango_language_from_string (language));
  pango_font_description_free (font);
  cairo_font_options_destroy (options);
  g_object_unref (map);
  return context;
}
