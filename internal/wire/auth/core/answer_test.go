package core

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"automacao/internal/kernel/fault"
)

// TestWhoGoesAwayIsNoFault checks that a client that goes away is not logged as a server error.
func TestWhoGoesAwayIsNoFault(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &Server{Log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	answer := httptest.NewRecorder()
	s.refuse(answer, httptest.NewRequestWithContext(ctx, http.MethodPost, "/logout", nil), errors.New("the statement was canceled"))
	if answer.Code != fault.StatusClosed || answer.Body.Len() > 0 || log.Len() > 0 {
		t.Errorf("answered %d %q and said %q", answer.Code, answer.Body, &log)
	}
	s.refuse(answer, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/logout", nil), errors.New("the disk is gone"))
	if log.Len() == 0 {
		t.Error("a fault of the server's own is not told")
	}
}
