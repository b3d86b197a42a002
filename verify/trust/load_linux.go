package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"automacao/verify/spawn"
)

// apart starts a server on one half of the CPUs and leaves the other half to the load, if there are
// at least two. It returns the function that undoes this.
func apart(ctx context.Context, server *spawn.Server) (undo func(), how string, err error) {
	if runtime.NumCPU() < 2 {
		return func() {}, "load and server share the processor", server.Start(ctx)
	}
	var all, servers, ours unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return nil, "", err
	}
	for cpu, n := 0, 0; n < all.Count(); cpu++ {
		if all.IsSet(cpu) {
			if n++; n <= all.Count()/2 {
				servers.Set(cpu)
			} else {
				ours.Set(cpu)
			}
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// A process inherits the CPU affinity of the thread that starts it.
	if err := unix.SchedSetaffinity(0, &servers); err != nil {
		return nil, "", err
	}
	started := server.Start(ctx)
	pinAll(&ours)
	how = fmt.Sprintf("server and database on %d of %d processors, the load on the others", servers.Count(), all.Count())
	return func() { pinAll(&all) }, how, started
}

// pinAll restricts the threads of this process to the CPUs.
func pinAll(to *unix.CPUSet) {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetaffinity(id, to)
		}
	}
}
