/* lsc-cli-op-changes.h - operators of two recordings for people
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-op-changes.h"

G_BEGIN_DECLS

void lsc_cli_op_changes_append (GString *out, const LscOpChanges *changes, gsize most);
void lsc_cli_op_changes_tell_notes (const LscOpChanges *changes);

G_END_DECLS
