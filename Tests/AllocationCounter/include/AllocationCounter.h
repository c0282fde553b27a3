#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What one thread has asked the heap for: work, as something that can be counted where clocks can't be trusted.
typedef struct {
    int64_t count;
    int64_t bytes;
} AllocationCount;

/// Counts what the calling thread allocates from now on.
void allocation_count_begin(void);

/// Ends that, and says what there was.
AllocationCount allocation_count_end(void);

#endif
