/* lsc-op-blame.c - what findings say of why computing takes long
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "judge/findings/lsc-finding-rules.h"
#include "judge/operators/lsc-operators-private.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-rank-name.h"

#define LSC_RANK_ANY G_MININT64
#define MOST_NAME 48 /* characters of the name of a kernel in a sentence */

/* operators.md#headline. What is gained is only known of a cause: that one kind of kernel takes
 * most of the time is none. */

/* Rules whose cause is seen in the kernels. */
static const LscRule rules[] = {
  LSC_RULE_FREQUENCY_DROP, LSC_RULE_SLOW_RANK,     LSC_RULE_STAGE_IMBALANCE,
  LSC_RULE_UNEVEN_WORK,    LSC_RULE_SMALL_KERNELS, LSC_RULE_AI_CPU,
};

/* What may be done about the kernels themselves, of rules that are possible at most. */
static const struct
{
  LscRule rule;
  const char *what;
} deeds[] = {
  { LSC_RULE_UNFUSED_KERNELS, N_ ("Fusing small kernels") },
  { LSC_RULE_REPEATED_SEQUENCE, N_ ("Fusing a sequence of kernels") },
  { LSC_RULE_KNOWN_SEQUENCE, N_ ("Fusing a sequence of kernels") },
  { LSC_RULE_UNFUSED_OPTIMIZER, N_ ("A fused optimizer") },
  { LSC_RULE_SYNC_BATCH_NORM, N_ ("Avoiding synchronised batch normalisation") },
  { LSC_RULE_FLOAT32_MATRIX, N_ ("Tensor Cores instead of float32") },
  { LSC_RULE_CONVERSION, N_ ("Avoiding format conversions") },
  { LSC_RULE_ODD_SHAPES, N_ ("Aligning the shapes of operators") },
  { LSC_RULE_MATRIX_LOADS, N_ ("Better tiling of matrix products") },
  { LSC_RULE_ATTENTION_LOADS, N_ ("Better tiling of attention") },
  { LSC_RULE_ATTENTION_GRAD_LOADS, N_ ("Better tiling of attention gradients") },
  { LSC_RULE_VECTOR_MOVES, N_ ("Moving less memory in vector kernels") },
  { LSC_RULE_IDLE_CORES, N_ ("Using all cores of the chip") },
  { LSC_RULE_IDLE_PIPES, N_ ("Keeping the units of cores busy") },
  { LSC_RULE_DYNAMIC_KERNELS, N_ ("Constant shapes") },
};

static gboolean
is_of_kernels (const LscFinding *row)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (row->id, lsc_finding_rules[rules[i]].id))
      return TRUE;
  return FALSE;
}

static gboolean
is_set (const char *text)
{
  return text && *text;
}

/* A finding is about all ranks and the steps that count: of a part of them it need not be true. */
static gboolean
asks_for_all (const LscOpGroups *self)
{
  const LscOpFilter *filter = &self->filter;

  return (self->classes == 1 << LSC_OP_COMPUTING || (self->by & LSC_OP_BY_FAMILY)) &&
         !is_set (filter->core) && !is_set (filter->type) && !is_set (filter->name) &&
         !is_set (filter->shapes) && !is_set (filter->module) && filter->stream < 0 &&
         !_lsc_op_filter_limits_kernels (filter) && !filter->is_dynamic && !filter->is_ai_cpu &&
         !filter->is_whole && !filter->ranks && !filter->steps;
}

/* (nullable): what may be done about a finding that has no line of its own */
static const char *
find_deed (const LscFinding *row)
{
  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (g_str_equal (row->id, lsc_finding_rules[deeds[i].rule].id))
      return deeds[i].what;
  return NULL;
}

static gboolean
has_gain (const LscFinding *row)
{
  return !row->cause && row->gain_ns != LSC_INT_NULL && row->gain_ns > 0 && !isnan (row->share);
}

/* @rank: of which findings are asked for, or %LSC_RANK_ANY */
static gboolean
concerns (const LscFinding *row, gint64 rank)
{
  for (guint i = 0; rank != LSC_RANK_ANY && row->ranks && i < row->ranks->len; i++)
    if (g_array_index (row->ranks, gint64, i) == rank)
      return TRUE;
  return rank == LSC_RANK_ANY || !row->ranks || row->ranks->len == 0;
}

