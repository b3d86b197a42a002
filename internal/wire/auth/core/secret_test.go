package core

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

func TestFullHashQueueSendsCallersAway(t *testing.T) {
	t.Parallel()
	h := newHasher(0)
	nothing := func() error { return nil }
	cores := int64(runtime.NumCPU())
	if err := h.running.Acquire(t.Context(), cores); err != nil {
		t.Fatal(err)
	}
	told := AsFault(h.run(t.Context(), nothing))
	if told.Code != "over_request_rate_limit" || told.RetryAfter != hashQueueWait {
		t.Errorf("a full queue answers %v", told)
	}
	h.running.Release(cores)
	if err := h.run(t.Context(), nothing); err != nil {
		t.Errorf("an empty queue answers %v", err)
	}
}

func TestCallersWhoLeaveFreeTheHashQueue(t *testing.T) {
	t.Parallel()
	h := newHasher(1)
	cores := int64(runtime.NumCPU())
	if err := h.running.Acquire(t.Context(), cores); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for range 3 {
		if err := h.run(gone, func() error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("whoever left is answered %v", err)
		}
	}
}

func TestHashesAreArgon2id(t *testing.T) {
	t.Parallel()
	const password = "tanque de inox 7"
	h := newHasher(1)
	encoded, err := h.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if want := "$argon2id$v=19$m=19456,t=2,p=1$"; encoded[:len(want)] != want {
		t.Errorf("hash is %s", encoded)
	}
	for name, c := range map[string]struct {
		word, hash string
		want, bad  bool
	}{
		"Same":    {password, encoded, true, false},
		"Other":   {password + " ", encoded, false, false},
		"Nobody":  {password, "", false, false},
		"Dummy":   {"no user has this password", "", false, false},
		"Bcrypt":  {password, "$2a$10$abcdefghijklmnopqrstuv", false, true},
		"Greedy":  {password, "$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$a2V5a2V5a2V5a2V5a2V5a2V5", false, true},
		"Passes0": {password, "$argon2id$v=19$m=1024,t=0,p=1$c2FsdHNhbHRzYWx0$a2V5a2V5a2V5a2V5a2V5a2V5", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := h.Matches(t.Context(), c.word, c.hash)
			if got != c.want || (err != nil) != c.bad {
				t.Errorf("matches is %v, %v", got, err)
			}
		})
	}
}

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
