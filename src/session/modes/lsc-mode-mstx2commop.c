/* lsc-mode-mstx2commop.c - mstx2commop: communication of which only the host's messages tell
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/lsc-json.h"
#include "base/lsc-time.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#mstx2commop */

#define MOST_ROWS 4000000 /* of a rank: each message meets each task of a stream */

static const LscModeTable tables[] = { { "COMMUNICATION_OP", "communication_op" },
                                       { "CommunicationOpByConnection",
                                         "communication_op_by_connection" } };

static const LscColumn columns[] = {
  LSC_MODE_INT ("opId"),     LSC_MODE_TEXT ("opName"),      LSC_MODE_INT ("startNs"),
  LSC_MODE_INT ("endNs"),    LSC_MODE_INT ("connectionId"), LSC_MODE_TEXT ("groupName"),
  LSC_MODE_TEXT ("relay"),   LSC_MODE_TEXT ("retry"),       LSC_MODE_INT ("dataType"),
  LSC_MODE_TEXT ("algType"), LSC_MODE_TEXT ("count"),       LSC_MODE_TEXT ("opType"),
  LSC_MODE_INT ("rank"),
};

/** What a message says of an operator. */
typedef struct
{
  const char *type;
  const char *group;
  const char *count;
  gint64 data_type; /* or %LSC_INT_NULL */
  gint64 stream;    /* or %LSC_INT_NULL */
  const char *id;   /* of the group, in names */
} Message;

typedef struct
{
  gint64 start;
  gint64 end;
  gint64 connection;
  gint64 stream;
} Task;

/**
 * Op: a message that met a task
 * @is_own: they have the same connection
 */
typedef struct
{
  const Message *message;
  const Task *task;
  gint64 id;
  gint64 number;
  gboolean is_own;
} Op;

/** A rank at work. */
typedef struct
{
  LscModeRank *rank;
  GHashTable *types;    /* names of data types in lower case -> id */
  GHashTable *messages; /* text -> Message, %NULL of one that is no operator */
  GArray *tasks;        /* Task */
  GHashTable *streams;  /* number -> GArray of places in tasks */
  GHashTable *links;    /* connection -> the same */
  GHashTable *numbers;  /* LscModeKey of group and type -> how many there were */
  GArray *ops;
  gboolean is_too_long;
} Work;

static void
add_place (GHashTable *lists, gint64 key, guint place)
{
  GArray *list = g_hash_table_lookup (lists, &key);

  if (!list)
    {
      list = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (lists, g_memdup2 (&key, sizeof key), list);
    }
  g_array_append_val (list, place);
}

static void
read_tasks (Work *self)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      self->rank, "SELECT startNs, endNs, connectionId, streamId FROM TASK ORDER BY rowid");

  while (_lsc_mode_rank_next (self->rank, &stmt))
    {
      Task task = { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1),
                    sqlite3_column_int64 (stmt, 2), sqlite3_column_int64 (stmt, 3) };

      add_place (self->links, task.connection, self->tasks->len);
      add_place (self->streams, task.stream, self->tasks->len);
      g_array_append_val (self->tasks, task);
    }
}

static void
read_types (Work *self)
{
  sqlite3_stmt *stmt =
      lsc_db_has_table (self->rank->db, "ENUM_HCCL_DATA_TYPE")
          ? _lsc_mode_rank_ask (self->rank, "SELECT id, name FROM ENUM_HCCL_DATA_TYPE")
          : NULL;

  while (_lsc_mode_rank_next (self->rank, &stmt))
    {
      const char *name = (const char *) sqlite3_column_text (stmt, 1);
      gint64 id = sqlite3_column_int64 (stmt, 0);

      if (name)
        g_hash_table_insert (self->types, g_ascii_strdown (name, -1), g_memdup2 (&id, sizeof id));
    }
}

