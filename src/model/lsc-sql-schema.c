/* lsc-sql-schema.c - the SQL tables of queries and of our own database, described once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-sql-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/lsc-timeline.h"

/* Names of columns and sentences are part of files, which do not follow the language; what the rows
 * of a table are is shown by --help, too, translated. Columns are added at the end: people read
 * rows by position, too. */

#define TEXT(name, text)                                                                           \
  {                                                                                                \
    name, LSC_SQL_TEXT, NULL, text, FALSE                                                          \
  }
#define INT(name, text)                                                                            \
  {                                                                                                \
    name, LSC_SQL_INTEGER, NULL, text, FALSE                                                       \
  }
#define NS(name, text)                                                                             \
  {                                                                                                \
    name, LSC_SQL_INTEGER, "ns", text, FALSE                                                       \
  }
#define REAL(name, unit, text)                                                                     \
  {                                                                                                \
    name, LSC_SQL_REAL, unit, text, FALSE                                                          \
  }
#define BYTES(name, text)                                                                          \
  {                                                                                                \
    name, LSC_SQL_INTEGER, "bytes", text, FALSE                                                    \
  }
/* Of queries alone */
#define BYTES_ON_DEMAND(text)                                                                      \
  {                                                                                                \
    "bytes", LSC_SQL_INTEGER, "bytes", text, TRUE                                                  \
  }

#define ON_DEMAND(name, type, unit, text)                                                          \
  {                                                                                                \
    name, type, unit, text, TRUE                                                                   \
  }

/* ---- what people read ---- */

#define RANK INT ("rank", "number of the rank")
#define STEP INT ("step", "number of the step, NULL: outside of steps")

static const LscSqlColumn ranks[] = {
  RANK,
  INT ("device", "number of the device"),
  TEXT ("host", "name of the host"),
  TEXT ("format", "what the recording was read from"),
  TEXT ("file", "the file that it was read from"),
  INT ("level", "level of the profiler"),
  INT ("slices", "slices in all lanes, those that were computed included"),
  NS ("begin_ns", "first start, since the epoch; stray events do not count"),
  NS ("end_ns", "last end, since the epoch; stray events do not count"),
  INT ("id", "index of the recording: the upper half of the ids of its slices"),
};

static const LscSqlColumn lanes[] = {
  RANK,
  TEXT ("lane", "path of the lane"),
  TEXT ("name", "last part of the path"),
  INT ("rows", "rows that nested slices take"),
  INT ("slices", "slices in the lane"),
  INT ("first_id", "id of its first slice; the others follow"),
  INT ("id", "number of the lane"),
  TEXT ("group_name", "full name of a communication group, or domain of marks"),
};

/* What a view of slices has as well */
#define SLICE_COLUMNS                                                                              \
  RANK, TEXT ("lane", "path of the lane"), INT ("row", "row in the lane: depth of nesting"),       \
      TEXT ("name", "name of the event"), NS ("start_ns", "start, since the epoch as recorded"),   \
      NS ("dur_ns", "duration"), NS ("self_ns", "duration without that of children"), STEP,        \
      INT ("id", "the slice: (ranks.id << 32) + its number"),                                      \
      INT ("parent", "id of the slice around it"),                                                 \
      TEXT ("kind", "what it is: op, kernel-cube, communication, ..."),                            \
      NS ("end_ns", "end, since the epoch as recorded"),                                           \
      NS ("rel_ns", "start, since the begin of its recording: start_ns - ranks.begin_ns"),         \
      INT ("pid", "process of its lane, where it is one of a thread of the host"),                 \
      INT ("tid", "thread, stream or plane of its lane"),                                          \
      INT ("stream", "stream of the device, where its lane is one")

#define KERNEL_TEXT(name, text) ON_DEMAND (name, LSC_SQL_TEXT, NULL, text)
#define KERNEL_INT(name, unit, text) ON_DEMAND (name, LSC_SQL_INTEGER, unit, text)
#define KERNEL_REAL(name, unit, text) ON_DEMAND (name, LSC_SQL_REAL, unit, text)

