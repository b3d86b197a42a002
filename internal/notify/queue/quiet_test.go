package queue

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

// Stopping a server is not an error, although the jobs running then fail.
func TestTheQueueStopsWithoutAnError(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	log := quiet(slog.New(slog.NewTextHandler(&said, nil)))
	stopped, stop := context.WithCancel(t.Context())
	log.ErrorContext(stopped, "no transaction")
	stop()
	log.ErrorContext(stopped, "no transaction: context canceled")
	log.InfoContext(t.Context(), "started")
	if got := said.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"no transaction"`) {
		t.Error(got)
	}
}