/* Numbers are written as texts, too. */
static const char *
get_member (Work *self, JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  g_autofree char *digits = NULL;

  if (!node || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return _lsc_mode_keep (self->rank->run, json_node_get_string (node));
  if (json_node_get_value_type (node) != G_TYPE_INT64)
    return NULL;
  digits = g_strdup_printf ("%" PRId64, json_node_get_int (node));
  return _lsc_mode_keep (self->rank->run, digits);
}

static gint64
find_type (const Work *self, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const gint64 *id = g_hash_table_lookup (self->types, lower);

  return id ? *id : LSC_INT_NULL;
}

static Message *
read_members (Work *self, JsonObject *object)
{
  const char *stream = get_member (self, object, "streamId");
  const char *count = get_member (self, object, "count");
  const char *type = get_member (self, object, "dataType");
  const char *group = get_member (self, object, "groupName");
  const char *name = get_member (self, object, "opName");
  g_autofree char *id = group ? _lsc_mode_group_id (group) : NULL;
  g_autofree char *op_type = name ? g_strconcat (name, "_", NULL) : NULL;
  Message *message;

  if (!stream || !count || !type || !group || !name)
    return NULL;
  message = g_new0 (Message, 1);
  message->type = _lsc_mode_keep (self->rank->run, op_type);
  message->group = group;
  message->count = count;
  message->data_type = find_type (self, type);
  if (lsc_parse_int64 (stream, strlen (stream), &message->stream) != LSC_PARSE_OK)
    message->stream = LSC_INT_NULL;
  message->id = _lsc_mode_keep (self->rank->run, id);
  return message;
}

/* A message is one if it names all five; quotes may have been recorded with a backslash. */
static Message *
parse_message (Work *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\\\"", -1);
  g_autofree char *plain = g_strjoinv ("\"", parts);
  g_autoptr (JsonNode) root = lsc_json_parse_kind (plain, JSON_NODE_OBJECT, NULL);

  return root ? read_members (self, json_node_get_object (root)) : NULL;
}

static const Message *
find_message (Work *self, const char *text)
{
  gpointer found;

  if (!g_hash_table_lookup_extended (self->messages, text, NULL, &found))
    {
      found = parse_message (self, text);
      g_hash_table_insert (self->messages, (gpointer) text, found);
    }
  return found;
}

static gint64
take_number (Work *self, const Message *message)
{
  LscModeKey key = { .texts = { message->group, message->type } };
  gint64 *n = g_hash_table_lookup (self->numbers, &key);

  if (!n)
    {
      n = g_new0 (gint64, 1);
      g_hash_table_insert (self->numbers, g_memdup2 (&key, sizeof key), n);
    }
  return (*n)++;
}

static void
add_op (Work *self, const Message *message, guint place, gint64 connection)
{
  const Task *task = &g_array_index (self->tasks, Task, place);
  Op op = { message, task, self->ops->len, 0, task->connection == connection };

  op.number = take_number (self, message);
  g_array_append_val (self->ops, op);
}

/* The tasks of the connection and of the stream, in the order in which they are recorded. */
static void
join (Work *self, const Message *message, gint64 connection)
{
  const GArray *own = g_hash_table_lookup (self->links, &connection);
  const GArray *others = message->stream == LSC_INT_NULL
                             ? NULL
                             : g_hash_table_lookup (self->streams, &message->stream);
  guint i = 0, k = 0;

  while ((own && i < own->len) || (others && k < others->len))
    {
      guint a = own && i < own->len ? g_array_index (own, guint, i) : G_MAXUINT;
      guint b = others && k < others->len ? g_array_index (others, guint, k) : G_MAXUINT;

      if (self->ops->len >= MOST_ROWS)
        {
          self->is_too_long = TRUE;
          return;
        }
      add_op (self, message, MIN (a, b), connection);
      i += a <= b;
      k += b <= a;
    }
}

