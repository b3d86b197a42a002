package core

import (
	"context"
	"runtime"
)

// These are for the tests.
var Canonical = canonical

const CodesVersion = codesVersion

var EncodeHash = encodeHash

const VersionHeader = versionHeader

// Fill occupies every core and the queue behind them, until empty is called.
func (h *Hasher) Fill(ctx context.Context) (empty func(), err error) {
	queue, cores := h.queueMax, int64(runtime.NumCPU())
	if err := h.running.Acquire(ctx, cores); err != nil {
		return nil, err
	}
	h.queueMax = 0
	return func() {
		h.queueMax = queue
		h.running.Release(cores)
	}, nil
}
