// Functions of C's library that the sources call, and the host's.
#pragma once
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *left, const void *right, size_t count);

// Gives the host a text.
#ifdef __wasm__
__attribute__((import_module("host"), import_name("result")))
#endif
void host_result(const uint8_t *bytes, int32_t count);