/* What is read of the recording when a statement asks for it; the same as in shapes. */
static const LscSqlColumn kernels[] = {
  SLICE_COLUMNS,
  KERNEL_TEXT ("type", "type of the operator, such as MatMulV2; on a GPU its short name"),
  KERNEL_TEXT ("core", "the core that it runs on, such as AI_CORE"),
  KERNEL_TEXT ("input_shapes", "shapes of what it reads, with ; between them"),
  KERNEL_TEXT ("input_types", "data types of what it reads, with ; between them"),
  KERNEL_TEXT ("input_formats", "formats of what it reads, with ; between them"),
  KERNEL_TEXT ("output_shapes", "shapes of what it writes, with ; between them"),
  KERNEL_TEXT ("output_types", "data types of what it writes, with ; between them"),
  KERNEL_TEXT ("output_formats", "formats of what it writes, with ; between them"),
  KERNEL_INT ("bytes", "bytes", "inputs and outputs, each once, where all shapes are known"),
  KERNEL_REAL ("flops", NULL, "floating point operations, where they are known"),
  KERNEL_INT ("blocks", NULL, "cores that it uses"),
  KERNEL_REAL ("mac_ratio", "share", "time in which the cube multiplies matrices"),
  KERNEL_REAL ("vec_ratio", "share", "time in which the vector unit computes"),
  KERNEL_REAL ("mte1_ratio", "share", "time in which data moves from L1 to L0"),
  KERNEL_REAL ("mte2_ratio", "share", "time in which data is loaded from memory"),
  KERNEL_REAL ("mte3_ratio", "share", "time in which data is stored to memory"),
  KERNEL_REAL ("fixpipe_ratio", "share", "time in which results of the cube are moved"),
  KERNEL_REAL ("scalar_ratio", "share", "time in which the scalar unit computes"),
  KERNEL_REAL ("icache_miss", "share", "instruction fetches that miss the cache"),
  KERNEL_REAL ("cube_utilisation", "share", "use of the cube, as recorded"),
  KERNEL_REAL ("occupancy", "share", "estimated occupancy of a GPU, as recorded"),
  KERNEL_REAL ("blocks_per_sm", NULL, "blocks of the grid for each multiprocessor of a GPU"),
  KERNEL_REAL ("warps_per_sm", NULL, "warps of the grid for each multiprocessor of a GPU"),
  KERNEL_INT ("registers", NULL, "registers of a thread on a GPU"),
  KERNEL_INT ("shared_memory", "bytes", "shared memory of a block on a GPU"),
};

static const LscSqlColumn slices[] = {
  SLICE_COLUMNS,
  BYTES_ON_DEMAND ("what a communication operator, one of its tasks or a copy moved, where it is "
                   "recorded; SELECT * leaves it out, as reading it takes time"),
};

static const LscSqlColumn collectives[] = {
  SLICE_COLUMNS,
  BYTES_ON_DEMAND ("what it moved, where it is recorded: elements times the size of one"),
};

static const LscSqlColumn links[] = {
  RANK,
  INT ("from_id", "id of a slice"),
  INT ("to_id", "id of the slice that it leads to"),
  TEXT ("kind", "what leads there: op_launch, HostToDevice, async_task_queue, fwdbwd, ..."),
};

static const LscSqlColumn launches[] = {
  RANK,
  INT ("launch", "id of the slice that launched"),
  INT ("device", "id of the slice on the device"),
  NS ("launch_ns", "start of the launch"),
  NS ("device_ns", "start on the device"),
  NS ("latency_ns", "from the one to the other"),
};

static const LscSqlColumn counters[] = {
  RANK,
  TEXT ("lane", "path of the strip"),
  TEXT ("name", "name of the series"),
  NS ("time_ns", "time of the sample, since the epoch"),
  REAL ("value", NULL, "value, which holds until the next sample"),
};

