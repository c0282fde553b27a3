#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CallsiteEpoll.h"

#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

int callsite_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int callsite_epoll_watch(int epoll, int descriptor, int isNew, int reads, int writes) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = (reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u);
    event.data.fd = descriptor;
    return epoll_ctl(epoll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int callsite_epoll_forget(int epoll, int descriptor) { return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0); }

int callsite_epoll_wait(int epoll, callsite_epoll_ready *ready, int capacity, int milliseconds) {
    struct epoll_event events[256];
    int count = epoll_wait(epoll, events, capacity < 256 ? capacity : 256, milliseconds);
    for (int at = 0; at < count; at += 1) {
        ready[at].descriptor = events[at].data.fd;
        ready[at].readable = (events[at].events & EPOLLIN) != 0;
        ready[at].writable = (events[at].events & EPOLLOUT) != 0;
        ready[at].failed = (events[at].events & (EPOLLERR | EPOLLHUP)) != 0;
    }
    return count;
}

int callsite_accept(int listener) { return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }

#endif
