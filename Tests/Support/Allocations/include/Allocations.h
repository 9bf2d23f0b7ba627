#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

// Counts the heap allocations of each thread, for the tests of what costs none; `AllocationCount` is
// the Swift side. Allocations.c has the means for each platform.

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations: false if the C library offers no hook.
bool allocations_are_counted(void);

/// The number of blocks that the calling thread has requested from the heap, resized ones included.
uint64_t allocations_of_this_thread(void);

#endif
