package app

import (
	"os"
	"runtime"
	"sync"
)

// addProcessors gives the runtime twice as many processors as it chose, once a
// process: passwords are hashed on as many at once as there are cores, tens of
// milliseconds each, and all else would wait for its turn behind them. With
// processors to spare the kernel shares the cores out instead, in short turns.
// It comes after the private database is tuned, which counts processors too.
var addProcessors = sync.OnceFunc(func() {
	runtime.GOMAXPROCS(processors(runtime.GOMAXPROCS(0), os.Getenv("GOMAXPROCS")))
})

// processors leaves alone what the environment asks for.
func processors(chosen int, asked string) int {
	if asked != "" {
		return chosen
	}
	return 2 * chosen
}