/* (nullable): the first finding that stands out, has a gain, and is about kernels */
static const LscFinding *
find_blame (const LscFindings *findings, gint64 rank)
{
  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (findings, i);

      if (lsc_finding_stands_out (row) && row->line && row->gain_ns != LSC_INT_NULL &&
          row->gain_ns > 0 && is_of_kernels (row) && concerns (row, rank))
        return row;
    }
  return NULL;
}

/* (nullable): of what may be done about kernels what may save most */
static const LscFinding *
find_largest_deed (const LscFindings *findings, gint64 rank)
{
  const LscFinding *largest = NULL;

  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (findings, i);

      if (has_gain (row) && find_deed (row) && concerns (row, rank) &&
          (!largest || row->gain_ns > largest->gain_ns))
        largest = row;
    }
  return largest;
}

/**
 * lsc_finding_say_deed:
 *
 * Returns: (transfer full) (nullable): what may be done about the kernels and what that may save,
 *   in at most twelve words; of findings that are possible at most and have a gain
 */
LscPhrase *
lsc_finding_say_deed (const LscFinding *row)
{
  g_autoptr (LscPhrase) what = NULL;
  g_autofree char *gain = NULL, *share = NULL;

  g_return_val_if_fail (row, NULL);
  if (!has_gain (row) || !find_deed (row))
    return NULL;
  what = lsc_phrase_new_text (find_deed (row));
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (row->share);
  if (row->is_of_recording)
    return lsc_phrase_new (row->is_bound ? N_ ("%s may save up to %s of the recording (%s).")
                                         : N_ ("%s may save %s of the recording (%s)."),
                           lsc_phrase_as_argument (what), gain, share);
  return row->is_bound ? lsc_phrase_new (N_ ("%s may save up to %s per step (%s)."),
                                         lsc_phrase_as_argument (what), gain, share)
                       : lsc_phrase_new (N_ ("%s may save %s per step (%s)."),
                                         lsc_phrase_as_argument (what), gain, share);
}

/* Whether what the step loses time to is known, and is not in kernels. */
static gboolean
is_elsewhere (const LscFindings *findings)
{
  return findings->answer && !findings->is_device && lsc_findings_count_outstanding (findings) > 0;
}

/* What may be gained in kernels, else where the step loses time, else why no gain is known.
 * @finding: (out) (nullable) */
static LscPhrase *
say_gain (const LscFindings *findings, gint64 rank, const LscFinding **finding)
{
  *finding = find_blame (findings, rank);
  if (*finding)
    return lsc_phrase_copy ((*finding)->line);
  *finding = find_largest_deed (findings, rank);
  if (*finding)
    return lsc_finding_say_deed (*finding);
  if (is_elsewhere (findings))
    return lsc_phrase_copy (findings->answer);
  return lsc_phrase_new_text (
      N_ ("No gain in kernels is known, because no finding applies to them."));
}

/**
 * _lsc_op_groups_say_gain:
 * @finding: (out) (nullable): of which it is
 *
 * The bold line, of at most twelve words: the largest gain that is known of kernels, else where the
 * step loses time, else why no gain is known.
 *
 * Returns: (transfer full):
 */
LscPhrase *
_lsc_op_groups_say_gain (const LscOpGroups *self, const LscFinding **finding)
{
  *finding = NULL;
  if (!self->operators->findings || !asks_for_all (self))
    return lsc_phrase_new_text (
        N_ ("Gains are judged only for all kernels of the steps that count."));
  return say_gain (self->operators->findings, LSC_RANK_ANY, finding);
}

/* (nullable): the kernel in which a finding is seen; short kernels show ops that launch */
static const LscEvidencePlace *
find_kernel (const LscFinding *finding)
{
  gboolean is_of_launches = g_str_equal (finding->id, lsc_finding_rules[LSC_RULE_SMALL_KERNELS].id);

  for (guint i = 0; finding->places && i < finding->places->len && !is_of_launches; i++)
    {
      const LscEvidencePlace *place = finding->places->pdata[i];

      if (place->name && !place->is_title && place->text)
        return place;
    }
  return NULL;
}

