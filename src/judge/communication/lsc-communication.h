/* lsc-communication.h - what communication costs: groups, operators, links, and who comes last
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-job.h"
#include "judge/findings/lsc-findings.h"
#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/** The tables that are there at once (communication.md). */
typedef enum
{
  LSC_COMMUNICATION_GROUPS,    /* "communication_groups": by exposed time, falling */
  LSC_COMMUNICATION_OPERATORS, /* "communication_operators": likewise */
  LSC_COMMUNICATION_LINKS,     /* "communication_links": by source, target, kind */
  LSC_COMMUNICATION_MATRIX,    /* "communication_matrix": by source, target, each pair once */
  LSC_COMMUNICATION_PACKETS,   /* "communication_packets": by transport and size */
  LSC_COMMUNICATION_EXPERTS,   /* "expert_load": by group of experts, step and rank */
  LSC_COMMUNICATION_N_TABLES,
} LscCommunicationTable;

/** What an operator does. */
typedef enum
{
  LSC_COMMUNICATION_COLLECTIVE,
  LSC_COMMUNICATION_P2P,
  LSC_COMMUNICATION_N_FORMS,
} LscCommunicationForm;

extern const LscWord lsc_communication_form_words[LSC_COMMUNICATION_N_FORMS];

/** Where a link goes. */
typedef enum
{
  LSC_LINK_WITHIN,  /* between ranks of one host */
  LSC_LINK_BETWEEN, /* between hosts */
  LSC_LINK_N_PLACES,
} LscLinkPlace;

extern const LscWord lsc_link_place_words[LSC_LINK_N_PLACES];

/** Which way a link goes, where that matters. */
typedef enum
{
  LSC_LINK_UP,   /* to a rank of a higher number */
  LSC_LINK_DOWN, /* to one of a lower number */
  LSC_LINK_N_DIRECTIONS,
} LscLinkDirection;

extern const LscWord lsc_link_direction_words[LSC_LINK_N_DIRECTIONS];

/** Who measured a figure. */
typedef enum
{
  LSC_COMMUNICATION_EVENTS,   /* operators and tasks of the timeline */
  LSC_COMMUNICATION_REPORTED, /* tables of the exporter */
  LSC_COMMUNICATION_MIXED,    /* both: some ranks have only tables */
  LSC_COMMUNICATION_N_SOURCES,
} LscCommunicationSource;

extern const LscWord lsc_communication_source_words[LSC_COMMUNICATION_N_SOURCES];

/** How sure the headline is (findings.md#certainty). */
typedef enum
{
  LSC_HEADLINE_SURE,
  LSC_HEADLINE_LIKELY,
  LSC_HEADLINE_N_CERTAINTIES,
} LscHeadlineCertainty;

/**
 * LscCommunication:
 *
 * All communication of the ranks of a session, over all steps that are looked at. Immutable and
 * reference counted; it holds the digests that it was made of. Times are ns. Thread: any.
 */
typedef struct _LscCommunication LscCommunication;

LscCommunication *lsc_communication_new (const LscRankSet *set, LscJob *job, GError **error);
gboolean lsc_communication_wants_findings (const LscCommunication *self);
void lsc_communication_take_gain (LscCommunication *self, const LscFindings *findings);
LscCommunication *lsc_communication_ref (LscCommunication *self);
void lsc_communication_unref (LscCommunication *self);

LscTable *lsc_communication_get_table (const LscCommunication *self, LscCommunicationTable which);
LscTable *lsc_communication_list_instances (const LscCommunication *self, gsize operator_row);
LscTable *lsc_communication_list_arrivals (const LscCommunication *self, gsize operator_row);
LscTable *lsc_communication_list_members (const LscCommunication *self, gint64 instance);

guint lsc_communication_get_n_ranks (const LscCommunication *self);
guint lsc_communication_get_n_steps (const LscCommunication *self);
LscPhrase *lsc_communication_say_base (const LscCommunication *self);
const LscPhrase *lsc_communication_get_headline (const LscCommunication *self);
const LscPhrase *lsc_communication_get_detail (const LscCommunication *self);
const LscPhrase *lsc_communication_get_guide (const LscCommunication *self);
const char *lsc_communication_get_finding (const LscCommunication *self, gboolean *is_of_pipeline);
LscHeadlineCertainty lsc_communication_get_certainty (const LscCommunication *self);
LscCertaintyWords lsc_communication_get_certainty_words (const LscCommunication *self);
LscCommunicationTable lsc_communication_get_headline_row (const LscCommunication *self, gsize *row);
const LscPhrase *lsc_communication_get_bandwidth (const LscCommunication *self);
const LscPhrase *lsc_communication_get_experts (const LscCommunication *self);
const GPtrArray *lsc_communication_get_notes (const LscCommunication *self);
void lsc_communication_note_differing (LscCommunication *self, guint n_ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCommunication, lsc_communication_unref)

G_END_DECLS