static const LscSqlColumn steps[] = {
  RANK,
  INT ("step", "number of the step, NULL: the whole recording"),
  NS ("computing_ns", "time with computing on the device"),
  NS ("communication_ns", "time with communication"),
  NS ("communication_not_overlapped_ns", "time with communication and no computing"),
  NS ("overlapped_ns", "time with both"),
  NS ("free_ns", "time with neither, between first and last device event"),
  NS ("free_extended_ns", "free time with head and tail of the recorded tasks"),
  TEXT ("reason", "why a figure is not there"),
  NS ("e2e_ns", "end to end: from start to end"),
  NS ("stage_ns", "end to end without the bubble"),
  NS ("bubble_ns", "time in receives between stages, as the profiler counts it"),
  NS ("preparing_ns", "from the start of the step to its first device event"),
  NS ("pp_send_receive_ns", "time of operators of groups of pipeline stages"),
  NS ("begin_ns", "start, since the epoch"),
  NS ("end_ns", "end, since the epoch"),
  NS ("step_begin_ns", "start of the step on the device, since the epoch"),
  NS ("step_end_ns", "end of the step on the device, since the epoch"),
  NS ("host_begin_ns", "start of the step on the host, since the epoch"),
  NS ("host_end_ns", "end of the step on the host, since the epoch"),
};

static const LscSqlColumn gaps[] = {
  RANK,
  STEP,
  NS ("start_ns", "start, since the epoch"),
  NS ("dur_ns", "duration"),
  TEXT ("class", "why nothing ran"),
  TEXT ("cause", "name of the slice that is the cause"),
  TEXT ("next", "name of the slice that ends the gap"),
  INT ("cause_id", "id of the cause"),
  INT ("next_id", "id of the slice that ends the gap"),
  INT ("compiling", "1: the host compiled an operator meanwhile"),
};

static const LscSqlColumn breaks[] = {
  RANK,
  NS ("start_ns", "when the device had done all that was launched"),
  NS ("idle_ns", "how long it idled"),
  TEXT ("cause", "why nothing was launched"),
  STEP,
  TEXT ("call", "name of the slice that is the cause"),
  TEXT ("source", "line of the source that called it"),
  INT ("cause_id", "id of the cause"),
  INT ("launch_id", "id of the launch that ends the break"),
};

static const LscSqlColumn transfers[] = {
  RANK,
  INT ("src_rank", "number of the rank that the data comes from, NULL: members not recorded"),
  INT ("dst_rank", "number of the rank that it goes to, likewise"),
  INT ("src_place", "place in the group of the rank that it comes from"),
  INT ("dst_place", "place in the group of the rank that it goes to"),
  TEXT ("group_name", "full name of the communication group"),
  TEXT ("transport", "what carries it: HCCS, PCIE, RDMA, SIO, SDMA"),
  INT ("count", "how many tasks, NULL: the exporter summed them up"),
  { "size_bytes", LSC_SQL_INTEGER, "bytes", "what they moved", FALSE },
  NS ("time_ns", "how long they took, added up"),
  REAL ("bandwidth", "GB/s", "size by time"),
};

static const LscSqlColumn blocks_of_memory[] = {
  RANK,
  TEXT ("op", "operator that asked for the block"),
  TEXT ("module", "module of that operator"),
  { "size_bytes", LSC_SQL_INTEGER, "bytes", "what it takes of the pool", FALSE },
  NS ("begin_ns", "when it was allocated, since the epoch, NULL: before the recording"),
  NS ("end_ns", "when it was released, NULL: not while it was recorded"),
  NS ("active_end_ns", "when the device had done with it, too"),
  NS ("lifetime_ns", "from its allocation to its release"),
  TEXT ("end", "recorded, inferred from the total, or none"),
  STEP,
  TEXT ("pool", "who counts it: PTA, GE, GPU 0, ..."),
  INT ("stream", "stream that it was asked for, as recorded"),
  INT ("slice_id", "id of the operator"),
};

static const LscSqlColumn syncs[] = {
  RANK,
  STEP,
  TEXT ("name", "name of the synchronising call"),
  NS ("start_ns", "start, since the epoch"),
  NS ("dur_ns", "duration"),
  NS ("free_ns", "free time inside and directly after it"),
  NS ("gap_ns", "gaps charged to it, whole"),
  TEXT ("op", "name of the operator around it"),
  INT ("slice_id", "id of the call"),
  INT ("op_id", "id of the operator"),
};

