/* lsc-communication-links.c - what moved between which ranks, and how fast
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * communication.md#links. Worked example: over a link moved 10 messages of 1 MB in 1 ms, over three
 * of its like as many in 0.7 ms each. It moves 10 GB/s, which is 0.70 of its kind.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "judge/communication/lsc-communication-columns.h"
#include "model/lsc-transfers.h"

const LscWord lsc_link_place_words[LSC_LINK_N_PLACES] = {
  [LSC_LINK_WITHIN] = { "within_host", N_ ("Within a Host") },
  [LSC_LINK_BETWEEN] = { "between_hosts", N_ ("Between Hosts") },
};

const LscWord lsc_link_direction_words[LSC_LINK_N_DIRECTIONS] = {
  [LSC_LINK_UP] = { "up", N_ ("To Higher Ranks") },
  [LSC_LINK_DOWN] = { "down", N_ ("To Lower Ranks") },
};

/** A row of links or of the matrix. Sums over all sizes and groups. */
typedef struct
{
  gint64 source;
  gint64 target;
  gint64 source_place;
  gint64 target_place;
  const char *source_host;
  const char *target_host;
  const char *transport;
  int place;
  gint64 size_bytes;
  gint64 time_ns;
  gint64 count;
  double bandwidth;
  double usual;
  double of_kind;
  gint64 alike;
  int direction;
  gint64 is_slow;
  double reference;
  double utilisation;
  double large_share;
  const char *groups;
  gint64 rank;
  gint64 begin_ns;
  gint64 end_ns;
} LinkRow;

