/* bench-cost.c - what a child process costs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-cost.h"

#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_US 2000

static gint64
read_anonymous_bytes (pid_t pid)
{
  char path[64];
  g_autofree char *text = NULL;
  const char *line;

  g_snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  line = strstr (text, "RssAnon:");
  return line ? g_ascii_strtoll (line + 8, NULL, 10) * 1024 : 0;
}

static double
seconds (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec / 1e6;
}

/**
 * bench_cost_take_better:
 * @best: (inout): the best so far
 * @cost: another run of the same
 * @is_first: whether there is no best yet
 *
 * Keeps the shorter times, each by itself, the larger memory and any failure.
 */
void
bench_cost_take_better (BenchCost *best, const BenchCost *cost, gboolean is_first)
{
  if (is_first)
    {
      *best = *cost;
      return;
    }
  best->cpu_s = MIN (best->cpu_s, cost->cpu_s);
  best->wall_s = MIN (best->wall_s, cost->wall_s);
  best->anonymous_bytes = MAX (best->anonymous_bytes, cost->anonymous_bytes);
  best->resident_bytes = MAX (best->resident_bytes, cost->resident_bytes);
  best->status |= cost->status;
}

static BenchCost
measure_once (BenchChildFunc func, gpointer user_data)
{
  BenchCost cost = { 0 };
  struct rusage usage;
  gint64 begin_us = g_get_monotonic_time ();
  pid_t pid = fork ();

  if (pid < 0)
    g_error ("there is no room for another process");
  if (pid == 0)
    {
      func (user_data);
      _exit (0);
    }
  while (wait4 (pid, &cost.status, WNOHANG, &usage) == 0)
    {
      cost.anonymous_bytes = MAX (cost.anonymous_bytes, read_anonymous_bytes (pid));
      g_usleep (POLL_US);
    }
  cost.wall_s = (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;
  cost.resident_bytes = (gint64) usage.ru_maxrss * 1024;
  cost.cpu_s = seconds (&usage.ru_utime) + seconds (&usage.ru_stime);
  return cost;
}

/**
 * bench_cost_of_child:
 * @runs: how often it is done
 * @func: runs in a child of this process, which leaves with status 0 when it returns
 * @user_data: for @func
 *
 * Looks at the child's memory every two milliseconds. Thread: the only one of the process.
 *
 * Returns: the best of the runs, as bench_cost_take_better() says
 */
BenchCost
bench_cost_of_child (int runs, BenchChildFunc func, gpointer user_data)
{
  BenchCost best = { 0 };

  for (int i = 0; i < runs; i++)
    {
      BenchCost cost = measure_once (func, user_data);

      bench_cost_take_better (&best, &cost, i == 0);
    }
  return best;
}

static void
run_program (gpointer user_data)
{
  char **argv = user_data;
  int null = open ("/dev/null", O_RDWR);

  dup2 (null, STDOUT_FILENO);
  dup2 (null, STDERR_FILENO);
  execv (argv[0], argv);
  _exit (127);
}

/**
 * bench_cost_of_program:
 * @runs: how often it is done
 * @argv: (array zero-terminated=1): path of the program and its arguments
 *
 * As bench_cost_of_child(), of a program whose output goes nowhere.
 *
 * Returns: the best of the runs; the exit status is 127 if it cannot be run
 */
BenchCost
bench_cost_of_program (int runs, const char *const *argv)
{
  return bench_cost_of_child (runs, run_program, (gpointer) argv);
}