static const LscSqlColumn dispatch[] = {
  RANK,
  INT ("step", "number of the step, NULL: the whole recording"),
  NS ("p10", "from launch to start: a tenth of the launches took no longer"),
  NS ("p50", "the median"),
  NS ("p90", "nine tenths took no longer"),
  NS ("max", "the longest"),
  INT ("le20", "launches that took 20 µs or less"),
  INT ("le50", "launches that took 50 µs or less"),
  INT ("le100", "launches that took 100 µs or less"),
  INT ("depth0", "launches that found an empty queue"),
  INT ("max_depth", "most launches in the queue"),
  REAL ("empty_share", "share", "time in which the queue was empty"),
  REAL ("free_share", "share", "free time"),
  INT ("launches", "launches with a device event"),
  NS ("host_sync_ns", "free, not launched: the host waited for the device"),
  NS ("host_ns", "free, not launched: the host was late"),
  NS ("queued_task_ns", "free, launched: behind another task"),
  NS ("queued_idle_ns", "free, launched: nothing ran"),
  NS ("unknown_ns", "free, launch not recorded"),
  INT ("dispatch_bound", "1: the host does not feed the device"),
  TEXT ("reason", "why a figure is not there"),
};

/* As `tree --json` and the table of blocks have them, so that one description does for both. */
static const LscSqlColumn modules[] = {
  RANK,
  INT ("id", "number of the node in the tree of its rank"),
  INT ("parent", "number of the node above"),
  INT ("depth", "levels below the rank"),
  TEXT ("kind", "what the node is"),
  TEXT ("phase", "forward or backward"),
  TEXT ("name", "name of the module, op or kernel"),
  INT ("calls", "how often it was called"),
  NS ("total_ns", "device time"),
  NS ("self_ns", "device time outside of nodes below"),
  REAL ("share_of_device_time", "share", "of the device time of all events"),
  REAL ("mfu_core", "share", "FLOPs over the peak while its kernels ran"),
  REAL ("mfu_total", "share", "FLOPs over the peak of the whole time"),
  NS ("forward_ns", "device time in forward"),
  NS ("backward_ns", "device time in backward"),
  NS ("compute_ns", "device time of computing kernels"),
  NS ("communication_ns", "device time of communication"),
  REAL ("flops", NULL, "floating point operations"),
  NS ("host_ns", "time on the host"),
};

static const LscSqlColumn blocks[] = {
  INT ("group_id", "number of the pipeline group"),
  INT ("stage", "pipeline stage"),
  RANK,
  INT ("step", "number of the step"),
  INT ("seq", "place in the row"),
  TEXT ("name", "name of the range"),
  TEXT ("kind", "F, B, W, ..."),
  INT ("type", "the kind as a number"),
  NS ("start_ns", "start, since the epoch"),
  NS ("end_ns", "end, since the epoch"),
  INT ("mb_f", "micro-batch of the forward part"),
  INT ("chunk_f", "model chunk of the forward part"),
  INT ("mb_b", "micro-batch of the backward part"),
  INT ("chunk_b", "model chunk of the backward part"),
  INT ("stream_id", "stream of the device"),
  NS ("compute_ns", "computing inside"),
  NS ("exposed_comm_ns", "communication inside without computing"),
  NS ("idle_ns", "neither inside"),
};

