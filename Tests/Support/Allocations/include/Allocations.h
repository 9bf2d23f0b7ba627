#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations. Not with a C library that cannot be asked.
bool allocations_are_counted(void);

/// How often the calling thread has asked the heap for a block, or for another size of one.
uint64_t allocations_of_this_thread(void);

#endif