/**
 * _lsc_op_groups_find_culprit:
 * @finding: (nullable): of _lsc_op_groups_say_gain()
 *
 * Returns: (transfer none) (nullable): the name of the kernel that _lsc_op_groups_say_culprit() is
 *   about, as recorded
 */
const char *
_lsc_op_groups_find_culprit (const LscFinding *finding)
{
  const LscEvidencePlace *place = finding ? find_kernel (finding) : NULL;

  return place ? place->name : NULL;
}

/**
 * _lsc_op_groups_say_culprit:
 * @finding: of _lsc_op_groups_say_gain()
 *
 * Returns: (transfer full) (nullable): the kernel in which a finding is seen, which need not be the
 *   one that takes most
 */
LscPhrase *
_lsc_op_groups_say_culprit (const LscFinding *finding)
{
  const LscEvidencePlace *place = find_kernel (finding);
  g_autofree char *label = place ? lsc_kernel_label (place->name) : NULL;
  g_autofree char *name = place ? lsc_visible_name (label ? label : place->name, MOST_NAME) : NULL;
  g_autoptr (LscPhrase) rank = NULL;

  if (!place)
    return NULL;
  if (!lsc_rank_is_told (place->rank))
    return lsc_phrase_new (N_ ("%s: %s."), name, lsc_phrase_as_argument (place->text));
  rank = lsc_rank_name_new (place->rank, place->folder);
  return lsc_phrase_new (N_ ("%s on %s: %s."), name, lsc_phrase_as_argument (rank),
                         lsc_phrase_as_argument (place->text));
}

/* (nullable): the finding that the bold line is, where that is not about kernels */
static const LscFinding *
find_elsewhere (const LscFindings *findings)
{
  return is_elsewhere (findings) ? lsc_findings_get_told (findings, 0) : NULL;
}

/* (transfer full) (nullable): that the bold line is not about these kernels */
static LscPhrase *
say_elsewhere (const LscFindings *findings)
{
  return is_elsewhere (findings)
             ? lsc_phrase_new_text (N_ ("No finding is about computing kernels."))
             : NULL;
}

/**
 * _lsc_op_groups_say_elsewhere:
 *
 * Returns: (transfer full) (nullable): that the bold line is not about the kernels that are shown
 */
LscPhrase *
_lsc_op_groups_say_elsewhere (const LscOpGroups *self)
{
  return self->operators->findings && asks_for_all (self)
             ? say_elsewhere (self->operators->findings)
             : NULL;
}

/**
 * _lsc_op_groups_find_about:
 * @finding: (nullable): of _lsc_op_groups_say_gain()
 *
 * Returns: (transfer none) (nullable): the finding that the bold line is, about kernels or not
 */
const LscFinding *
_lsc_op_groups_find_about (const LscOpGroups *self, const LscFinding *finding)
{
  if (!finding && self->operators->findings && asks_for_all (self))
    return find_elsewhere (self->operators->findings);
  return finding;
}

/**
 * lsc_findings_say_kernels:
 * @rank: whose kernels are meant; below 0 = the only one
 * @rest: (out) (transfer full) (nullable): what to do, and the kernel in which it is seen; or that
 *   the line is not about kernels
 * @certainty: (out): of the line; no words where it is no finding
 *
 * As the bold line of operators, for what shows the kernels of one rank.
 *
 * Returns: (transfer full): what may be gained in kernels, in at most twelve words; else where the
 *   step loses time, or why no gain is known
 */
LscPhrase *
lsc_findings_say_kernels (const LscFindings *findings, gint64 rank, LscPhrase **rest,
                          LscCertaintyWords *certainty)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  const LscFinding *finding, *about;
  LscPhrase *line, *other;

  g_return_val_if_fail (findings && rest && certainty, NULL);
  line = say_gain (findings, rank >= 0 ? rank : LSC_RANK_ANY, &finding);
  about = finding ? finding : find_elsewhere (findings);
  *certainty = about ? lsc_finding_get_certainty_words (about)
                     : lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE);
  if (about && about->remedy)
    g_ptr_array_add (parts, lsc_phrase_copy (about->remedy));
  other = finding ? _lsc_op_groups_say_culprit (finding) : say_elsewhere (findings);
  if (other)
    g_ptr_array_add (parts, other);
  *rest = parts->len > 0 ? lsc_phrase_new_joined (" ", parts) : NULL;
  return line;
}