#define LINK_COLUMNS                                                                               \
  LSC_COLUMN (LinkRow, source, "src_rank", N_ ("From Rank"), LSC_UNIT_ID,                          \
              "communication.md#links", N_ ("Number of the rank that the data comes from.")),      \
      LSC_COLUMN (LinkRow, target, "dst_rank", N_ ("To Rank"), LSC_UNIT_ID,                        \
                  "communication.md#links", N_ ("Number of the rank that it goes to.")),           \
      LSC_COLUMN (LinkRow, transport, "transport", N_ ("Transport"), LSC_UNIT_NONE,                \
                  "ENUM_HCCL_LINK_TYPE", N_ ("What carries the data; several are separated.")),    \
      LSC_CODES (LinkRow, place, "place", N_ ("Place"), lsc_link_place_words,                      \
                 "communication.md#links",                                                         \
                 N_ ("Whether the link leaves the host; empty where hosts are not recorded.")),    \
      LSC_COLUMN (LinkRow, bandwidth, "bandwidth", N_ ("Bandwidth (GB/s)"), LSC_UNIT_RATE,         \
                  "communication.md#links", N_ ("Size by time, 10⁹ bytes a second.")),             \
      LSC_COLUMN (LinkRow, usual, "usual_bandwidth", N_ ("Bandwidth of Its Kind (GB/s)"),          \
                  LSC_UNIT_NONE, "communication.md#of-kind",                                       \
                  N_ ("What links of its kind move on the median, for the same sizes.")),          \
      LSC_COLUMN (                                                                                 \
          LinkRow, of_kind, "of_kind", N_ ("Of Its Kind"), LSC_UNIT_SHARE,                         \
          "communication.md#of-kind",                                                              \
          N_ ("Bandwidth; that of its kind is 100 %. Empty with fewer than three such links.")),   \
      LSC_COLUMN (LinkRow, alike, "alike", N_ ("Links of Its Kind"), LSC_UNIT_COUNT,               \
                  "communication.md#of-kind",                                                      \
                  N_ ("How many links have its transport, place and sizes, itself one of them; "   \
                      "of several kinds that in which most was moved.")),                          \
      LSC_CODES (LinkRow, direction, "link_direction", N_ ("Direction"), lsc_link_direction_words, \
                 "communication.md#of-kind",                                                       \
                 N_ ("Where the two directions differ in speed, which links it is compared "       \
                     "with; empty: with those of both.")),                                         \
      LSC_COLUMN (LinkRow, is_slow, "slow", N_ ("Slow"), LSC_UNIT_FLAG, "findings.md#links",       \
                  N_ ("Whether it is slower than its like, beyond their spread.")),                \
      LSC_COLUMN (LinkRow, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES,                  \
                  "communication.md#links", N_ ("What moved, over all steps.")),                   \
      LSC_COMM_NS (LinkRow, time_ns, "time_ns", N_ ("Time"), "communication.md#links",             \
                   N_ ("Total time of the tasks that transferred it.")),                           \
      LSC_COLUMN (LinkRow, count, "count", N_ ("Transfers"), LSC_UNIT_COUNT,                       \
                  "communication.md#links",                                                        \
                  N_ ("How many tasks; empty where only their sum is recorded.")),                 \
      LSC_COLUMN (LinkRow, reference, "reference", N_ ("Reference (GB/s)"), LSC_UNIT_RATE,         \
                  "communication.md#utilisation", N_ ("What such a link can move.")),              \
      LSC_COLUMN (LinkRow, utilisation, "utilisation", N_ ("Utilisation"), LSC_UNIT_SHARE,         \
                  "communication.md#utilisation", N_ ("Bandwidth; the reference is 100 %.")),      \
      LSC_COLUMN (LinkRow, large_share, "large_share", N_ ("Large Packets"), LSC_UNIT_SHARE,       \
                  "communication.md#packets",                                                      \
                  N_ ("In transfers that are large enough for full speed; the size of the link "   \
                      "is 100 %.")),                                                               \
      LSC_COLUMN (LinkRow, groups, "groups", N_ ("Groups"), LSC_UNIT_NONE,                         \
                  "communication.md#links", N_ ("Groups whose data moved over it.")),              \
      LSC_COLUMN (LinkRow, source_place, "src_place", N_ ("From Place"), LSC_UNIT_ID,              \
                  "communication.md#links",                                                        \
                  N_ ("Position in the group, where its members are not recorded.")),              \
      LSC_COLUMN (LinkRow, target_place, "dst_place", N_ ("To Place"), LSC_UNIT_ID,                \
                  "communication.md#links",                                                        \
                  N_ ("Position in the group, where its members are not recorded.")),              \
      LSC_COLUMN (LinkRow, source_host, "src_host", N_ ("From Host"), LSC_UNIT_NONE,               \
                  "HOST_INFO.hostName", N_ ("Machine of the rank that sends.")),                   \
      LSC_COLUMN (LinkRow, target_host, "dst_host", N_ ("To Host"), LSC_UNIT_NONE,                 \
                  "HOST_INFO.hostName", N_ ("Machine of the rank that receives.")),                \
      LSC_COLUMN (LinkRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "communication.md#links",       \
                  N_ ("Rank that recorded the longest transfer.")),                                \
      LSC_COMM_NS (LinkRow, begin_ns, "begin_ns", N_ ("Start"), "communication.md#links",          \
                   N_ ("Start of the longest transfer, as recorded.")),                            \
      LSC_COMM_NS (LinkRow, end_ns, "end_ns", N_ ("End"), "communication.md#links",                \
                   N_ ("End of the longest transfer, as recorded."))

static const LscColumn link_columns[] = { LINK_COLUMNS };

const LscTableInfo lsc_communication_links_table_info =
    LSC_TABLE_INFO ("communication_links", LinkRow, link_columns);
const LscTableInfo lsc_communication_matrix_table_info =
    LSC_TABLE_INFO ("communication_matrix", LinkRow, link_columns);

/** What several links of a row add up to. @judged_ns, @usual_ns: of those with a usual rate;
 * @largest: the one that moved most */
typedef struct
{
  double bytes;
  double ns;
  double n;
  gboolean has_unknown_n;
  double judged_bytes;
  double judged_ns;
  double usual_ns;
  double large_bytes;
  gboolean is_slow;
  const LscRankLink *longest;
  const LscRankLink *largest;
} LinkSum;

