/* lsc-open-project.h - a project that is open in a window, with its problems
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "model/lsc-source.h"

G_BEGIN_DECLS

#define LSC_TYPE_OPEN_PROJECT (lsc_open_project_get_type ())
G_DECLARE_FINAL_TYPE (LscOpenProject, lsc_open_project, LSC, OPEN_PROJECT, GObject)

LscOpenProject *lsc_open_project_new (LscProject *project);
LscProject *lsc_open_project_get_project (LscOpenProject *self);
const char *lsc_open_project_get_title (LscOpenProject *self);
LscNotices *lsc_open_project_get_notices (LscOpenProject *self);
guint lsc_open_project_count (LscOpenProject *self, LscSeverity severity);
guint lsc_open_project_count_problems (LscOpenProject *self);
guint lsc_open_project_count_failed (LscOpenProject *self);
gboolean lsc_open_project_has_failed (LscOpenProject *self, LscSource *source);
void lsc_open_project_add_notices (LscOpenProject *self, LscNotices *notices);
void lsc_open_project_forget_notices (LscOpenProject *self, const char *code);

G_END_DECLS
