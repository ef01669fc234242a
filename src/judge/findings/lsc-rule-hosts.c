/* lsc-rule-hosts.c - a host all of whose ranks launch late
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#slow-hosts. */

static void
list_lost (const LscJudge *self, LscStepTimes *lost, double *mean_ns, double *longest_ns)
{
  lsc_step_times_init (lost, self->n, self->steps.n);
  for (gsize rank = 0; rank < self->n; rank++)
    for (gsize step = 0; step < self->steps.n; step++)
      {
        const LscBudgetStep *about = _lsc_judge_get_step (self, rank, step);
        double ns = about && about->standing == LSC_STEP_TYPICAL
                        ? _lsc_judge_get_late_host_ns (self, rank, step)
                        : (double) NAN;

        *lsc_step_times_at (lost, rank, step) = ns;
        mean_ns[rank] +=
            isnan (ns) ? 0 : ns / (double) MAX (self->ranks[rank].digest->counted.n, 1);
        *longest_ns = isnan (ns) ? *longest_ns : MAX (*longest_ns, ns);
      }
}

/* All ranks of the hosts are named, whatever share each of them happens to have. */
static void
share_out (const LscJudge *self, double *ns)
{
  double sum_ns = 0;
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      sum_ns += ns[i];
      n += _lsc_judge_is_of_late_host (self, i);
    }
  for (gsize i = 0; i < self->n; i++)
    ns[i] = _lsc_judge_is_of_late_host (self, i) ? sum_ns / (double) MAX (n, 1) : 0;
}

static GString *
list_hosts (const LscJudge *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->late_hosts->n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            (const char *) self->late_hosts->names->pdata[i]);
  return names;
}

/* (transfer full) (nullable) */
static LscPhrase *
name_hosts (const LscJudge *self)
{
  g_autoptr (GString) names = list_hosts (self);

  return self->late_hosts->n == 1 ? lsc_phrase_new (N_ ("Slow host %s"), names->str) : NULL;
}

static LscPhrase *
say (const LscJudge *self, double longest_ns)
{
  g_autofree char *longest = lsc_format_duration ((gint64) longest_ns, LSC_TIME_UNIT_AUTO);
  g_autoptr (GString) names = list_hosts (self);
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    n += _lsc_judge_is_of_late_host (self, i);
  if (self->late_hosts->n_hit == n)
    return lsc_phrase_new (N_ ("All %zu ranks of %s are host-bound: they launch late, and devices "
                               "idle up to %s per step."),
                           n, names->str, longest);
  return lsc_phrase_new (N_ ("%zu of %zu ranks of %s are host-bound: they launch late, and devices "
                             "idle up to %s per step."),
                         self->late_hosts->n_hit, n, names->str, longest);
}

/** slow_host: one cause, whatever its ranks do late. */
void
_lsc_rule_slow_host (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  g_auto (LscStepTimes) lost = { 0 };
  double longest_ns = 0, gain_ns;
  LscFinding *row;

  if (!self->late_hosts)
    return;
  list_lost (self, &lost, lost_ns, &longest_ns);
  gain_ns = _lsc_judge_gain_of_steps (self, LSC_REPLAY_LOSS, LSC_LOSS_HOST, &lost);
  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  share_out (self, lost_ns);
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = rule,
          .lost_ns = lost_ns,
          .what = LSC_REPLAY_LOSS,
          .kind = LSC_LOSS_HOST,
          .gain_ns = gain_ns,
          .certainty = self->late_hosts->chance <= LSC_LATE_HOSTS_CERTAIN ? LSC_FINDING_SURE
                                                                          : LSC_FINDING_LIKELY,
          .text = say (self, longest_ns),
          .subject = name_hosts (self),
          .remedy = lsc_phrase_new_text (N_ ("Check what else runs on that host: other processes, "
                                             "core binding, CPU frequency, swapping.")) });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_is_of_late_host (self, i))
      _lsc_finding_show_loss (row, self->ranks[i].digest, LSC_LOSS_HOST);
}
