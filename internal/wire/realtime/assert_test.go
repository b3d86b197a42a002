package realtime

import (
	"context"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func assertEqual(t *testing.T, got, want any) {
	t.Helper()
	if raw, ok := want.([]byte); ok {
		got, want = string(reflect.ValueOf(got).Bytes()), string(raw)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func assertContains(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%q does not contain %q", text, part)
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// noteTime is the default time of notes in the session's time zone.
func (b *bundle) noteTime() string {
	b.Helper()
	var text string
	err := b.db.Pool.QueryRow(context.Background(),
		`SELECT to_json('2026-01-02 03:04:05Z'::timestamptz) #>> '{}'`).Scan(&text)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
