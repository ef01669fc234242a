/* lsc-pipeline-members.h - the ranks of a communication group, kept small
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** @n ranks from @first on, each @stride behind the one before. */
typedef struct
{
  gint64 first;
  gint64 stride;
  gsize n;
} LscMemberRun;

/**
 * LscMembers: ranks in their order; zero-filled = not known
 *
 * Every rank tells the members of each of its groups, so that lists of them would grow with the
 * ranks squared. Layouts make equal distances: a few runs hold a group of any size.
 */
typedef struct
{
  LscMemberRun *runs;
  gsize n_runs;
  gsize n;
} LscMembers;

LscMembers lsc_members_new (const gint64 *ranks, gsize n);
void lsc_members_clear (LscMembers *self);
gint64 lsc_members_get (const LscMembers *self, gsize index);
gboolean lsc_members_have (const LscMembers *self, gint64 rank);

G_END_DECLS
