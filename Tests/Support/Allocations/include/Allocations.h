#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

// Counts the heap allocations of each thread, for the tests of what costs none; `AllocationCount` is
// the Swift side. Allocations.c has the means for each platform.

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations; a C library without a hook for it cannot.
bool allocations_are_counted(void);

/// The number of times the calling thread has requested a block from the heap, or another size of
/// one.
uint64_t allocations_of_this_thread(void);

#endif