static const char *
get_transport (const LscRankLink *link)
{
  return lsc_transfer_get_carrier (link->first->transport, link->first->link);
}

static void
add_link (LinkSum *self, const LscRankLink *link)
{
  self->bytes += link->bytes;
  self->ns += link->ns;
  self->n += link->n;
  self->has_unknown_n = self->has_unknown_n || link->n <= 0;
  self->large_bytes += _lsc_communication_is_large (link) ? link->bytes : 0;
  self->is_slow = self->is_slow || link->is_slow;
  if (link->usual > 0)
    {
      self->judged_bytes += link->bytes;
      self->judged_ns += link->ns;
      self->usual_ns += link->bytes / link->usual;
    }
  if (!self->largest || link->bytes > self->largest->bytes)
    self->largest = link;
  if (!self->longest || link->first->end_ns - link->first->begin_ns >
                            self->longest->first->end_ns - self->longest->first->begin_ns)
    self->longest = link;
}

static const char *
get_host (const LscLinkKinds *kinds, guint host)
{
  return host == LSC_LINK_NO_HOST ? NULL : lsc_intern_text (kinds->texts, host);
}

static void
set_ends (LinkRow *row, const LscDigestLink *link, gboolean is_local)
{
  row->source = is_local ? LSC_INT_NULL : link->source;
  row->target = is_local ? LSC_INT_NULL : link->target;
  row->source_place = is_local ? link->source : LSC_INT_NULL;
  row->target_place = is_local ? link->target : LSC_INT_NULL;
}

static int
get_place (const LscRankLink *link)
{
  if (link->hosts[0] == LSC_LINK_NO_HOST || link->hosts[1] == LSC_LINK_NO_HOST)
    return LSC_CODE_NULL;
  return lsc_link_is_between (link) ? LSC_LINK_BETWEEN : LSC_LINK_WITHIN;
}

/** Returns: whether @text is among those of @list, which stand behind each other: "RDMA; HCCS" */
gboolean
_lsc_communication_lists (const char *list, const char *text)
{
  gsize n = strlen (text);

  for (const char *at = list; n > 0 && (at = strstr (at, text)) != NULL; at += n)
    if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ';'))
      return TRUE;
  return FALSE;
}

static void
append_once (GString *to, const char *text)
{
  if (!_lsc_communication_lists (to->str, text))
    g_string_append_printf (to, to->len > 0 ? "; %s" : "%s", text);
}

/** Rows at work. @is_local: ends are places in groups, which tell rows apart */
typedef struct
{
  LscTable *table;
  const LscCommunication *communication;
  const LscLinkKinds *kinds;
  const double *rates;
  gboolean is_of_pairs;
  gboolean is_local;
} Rows;

static int
get_direction (const LscRankLink *link)
{
  return link->first->source < link->first->target ? LSC_LINK_UP : LSC_LINK_DOWN;
}

static void
set_rates (LinkRow *row, const LinkSum *sum)
{
  row->size_bytes = _lsc_communication_to_int (sum->bytes);
  row->time_ns = _lsc_communication_to_int (sum->ns);
  row->count = sum->has_unknown_n ? LSC_INT_NULL : _lsc_communication_to_int (sum->n);
  row->bandwidth = sum->bytes / sum->ns;
  row->usual = sum->usual_ns > 0 ? sum->judged_bytes / sum->usual_ns : LSC_REAL_NULL;
  row->of_kind = sum->usual_ns > 0 ? sum->usual_ns / sum->judged_ns : LSC_REAL_NULL;
  row->alike = (gint64) sum->largest->n_alike;
  row->direction = sum->largest->is_of_direction ? get_direction (sum->largest) : LSC_CODE_NULL;
  row->is_slow = sum->usual_ns > 0 ? sum->is_slow : LSC_INT_NULL;
  row->large_share = sum->has_unknown_n ? LSC_REAL_NULL : sum->large_bytes / sum->bytes;
  row->begin_ns = sum->has_unknown_n ? LSC_INT_NULL : sum->longest->first->begin_ns;
  row->end_ns = sum->has_unknown_n ? LSC_INT_NULL : sum->longest->first->end_ns;
}

