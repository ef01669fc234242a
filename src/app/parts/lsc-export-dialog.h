/* lsc-export-dialog.h - asking for a file to write
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LscExportKind: what the dialog lists as one kind of files
 * @title: marked for translation
 * @endings: without dots, parted by blanks
 */
typedef struct
{
  const char *title;
  const char *endings;
} LscExportKind;

/** LscPictureScope: how much of a chart a picture shows */
typedef struct
{
  const char *title; /* marked for translation */
  gboolean is_whole;
} LscPictureScope;

/** What the user chose beside the name; of tables, all zero. */
typedef struct
{
  gboolean is_whole;
  double scale; /* pixels of a PNG for each unit */
} LscExportChoice;

/**
 * LscExport: something that can be written to a file
 * @title: of the dialog, marked for translation
 * @kinds: up to one without title. With several the ending tells the kind, and a name without any
 *   of theirs gets the first
 * @scopes: (nullable): two, the usual one first: it is a picture
 * @write: called with the widget that asked, once a file is chosen
 */
typedef struct
{
  const char *title;
  const LscExportKind *kinds;
  const LscPictureScope *scopes;
  void (*write) (GtkWidget *owner, const char *path, const LscExportChoice *choice);
} LscExport;

extern const LscExportKind lsc_export_picture_kinds[];

void lsc_export_ask (GtkWidget *owner, const LscExport *export, const char *name);

G_END_DECLS
