//go:build !linux

package main

import (
	"context"

	"automacao/verify/spawn"
)

// apart starts a server that shares the CPUs with the load.
func apart(ctx context.Context, server *spawn.Server) (undo func(), how string, err error) {
	return func() {}, "load and server share the processors", server.Start(ctx)
}
