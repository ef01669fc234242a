/* lsc-fault-alloc.c - a library to preload that refuses one allocation
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * LSC_FAULT_ALLOC        the number of the allocation that fails, counted from 1
 * LSC_FAULT_ALLOC_COUNT  a file that takes the number of allocations at the end
 * LSC_FAULT_TRACE        a file in which the one that fails tells who made it
 *
 * It takes the place of the C library's own functions, which sanitizers do as well: not together.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))

/* What glibc calls its own. */
extern void *__libc_malloc (size_t n);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t n);

static _Atomic int64_t n_calls;
static _Atomic int64_t number; /* 0: none fails */
static _Atomic int is_counting;

/* The same number may be another allocation in the next run, as threads take turns: who asked must
 * be known from this one. */
static void
write_trace (const char *path)
{
  void *frames[32];
  int fd = path ? open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644) : -1;

  if (fd < 0)
    return;
  atomic_store (&is_counting, 0); /* backtrace() loads a library */
  backtrace_symbols_fd (frames, backtrace (frames, 32), fd);
  atomic_store (&is_counting, 1);
  close (fd);
}

static int
is_hit (void)
{
  if (!atomic_load (&is_counting) || atomic_fetch_add (&n_calls, 1) + 1 != atomic_load (&number))
    return 0;
  write_trace (getenv ("LSC_FAULT_TRACE"));
  errno = ENOMEM;
  return 1;
}

EXPORT void *
malloc (size_t n)
{
  return is_hit () ? NULL : __libc_malloc (n);
}

EXPORT void *
calloc (size_t n, size_t size)
{
  return is_hit () ? NULL : __libc_calloc (n, size);
}

EXPORT void *
realloc (void *memory, size_t n)
{
  return is_hit () ? NULL : __libc_realloc (memory, n);
}

__attribute__ ((constructor)) static void
start (void)
{
  const char *text = getenv ("LSC_FAULT_ALLOC");

  atomic_store (&number, text ? strtoll (text, NULL, 10) : 0);
  atomic_store (&is_counting, 1);
}

__attribute__ ((destructor)) static void
finish (void)
{
  const char *path = getenv ("LSC_FAULT_ALLOC_COUNT");
  int64_t n = atomic_load (&n_calls);
  FILE *file;

  atomic_store (&is_counting, 0);
  file = path ? fopen (path, "w") : NULL;
  if (!file)
    return;
  fprintf (file, "%lld\n", (long long) n);
  fclose (file);
}