static const LscSqlColumn shapes[] = {
  RANK,
  INT ("id", "the slice of the kernel"),
  TEXT ("name", "name of the kernel"),
  TEXT ("type", "type of the operator, such as MatMulV2; on a GPU its short name"),
  TEXT ("core", "the core that it runs on, such as AI_CORE"),
  TEXT ("input_shapes", "shapes of what it reads, with ; between them"),
  TEXT ("input_types", "data types of what it reads, with ; between them"),
  TEXT ("output_shapes", "shapes of what it writes, with ; between them"),
  NS ("start_ns", "start, since the epoch as recorded"),
  NS ("dur_ns", "duration"),
  TEXT ("output_types", "data types of what it writes, with ; between them"),
  TEXT ("input_formats", "formats of what it reads, with ; between them"),
  TEXT ("output_formats", "formats of what it writes, with ; between them"),
  BYTES ("bytes", "inputs and outputs, each once, where all shapes are known"),
  REAL ("flops", NULL, "floating point operations, where they are known"),
  INT ("blocks", "cores that it uses"),
  REAL ("mac_ratio", "share", "time in which the cube multiplies matrices"),
  REAL ("vec_ratio", "share", "time in which the vector unit computes"),
  REAL ("mte1_ratio", "share", "time in which data moves from L1 to L0"),
  REAL ("mte2_ratio", "share", "time in which data is loaded from memory"),
  REAL ("mte3_ratio", "share", "time in which data is stored to memory"),
  REAL ("fixpipe_ratio", "share", "time in which results of the cube are moved"),
  REAL ("scalar_ratio", "share", "time in which the scalar unit computes"),
  REAL ("icache_miss", "share", "instruction fetches that miss the cache"),
  REAL ("cube_utilisation", "share", "use of the cube, as recorded"),
  REAL ("occupancy", "share", "estimated occupancy of a GPU, as recorded"),
  REAL ("blocks_per_sm", NULL, "blocks of the grid for each multiprocessor of a GPU"),
  REAL ("warps_per_sm", NULL, "warps of the grid for each multiprocessor of a GPU"),
  INT ("registers", "registers of a thread on a GPU"),
  BYTES ("shared_memory", "shared memory of a block on a GPU"),
};

#define STREAM_ROLE "14" /* LSC_ROLE_STREAM, in the view of a file */
G_STATIC_ASSERT (LSC_ROLE_STREAM == 14);

#define COMPUTING                                                                                  \
  "kind IN ('kernel-cube', 'kernel-vector', 'kernel-mix', 'kernel-ai-cpu', 'kernel-dsa', "         \
  "'kernel')"
#define KERNELS "SELECT * FROM slices WHERE " COMPUTING
#define COLLECTIVES(columns) "SELECT " columns " FROM slices WHERE kind = 'communication'"
#define LAUNCHES(source)                                                                           \
  "SELECT l.rank, a.id AS launch, b.id AS device, a.start_ns AS launch_ns, "                       \
  "b.start_ns AS device_ns, b.start_ns - a.start_ns AS latency_ns FROM links l "                   \
  "JOIN " source " a ON a.id = l.from_id JOIN " source " b ON b.id = l.to_id "                     \
  "WHERE l.kind = 'HostToDevice'"

/* ---- what a file stores ---- */

static const LscSqlColumn about[] = {
  TEXT ("name", "what is explained: a table, or table.column"),
  TEXT ("text", "what it is"),
};

static const LscSqlColumn names[] = {
  INT ("id", "number of the name"),
  TEXT ("name", "name of slices"),
};

static const LscSqlColumn kinds[] = {
  INT ("id", "number of the kind"),
  TEXT ("kind", "kind of slices"),
};

static const LscSqlColumn nodes[] = {
  INT ("id", "number of the node"),
  INT ("rank_id", "recording: ranks.id"),
  RANK,
  INT ("number", "number of the node in its recording; 0 is the rank itself"),
  INT ("parent", "number of the node above"),
  INT ("place", "place among the nodes below the same"),
  TEXT ("type", "group, lane or counter"),
  INT ("role", "what it shows, a number of the program"),
  TEXT ("name", "what people read"),
  TEXT ("lane", "path"),
  INT ("rows", "of a lane"),
  INT ("slices", "of a lane"),
  INT ("first_id", "of a lane: id of its first slice"),
  TEXT ("group_name", "full name of a communication group, or domain of marks"),
  INT ("pid", "process of host threads"),
  INT ("tid", "thread, stream or plane"),
  INT ("collapsed", "1: collapsed at first"),
  INT ("hidden", "1: not shown, but links lead to its slices"),
  INT ("slack", "1: ends may stick out of their parents by a microsecond"),
  INT ("computed", "1: made by an analysis, not recorded"),
};

