package fault

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var errFull = New(507, "disk_full", "Não há espaço.")

func TestACopyKeepsTheDeclaredFault(t *testing.T) {
	t.Parallel()
	copied := errFull.Because(io.ErrUnexpectedEOF).With(map[string]int{"free": 3}).After(1500 * time.Millisecond)
	wrapped := fmt.Errorf("store the picture: %w", copied)
	if !errors.Is(wrapped, errFull) || !errors.Is(wrapped, io.ErrUnexpectedEOF) {
		t.Errorf("%v is neither the declared fault nor its cause", wrapped)
	}
	if errors.Is(copied, New(507, "no_room", "Não há espaço.")) {
		t.Error("a fault is another with another code")
	}
	if errFull.Cause != nil || errFull.Details != nil || errFull.RetryAfter != 0 {
		t.Errorf("the declared fault has changed: %+v", errFull)
	}
	if text := copied.Error(); text != "disk_full: Não há espaço.: unexpected EOF" {
		t.Errorf("the log says %q", text)
	}
}

func TestAWaitIsRoundedUp(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{0: "", -time.Second: "", time.Nanosecond: "1", time.Second: "1", 1001 * time.Millisecond: "2", time.Hour: "3600"} {
		if got := errFull.After(wait).RetryHeader(); got != want {
			t.Errorf("Retry-After of %v is %q, want %q", wait, got, want)
		}
	}
}

func TestNamesAreBounded(t *testing.T) {
	t.Parallel()
	many := []string{"clp", strings.Repeat("ã", 61), "c", "d", "e", "f"}
	if got, want := errFull.Naming(many...).Message, "Não há espaço: clp, "+strings.Repeat("ã", 60)+", c, d, e."; got != want {
		t.Errorf("the sentence is %q, want %q", got, want)
	}
}

func TestWhatTheDatabaseRefusesIsRead(t *testing.T) {
	t.Parallel()
	refusal, headers, ok := Raised(`{"code":"too_many","message":"Aguarde.","details":{"left":0},"hint":"later"}`, `{"status":429,"headers":{"Retry-After":"7"}}`)
	if !ok || refusal.Status != 429 || refusal.Code != "too_many" || refusal.Message != "Aguarde." || refusal.Hint != "later" || refusal.RetryAfter != 7*time.Second || headers["Retry-After"] != "7" {
		t.Errorf("read as %+v %v %t", refusal, headers, ok)
	}
	for message, detail := range map[string]string{
		"duplicate key": `{"status":409}`, `{"code":"x"}`: "", `{"code":"y"}`: `{"status":99}`, `{"code":"z"}`: `{"status":600}`, `{"code":"w"}`: `{"status":"409"}`,
	} {
		if refusal, _, ok := Raised(message, detail); ok || refusal != nil {
			t.Errorf("%s with %s is read as %+v", message, detail, refusal)
		}
	}
}