static void
read_messages (Work *self)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      self->rank, "SELECT s.value, m.connectionId FROM STRING_IDS s JOIN MSTX_EVENTS m "
                  "ON m.message = s.id WHERE s.value LIKE '%groupName%' ORDER BY s.id, m.rowid");

  while (_lsc_mode_rank_next (self->rank, &stmt))
    {
      const char *text =
          _lsc_mode_keep (self->rank->run, (const char *) sqlite3_column_text (stmt, 0));
      const Message *message = text ? find_message (self, text) : NULL;

      if (message && !self->is_too_long)
        join (self, message, sqlite3_column_int64 (stmt, 1));
    }
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const Op *x = a, *y = b;

  if (x->task->start != y->task->start)
    return x->task->start < y->task->start ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

static void
write_ops (Work *self, LscTable *table, gboolean is_own)
{
  for (guint i = 0; i < self->ops->len; i++)
    {
      const Op *op = &g_array_index (self->ops, Op, i);
      g_autofree char *name =
          g_strdup_printf ("%s_%s_%" PRId64 "_1", op->message->type, op->message->id, op->number);
      LscModeRow out;

      if (is_own && !op->is_own)
        continue;
      out = _lsc_mode_row (table);
      _lsc_mode_put_int (&out, op->id);
      _lsc_mode_put_text (&out, name);
      _lsc_mode_put_int (&out, op->task->start);
      _lsc_mode_put_int (&out, op->task->end);
      _lsc_mode_put_int (&out, op->task->connection);
      _lsc_mode_put_text (&out, op->message->group);
      _lsc_mode_put_text (&out, NULL);
      _lsc_mode_put_text (&out, NULL);
      _lsc_mode_put_int (&out, op->message->data_type);
      _lsc_mode_put_text (&out, NULL);
      _lsc_mode_put_text (&out, op->message->count);
      _lsc_mode_put_text (&out, op->message->type);
      _lsc_mode_put_int (&out, self->rank->rank);
    }
}

static void
work_init (Work *self, LscModeRank *rank)
{
  *self = (Work){ .rank = rank };
  self->types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->messages = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  self->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  self->streams =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self->links =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self->numbers = g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal, g_free, g_free);
  self->ops = g_array_new (FALSE, FALSE, sizeof (Op));
}

static void
work_clear (Work *self)
{
  g_hash_table_unref (self->types);
  g_hash_table_unref (self->messages);
  g_array_unref (self->tasks);
  g_hash_table_unref (self->streams);
  g_hash_table_unref (self->links);
  g_hash_table_unref (self->numbers);
  g_array_unref (self->ops);
}

static void
make_ops (LscModeRank *rank, LscTable *const *out)
{
  Work work;

  work_init (&work, rank);
  read_types (&work);
  read_tasks (&work);
  read_messages (&work);
  if (work.is_too_long)
    {
      g_autofree char *text =
          g_strdup_printf (_ ("More than %d rows would be made, as each message is joined to all "
                              "tasks of its stream: the rank was skipped."),
                           MOST_ROWS);

      _lsc_mode_tell (rank->run, rank->rank, LSC_SEVERITY_ERROR, text);
    }
  else
    {
      g_array_sort (work.ops, compare_starts);
      write_ops (&work, out[0], FALSE);
      write_ops (&work, out[1], TRUE);
    }
  work_clear (&work);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "TASK", "STRING_IDS", NULL };
  static const char *const messages[] = { "MSTX_EVENTS", NULL };
  LscTable *const out[] = { _LSC_MODE_ADD_TABLE (self, tables[0].name, columns),
                            _LSC_MODE_ADD_TABLE (self, tables[1].name, columns) };
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        gboolean has_ops = lsc_db_has_table (rank.db, "COMMUNICATION_OP");

        if (has_ops || _lsc_mode_rank_has_tables (&rank, messages))
          {
            if (!has_ops)
              make_ops (&rank, out);
            self->n_used++;
            g_ptr_array_add (self->copied, rank.source);
          }
        _lsc_mode_rank_close (&rank);
      }
  return TRUE;
}

const LscMode _lsc_mode_mstx2commop = {
  .name = "mstx2commop",
  .folder = "Mstx2Commop",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .is_copy = TRUE,
  .run = run_mode,
};