static const LscSqlColumn slice_rows[] = {
  INT ("id", "the slice"),
  INT ("lane_id", "its lane: nodes.id"),
  INT ("row", "row in the lane"),
  INT ("name_id", "its name: names.id"),
  INT ("kind_id", "its kind: kinds.id"),
  NS ("start_ns", "start, since the epoch as recorded"),
  NS ("dur_ns", "duration"),
  NS ("self_ns", "duration without that of children"),
  STEP,
  INT ("parent", "id of the slice around it"),
};

static const LscSqlColumn link_rows[] = {
  INT ("from", "id of a slice"),
  INT ("to", "id of the slice that it leads to"),
  TEXT ("kind", "what leads there"),
};

static const LscSqlColumn series[] = {
  INT ("id", "number of the series"),
  RANK,
  TEXT ("lane", "path of the strip"),
  TEXT ("name", "name of the series"),
  INT ("node_id", "the strip: nodes.id"),
  INT ("shape", "how it is drawn, a number of the program"),
  INT ("unit", "unit of its values, a number of the program"),
};

static const LscSqlColumn samples[] = {
  INT ("series_id", "its series: series.id"),
  NS ("time_ns", "time, since the epoch"),
  REAL ("value", NULL, "value, which holds until the next sample"),
};

static const LscSqlColumn step_rows[] = {
  INT ("rank_id", "recording: ranks.id"),
  INT ("step", "number of the step"),
  NS ("begin_ns", "start on the host"),
  NS ("end_ns", "end on the host"),
};

static const LscSqlColumn told_steps[] = {
  INT ("rank_id", "recording: ranks.id"),
  INT ("step", "number of the step"),
  NS ("computing_ns", "as the exporter computed it, -1 = not given"),
  NS ("communication_ns", "as the exporter computed it"),
  NS ("communication_not_overlapped_ns", "as the exporter computed it"),
  NS ("overlapped_ns", "as the exporter computed it"),
  NS ("free_ns", "as the exporter computed it"),
};

static const LscSqlColumn comm_groups[] = {
  INT ("rank_id", "recording: ranks.id"),       TEXT ("name", "full name of the group"),
  TEXT ("label", "what people read"),           TEXT ("ranks", "its members, with commas"),
  INT ("is_pipeline", "1: of pipeline stages"),
};

static const LscSqlColumn facts[] = {
  INT ("rank_id", "recording: ranks.id"),
  TEXT ("name", "what the recording says, such as host_uid; metadata.KEY"),
  TEXT ("value", "as it says it"),
};

static const LscSqlColumn peer_rows[] = {
  INT ("id", "the slice of a send or receive"),
  INT ("rank", "number or name of its partner; -2: several"),
};

static const LscSqlColumn wait_rows[] = {
  INT ("rank_id", "recording: ranks.id"),
  NS ("begin_ns", "start, since the epoch"),
  NS ("end_ns", "end, since the epoch"),
  TEXT ("group_name", "full name of the group"),
  INT ("own", "place of the rank in the group"),
  INT ("peer", "place of the member that it waits for"),
};

/* A kernel is launched alike many times. */
static const LscSqlColumn kernel_kinds[] = {
  INT ("id", "number of the kind"),
  TEXT ("type", "type of the operator"),
  TEXT ("core", "the core that it runs on"),
  TEXT ("input_shapes", "shapes of what it reads, with ; between them"),
  TEXT ("input_types", "data types of what it reads, with ; between them"),
  TEXT ("input_formats", "formats of what it reads, with ; between them"),
  TEXT ("output_shapes", "shapes of what it writes, with ; between them"),
  TEXT ("output_types", "data types of what it writes, with ; between them"),
  TEXT ("output_formats", "formats of what it writes, with ; between them"),
  INT ("blocks", "cores that it uses"),
  INT ("dynamic", "1: its shapes were not known when it was compiled"),
  REAL ("occupancy", "share", "estimated occupancy of a GPU, as recorded"),
  REAL ("blocks_per_sm", NULL, "blocks of the grid for each multiprocessor of a GPU"),
  REAL ("warps_per_sm", NULL, "warps of the grid for each multiprocessor of a GPU"),
  REAL ("registers", NULL, "registers of a thread on a GPU"),
  REAL ("shared_memory", "bytes", "shared memory of a block on a GPU"),
  TEXT ("launch", "grid and block on a GPU, where its clock was recorded"),
};

