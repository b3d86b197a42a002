package app

import (
	"errors"
	"os"
)

// reusePort refuses: other systems give all connections to one of the servers.
func reusePort(uintptr) error { return errors.New("AUTOMACAO_SHARE_PORT works on Linux only") }

// notifyOfStateSignal does nothing: Windows has no such signal.
func notifyOfStateSignal(chan<- os.Signal) {}
