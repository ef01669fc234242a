/* lsc-fault-run.h - a command with one fault, and what it leaves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-test-cli.h"

G_BEGIN_DECLS

/* What is in a file of results before a command writes it. */
#define LSC_FAULT_OLD_TEXT "the result of yesterday\n"

/* What all runs share. */
typedef struct
{
  char *program;
  char *shim;
  char *alloc_shim; /* (nullable): none in a build with sanitizers */
  char *inputs;     /* watched: no run may change it */
  char *sum;
  char *data;
  char *log;
  char *trace;
  char *ops;
  char *own;
  char *text;
} LscFaultWorld;

/* The words of a command; "@data", "@log", "@trace", "@ops", "@own", "@text" are inputs, "@out" is
 * the folder of results. */
typedef struct
{
  const char *name;
  const char *words[12];
  const char *old; /* (nullable): a file of results that is there already */
} LscFaultScenario;

/* What a run left. */
typedef struct
{
  int status; /* of waitpid() */
  char *out;
  char *err;
  char *files; /* names and contents of the results */
  char *trace; /* who asked for the memory that was refused, innermost first; "" = nobody */
} LscFaultOutcome;

extern LscFaultWorld lsc_fault_world;

void lsc_fault_world_init (LscTestPlace *place);
void lsc_fault_world_clear (void);
GPtrArray *lsc_fault_list_folder (const char *folder);
void lsc_fault_run (const LscFaultScenario *scenario, const char *root, const char *fault,
                    LscFaultOutcome *outcome);
void lsc_fault_outcome_clear (LscFaultOutcome *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscFaultOutcome, lsc_fault_outcome_clear)

G_END_DECLS
