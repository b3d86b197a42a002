package core

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnAnswerWaitsForWhatIsLeftOfItsLeastTime(t *testing.T) {
	t.Parallel()
	for work, want := range map[time.Duration]time.Duration{0: time.Second, 400 * time.Millisecond: time.Second, 3 * time.Second: 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			server := &Server{Config: Config{MailAnswerMin: time.Second}, After: time.After}
			began := time.Now()
			err := server.WithMinimumTime(t.Context(), func() error { time.Sleep(work); return ErrMailRate })
			if took := time.Since(began); took != want || !errors.Is(err, ErrMailRate) {
				t.Errorf("%v of work are answered after %v: %v", work, took, err)
			}
		})
	}
}