static void
add_row (const Rows *self, const LscRankLink *const *links, gsize n)
{
  const LscRankLink *first = links[0];
  g_autoptr (GString) transports = g_string_new (NULL);
  g_autoptr (GString) groups = g_string_new (NULL);
  LinkSum sum = { 0 };
  LinkRow row = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      add_link (&sum, links[i]);
      append_once (transports, get_transport (links[i]));
      append_once (groups, lsc_intern_text (self->kinds->texts, links[i]->group));
    }
  set_ends (&row, first->first, self->is_local);
  set_rates (&row, &sum);
  row.source_host = get_host (self->kinds, first->hosts[0]);
  row.target_host = get_host (self->kinds, first->hosts[1]);
  row.transport = transports->str;
  row.place = get_place (first);
  row.reference = _lsc_communication_get_reference (self->rates, transports->str);
  row.utilisation = row.bandwidth / row.reference;
  row.groups = groups->str;
  row.rank = lsc_rank_or_null (
      _lsc_communication_get_digest (self->communication, sum.longest->rank)->rank);
  lsc_table_add (self->table, &row);
}

static int
compare_pairs (const LscRankLink *x, const LscRankLink *y)
{
  LSC_RETURN_ORDER (x->first->source, y->first->source);
  return LSC_ORDER (x->first->target, y->first->target);
}

/* The links of one group stand together where places say nothing without it. */
static int
compare_links (gconstpointer a, gconstpointer b, gpointer is_local)
{
  const LscRankLink *x = *(const LscRankLink *const *) a, *y = *(const LscRankLink *const *) b;
  int order;

  if (is_local)
    LSC_RETURN_ORDER (x->group, y->group);
  order = compare_pairs (x, y);
  if (order)
    return order;
  order = strcmp (get_transport (x), get_transport (y));
  return order ? order : LSC_ORDER (x, y);
}

static gboolean
is_same_row (const Rows *self, const LscRankLink *x, const LscRankLink *y)
{
  return compare_pairs (x, y) == 0 && (!self->is_local || x->group == y->group) &&
         (self->is_of_pairs || get_transport (x) == get_transport (y));
}

static void
add_rows (const Rows *self)
{
  gsize n = self->kinds->links.n, end;
  g_autofree const LscRankLink **links = g_new (const LscRankLink *, n + 1);

  for (gsize i = 0; i < n; i++)
    links[i] = &self->kinds->links.items[i];
  g_qsort_with_data (links, (gint) n, sizeof *links, compare_links,
                     GINT_TO_POINTER (self->is_local));
  for (gsize begin = 0; begin < n; begin = end)
    {
      for (end = begin + 1; end < n && is_same_row (self, links[begin], links[end]);)
        end++;
      add_row (self, &links[begin], end - begin);
    }
}

static LscTable *
make (const LscCommunication *self, const LscTableInfo *info, gboolean is_of_pairs)
{
  LscTable *table = lsc_table_new_for (info);
  double rates[LSC_COMM_N_REFERENCES];

  _lsc_communication_find_references (self, rates);
  add_rows (&(Rows){ table, self, &self->links, rates, is_of_pairs, FALSE });
  add_rows (&(Rows){ table, self, &self->local_links, rates, is_of_pairs, TRUE });
  return table;
}

/** Returns: (transfer full): the table "communication_links", of each transport a row */
LscTable *
_lsc_communication_make_links (const LscCommunication *self)
{
  return make (self, &lsc_communication_links_table_info, FALSE);
}

/** Returns: (transfer full): the table "communication_matrix", of two ranks a row */
LscTable *
_lsc_communication_make_matrix (const LscCommunication *self)
{
  return make (self, &lsc_communication_matrix_table_info, TRUE);
}
