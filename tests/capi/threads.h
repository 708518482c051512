#pragma once

/** What C99 has not: threads, and what a process has. */

#include <stdint.h>

/** Runs work(contexts[i]) on a thread each, and waits for them. */
void run_threads(int count, void* (*work)(void*), void** contexts);

/** What a library must not change; no padding between fields. */
typedef struct {
  int64_t threads;
  int64_t signals;     /**< that have handlers or are ignored */
  int64_t environment; /**< bytes of it, added up */
  int64_t locale;
  int64_t rounding;
} process_state;
process_state state_of_process(void);
