/* lsc-template.h - widgets that a file of ui describes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** A member of an instance that points to the child of its name. */
typedef struct
{
  const char *name;
  gssize offset;
} LscTemplateChild;

/** In an array of #LscTemplateChild: the member @name of the instances of @Type. */
#define LSC_CHILD(Type, name)                                                                      \
  {                                                                                                \
#name, G_STRUCT_OFFSET(Type, name)                                                             \
  }

void lsc_template_set (gpointer class, const char *name, const LscTemplateChild *children,
                       guint n_children);

G_END_DECLS
