#include <stddef.h>

/// How many bytes of the heap are in use, as the C library's allocator counts them.
size_t allocator_bytes_in_use(void);