static const LscSqlColumn kernel_rows[] = {
  INT ("id", "the slice"),
  INT ("kind_id", "its kind: kernel_kinds.id"),
  REAL ("mac_ratio", "share", "time in which the cube multiplies matrices"),
  REAL ("vec_ratio", "share", "time in which the vector unit computes"),
  REAL ("mte1_ratio", "share", "time in which data moves from L1 to L0"),
  REAL ("mte2_ratio", "share", "time in which data is loaded from memory"),
  REAL ("mte3_ratio", "share", "time in which data is stored to memory"),
  REAL ("fixpipe_ratio", "share", "time in which results of the cube are moved"),
  REAL ("scalar_ratio", "share", "time in which the scalar unit computes"),
  REAL ("icache_miss", "share", "instruction fetches that miss the cache"),
  REAL ("cube_utilisation", "share", "use of the cube, as recorded"),
};

#define TABLE(table, places, text)                                                                 \
  {                                                                                                \
#table, text, places, table, G_N_ELEMENTS(table), NULL, NULL                                   \
  }
#define VIEW(table, columns, query, file, text)                                                    \
  {                                                                                                \
#table, text, LSC_SQL_IN_BOTH, columns, G_N_ELEMENTS(columns), query, file                     \
  }

static const LscSqlTable tables[] = {
  TABLE (ranks, LSC_SQL_IN_BOTH, N_ ("every recording, one of each rank")),
  VIEW (lanes, lanes, NULL,
        "SELECT rank, lane, name, rows, slices, first_id, id, group_name FROM nodes "
        "WHERE type = 'lane' AND NOT hidden",
        N_ ("strips of slices")),
  TABLE (steps, LSC_SQL_IN_BOTH,
         N_ ("overlap figures of each rank and step; NULL = not recorded, see reason")),
  VIEW (slices, slices, NULL,
        "SELECT l.rank, l.lane, s.row, n.name, s.start_ns, s.dur_ns, s.self_ns, s.step, s.id, "
        "s.parent, k.kind, s.start_ns + s.dur_ns AS end_ns, s.start_ns - r.begin_ns AS rel_ns, "
        "l.pid, l.tid, CASE WHEN l.role = " STREAM_ROLE
        " THEN l.tid END AS stream FROM slice_rows s JOIN ranks r ON r.id = s.id >> 32 "
        "JOIN nodes l ON l.id = s.lane_id JOIN names n ON n.id = s.name_id "
        "JOIN kinds k ON k.id = s.kind_id WHERE NOT l.hidden",
        N_ ("every slice with its lane, row (nesting), name, times, step, parent, kind")),
  VIEW (links, links, NULL,
        "SELECT r.rank, \"from\" AS from_id, \"to\" AS to_id, kind FROM link_rows "
        "JOIN ranks r ON r.id = \"from\" >> 32",
        N_ ("from slice to slice: op_launch, HostToDevice, async_task_queue, fwdbwd, ...")),
  TABLE (gaps, LSC_SQL_IN_BOTH,
         N_ ("intervals without computing and communication, with class and cause")),
  TABLE (breaks, LSC_SQL_IN_BOTH, N_ ("times when the device had done all that was launched")),
  TABLE (syncs, LSC_SQL_IN_BOTH, N_ ("synchronising calls with the free time each caused")),
  TABLE (dispatch, LSC_SQL_IN_BOTH, N_ ("launch latency and queue depth of each rank and step")),
  VIEW (kernels, kernels, NULL, KERNELS, N_ ("slices that count as computing")),
  VIEW (collectives, collectives, COLLECTIVES ("*, bytes"), COLLECTIVES ("*"),
        N_ ("communication operators")),
  VIEW (launches, launches, LAUNCHES ("slices"), LAUNCHES ("slice_rows"),
        N_ ("launch and device slice of each launch link, with the latency")),
  VIEW (counters, counters, NULL,
        "SELECT s.rank, s.lane, s.name, p.time_ns, p.value FROM samples p "
        "JOIN series s ON s.id = p.series_id",
        N_ ("samples of every series; a value holds until the next")),
  TABLE (transfers, LSC_SQL_IN_QUERY,
         N_ ("what the rank recorded of transfers between ranks, of sizes alike")),
  TABLE (blocks_of_memory, LSC_SQL_IN_QUERY, N_ ("blocks of memory with who asked for them")),
  TABLE (modules, LSC_SQL_IN_QUERY, N_ ("the tree of modules, ops and kernels")),
  TABLE (blocks, LSC_SQL_IN_QUERY, N_ ("forward and backward passes of pipelines")),
  TABLE (shapes, LSC_SQL_IN_QUERY, N_ ("shapes and data types of computing kernels")),
  TABLE (about, LSC_SQL_IN_FILE, "what the tables and columns say"),
  TABLE (names, LSC_SQL_IN_FILE, "stored: texts of slices.name"),
  TABLE (kinds, LSC_SQL_IN_FILE, "stored: texts of slices.kind"),
  TABLE (nodes, LSC_SQL_IN_FILE, "stored: lanes with the groups and counters around them"),
  TABLE (slice_rows, LSC_SQL_IN_FILE, "stored: slices"),
  TABLE (link_rows, LSC_SQL_IN_FILE, "stored: links"),
  TABLE (series, LSC_SQL_IN_FILE, "stored: series of counters"),
  TABLE (samples, LSC_SQL_IN_FILE, "stored: values of counters"),
  TABLE (step_rows, LSC_SQL_IN_FILE, "stored: steps as the host recorded them"),
  TABLE (told_steps, LSC_SQL_IN_FILE, "stored: sums of steps where events were not exported"),
  TABLE (comm_groups, LSC_SQL_IN_FILE, "stored: members of communication groups"),
  TABLE (peer_rows, LSC_SQL_IN_FILE, "stored: partners of messages"),
  TABLE (wait_rows, LSC_SQL_IN_FILE, "stored: waits of collectives for a member"),
  TABLE (kernel_kinds, LSC_SQL_IN_FILE, "stored: what kernels read, write and use"),
  TABLE (kernel_rows, LSC_SQL_IN_FILE, "stored: kind and counters of kernels"),
  TABLE (facts, LSC_SQL_IN_FILE, "stored: what else a recording says of itself"),
};

