package app

import (
	"os"
	"runtime"
	"sync"
)

// addProcessors doubles the number of processors that the Go runtime uses, once per process.
// Passwords are hashed on as many threads as there are cores, for tens of milliseconds each, and
// other requests would wait behind them. With more threads, the kernel shares the cores in short
// turns. This must follow the tuning of the private database, which counts processors too.
var addProcessors = sync.OnceFunc(func() {
	runtime.GOMAXPROCS(processors(runtime.GOMAXPROCS(0), os.Getenv("GOMAXPROCS")))
})

// processors returns the number of processors to use. It respects the environment's choice.
func processors(chosen int, asked string) int {
	if asked != "" {
		return chosen
	}
	return 2 * chosen
}
