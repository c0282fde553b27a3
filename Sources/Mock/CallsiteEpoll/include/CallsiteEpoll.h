#ifndef CALLSITE_EPOLL_H
#define CALLSITE_EPOLL_H

// epoll and accept4 of Linux, which Swift's Glibc module leaves out. Each returns -1 where it failed, with the reason in errno.

typedef struct {
    int descriptor;
    int readable;
    int writable;
    int failed;
} callsite_epoll_ready;

int callsite_epoll_create(void);

// Begins (isNew) or changes what is waited for on a descriptor.
int callsite_epoll_watch(int epoll, int descriptor, int isNew, int reads, int writes);

int callsite_epoll_forget(int epoll, int descriptor);

// Waits for at most so many milliseconds, or without end (-1), and returns how many are ready.
int callsite_epoll_wait(int epoll, callsite_epoll_ready *ready, int capacity, int milliseconds);

// Accepts a connection that never blocks, and that no child process inherits.
int callsite_accept(int listener);

#endif