/**
 * lsc_sql_list_tables:
 *
 * Returns: (transfer none) (array length=n_tables): every table, those that people read first
 */
const LscSqlTable *
lsc_sql_list_tables (guint *n_tables)
{
  g_return_val_if_fail (n_tables, NULL);
  *n_tables = G_N_ELEMENTS (tables);
  return tables;
}

/** Returns: (transfer none) (nullable): the table of that name */
const LscSqlTable *
lsc_sql_find_table (const char *name)
{
  g_return_val_if_fail (name, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    if (strcmp (tables[i].name, name) == 0)
      return &tables[i];
  return NULL;
}

/** Returns: (transfer none): the word of SQL */
const char *
lsc_sql_type_name (LscSqlType type)
{
  return type == LSC_SQL_TEXT ? "TEXT" : type == LSC_SQL_INTEGER ? "INTEGER" : "REAL";
}

/**
 * lsc_sql_declare:
 * @is_stored: for a file, where a column `id` is the key
 *
 * Returns: (transfer full): the CREATE TABLE of @table
 */
char *
lsc_sql_declare (const LscSqlTable *table, gboolean is_stored)
{
  g_return_val_if_fail (table, NULL);

  GString *sql = g_string_new (NULL);

  g_string_printf (sql, "CREATE TABLE \"%s\" (", table->name);
  for (guint i = 0; i < table->n_columns; i++)
    {
      const LscSqlColumn *column = &table->columns[i];

      if (is_stored && column->is_on_demand)
        continue;
      g_string_append_printf (sql, "%s\"%s\" %s%s", i > 0 ? ", " : "", column->name,
                              lsc_sql_type_name (column->type),
                              column->is_on_demand                            ? " HIDDEN"
                              : is_stored && strcmp (column->name, "id") == 0 ? " PRIMARY KEY"
                                                                              : "");
    }
  return g_string_free (g_string_append_c (sql, ')'), FALSE);
}
